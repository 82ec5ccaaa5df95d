/** Small boards for the cards of the start page: pictures, not positions of any game. */
import type { Kind } from "../board/types";

export interface Sample {
  kind: Kind;
  size: number;
  cells: string;
  stars: number[];
  last: number;
}

export const SAMPLES: Record<string, Sample> = {
  gomoku: {
    kind: "crossings",
    size: 9,
    cells:
      "........." +
      "........." +
      "...o....." +
      "..xxxxo.." +
      "...oxo..." +
      "...xo...." +
      "..o.x...." +
      "........." +
      ".........",
    stars: [20, 24, 40, 56, 60],
    last: 32,
  },
  othello: {
    kind: "squares",
    size: 8,
    cells:
      "........" + "........" + "..oox..." + "..oxxx.." + "...xxo.." + "..x.xo.." + "........" + "........",
    stars: [],
    last: 20,
  },
  loa: {
    kind: "squares",
    size: 8,
    cells:
      ".x.xxx.." + "o......o" + "o..x...o" + "o.x....." + "o...xo.o" + "o......o" + "..o....." + ".xx.xxx.",
    stars: [],
    last: 36,
  },
  nogo: {
    kind: "crossings",
    size: 9,
    cells:
      "..x...o.." +
      ".o.x.o.x." +
      "..x....o." +
      ".o..x...." +
      "...o.x.o." +
      "..x......" +
      ".o...o.x." +
      "...x...o." +
      ".........",
    stars: [20, 24, 40, 56, 60],
    last: 41,
  },
};
