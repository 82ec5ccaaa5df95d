import { describe, expect, it } from "vitest";
import {
  addPlace,
  addressOf,
  formatSpec,
  parseSpec,
  readPlace,
  readRequest,
  sliderOf,
} from "../src/lab/spec";
import { edgePath, inView, nearest } from "../src/lab/tree";
import type { Opened, TreeNode } from "../src/lab/types";
import { compareEntries, shownEntry, sortedRows } from "../src/lab/words";
import type { SettingView } from "../src/protocol/messages";

const c: SettingView = { name: "c", help: {}, kind: "number", usual: "1", low: 0, high: 1e6 };
const seed: SettingView = { name: "seed", help: {}, kind: "whole", usual: "0", low: 0, high: 1e6 };

describe("searches as text", () => {
  it("are read and written, without what is usual", () => {
    expect(parseSpec("MCTS:c=0.7,iterations=50")).toEqual({
      name: "mcts",
      values: { c: "0.7", iterations: "50" },
    });
    expect(parseSpec("payoff:table=80 10/50 30").values).toEqual({ table: "80 10/50 30" });
    expect(formatSpec({ name: "mcts", values: { c: "1", seed: "3", other: "9" } }, [c, seed])).toBe(
      "mcts:seed=3",
    );
    expect(formatSpec({ name: "mcts", values: { c: "" } }, [c])).toBe("mcts");
  });

  it("have sliders that are wide enough for their value", () => {
    expect(sliderOf(c, 0.7)).toEqual({ min: 0, max: 3, step: 0.05 });
    expect(sliderOf(c, 50)?.max).toBe(50);
    expect(sliderOf({ ...c, name: "tie", kind: "word" }, 1)).toBeUndefined();
  });
});

describe("addresses of explanations", () => {
  it("say all that was opened, and are read back", () => {
    const opened: Opened = {
      id: "x",
      search: "mcts:c=0.7",
      versus: "mcts:c=2",
      game: "othello",
      options: { size: 6, rule: "usual" },
      position: "",
      moves: "b3 b2",
      board: null,
    };
    const query = addressOf(opened, { size: 8, rule: "usual" });
    const text = addPlace(query, { level: "iteration", step: 39, tree: true });
    expect(readPlace(new URLSearchParams(text))).toEqual({ level: "iteration", step: 39, tree: true });
    expect(readRequest(new URLSearchParams(text))).toEqual({
      search: "mcts:c=0.7",
      versus: "mcts:c=2",
      game: "othello",
      options: { size: 6 },
      start: { position: null, moves: "b3 b2" },
    });
  });

  it("may name a move of a game, and bear nonsense", () => {
    const asked = readRequest(new URLSearchParams("search=mcts&from=abc&node=7"));
    expect(asked.start).toEqual({ from: { id: "abc", node: 7 } });
    expect(readPlace(new URLSearchParams("step=-3&level=x"))).toEqual({
      level: undefined,
      step: 0,
      tree: false,
    });
  });
});

describe("entries of tables", () => {
  it("are rounded, or cut off as in the thesis", () => {
    expect(shownEntry(3.0964, { decimals: 2, truncate: false })).toBe("3.10");
    expect(shownEntry(3.0964, { decimals: 2, truncate: true })).toBe("3.09");
    expect(shownEntry(0.1234, { decimals: 2, truncate: false })).toBe("0.123");
    expect(shownEntry(null, { decimals: 2, truncate: false })).toBe("–");
    expect(shownEntry({ en: "yes", zh: "是" }, { decimals: 2, truncate: false })).toBe("yes");
  });

  it("are sorted, and equal ones stay in their order", () => {
    const rows = [
      ["a", 2],
      ["b10", null],
      ["b9", 2],
      ["c", 5],
    ];
    expect(sortedRows(rows, { column: 1, down: true })).toEqual([3, 0, 2, 1]);
    expect(sortedRows(rows, { column: 0, down: false })).toEqual([0, 2, 1, 3]);
    expect(sortedRows(rows, undefined)).toEqual([0, 1, 2, 3]);
    expect(compareEntries(1, 1)).toBe(0);
  });
});

describe("the drawn tree", () => {
  const root: TreeNode = [0, null, 1, 0, "·", "", "path", 3];
  const children: TreeNode[] = [0, 1, 2].map((x) => [x + 1, 0, x, 1, `m${x}`, "", "", 0]);
  const nodes = [root, ...children];

  it("draws only what is in view", () => {
    const frame = { x: 0, y: 0, zoom: 1, width: 100, height: 100 };
    expect(nodes.filter((node) => inView(node, frame)).map((node) => node[0])).toEqual([0, 1, 2]);
    expect(nodes.filter((node) => inView(node, { ...frame, zoom: 0.3 }))).toHaveLength(4);
    expect(edgePath(root, children[0] ?? root)).toMatch(/^M126 62L42 106$/);
  });

  it("is walked by arrows", () => {
    expect(nearest(root, "ArrowDown", nodes)?.[0]).toBe(2);
    expect(nearest(children[1] ?? root, "ArrowRight", nodes)?.[0]).toBe(3);
    expect(nearest(children[0] ?? root, "ArrowLeft", nodes)).toBeUndefined();
    expect(nearest(children[2] ?? root, "ArrowUp", nodes)?.[0]).toBe(0);
    expect(nearest(root, "Enter", nodes)).toBeUndefined();
  });
});
