/** A step of a search as the server sends it (`boyi.lab.view`): plain data, texts in every language. */
import type { Begun, Languages, NewExplanation } from "../protocol/messages";

export type Level = "phase" | "iteration";
/** What stands in a table: a number, a word, a text in every language, or nothing. */
export type Entry = number | string | Languages | null;

export interface StepTable {
  title: Languages | null;
  columns: (string | Languages)[];
  rows: Entry[][];
  chosen: number | null;
}

export interface StepBoard {
  turn: 0 | 1;
  cells?: string;
  text?: string;
  last?: number[];
  marks?: Record<string, string>;
}

export interface RandomGame {
  moves: string[];
  /** The cells that each move changes. */
  changes: [number, string][][];
}

export interface Ask {
  text: Languages;
  options: (string | Languages)[];
  /** Left out where the answer is concealed. */
  answer?: number;
}

export interface StepView {
  step: number;
  level: Level;
  kind: string;
  text: Languages;
  formula: string[];
  board: StepBoard | null;
  tables: StepTable[];
  path: string[];
  counts: [Languages, Entry][];
  game: RandomGame | null;
  ask: Ask | null;
  points?: [number, number][];
}

export interface Pair {
  left: StepView;
  right: StepView;
}
export type Shown = StepView | Pair;

export interface Head {
  search: string;
  decimals: number;
  truncate: boolean;
}

export type Request = NewExplanation;
export type Opened = Begun["explanation"];
export type Progress = Begun["state"];

export interface BegunWithHead {
  explanation: Opened;
  state: Progress & { head: Head | { left: Head; right: Head } };
}

export type Steps = Progress & { steps: Shown[] };

/** A drawn node: number, parent, place in units of a node, name, value, mark, how many children it has. */
export type TreeNode = [number, number | null, number, number, string, string, string, number];

export interface DrawnTree {
  nodes: TreeNode[];
  focus: number | null;
  /** Not everything that was to be unfolded could be drawn. */
  cut: boolean;
}

export function isPair(shown: Shown): shown is Pair {
  return "left" in shown;
}

/** A question whose answer is not known yet. */
export function openQuestion(view: StepView): Ask | undefined {
  return view.ask && view.ask.answer === undefined ? view.ask : undefined;
}
