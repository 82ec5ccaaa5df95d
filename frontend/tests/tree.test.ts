import { describe, expect, it } from "vitest";
import type { NodeView } from "../src/protocol/messages";
import { growTree, isMain, lineEnd, listing, mainLine, otherBranch, pathTo } from "../src/room/tree";

const node = (id: number, parent: number | null, ply: number, text: string, comment = ""): NodeView => ({
  node: id,
  parent,
  ply,
  text,
  comment,
});
// 1 h8 i9 3 j10 k11, with i7 j6 instead of i9, and j7 inside that.
const nodes = [
  node(0, null, 0, ""),
  node(1, 0, 1, "h8"),
  node(2, 1, 2, "i9"),
  node(3, 2, 3, "j10", "sharp"),
  node(4, 3, 4, "k11"),
  node(5, 1, 2, "i7"),
  node(6, 5, 3, "j6"),
  node(7, 5, 3, "j7"),
];
const tree = growTree(nodes);

describe("the tree of a game", () => {
  it("knows its lines", () => {
    expect(mainLine(tree).map((step) => step.node)).toEqual([0, 1, 2, 3, 4]);
    expect(pathTo(tree, 7).map((step) => step.node)).toEqual([0, 1, 5, 7]);
    expect(isMain(tree, 3)).toBe(true);
    expect(isMain(tree, 6)).toBe(false);
    expect(lineEnd(tree, 5)).toBe(6);
  });

  it("goes around the branches at the nearest fork", () => {
    expect(otherBranch(tree, 6, 1)).toBe(7);
    expect(otherBranch(tree, 7, 1)).toBe(6);
    expect(otherBranch(tree, 4, 1)).toBe(5);
    expect(otherBranch(tree, 1, 1)).toBe(1);
  });

  it("is listed in pairs, broken by variations and comments", () => {
    const rows = listing(tree).map((row) => {
      if (row.kind === "moves")
        return `${row.number} ${row.first?.text ?? "…"} ${row.second?.text ?? ""}`.trim();
      if (row.kind === "comment") return `“${row.text}”`;
      return `${"  ".repeat(row.depth)}(${row.moves.map((step) => step.text).join(" ")})`;
    });
    expect(rows).toEqual(["1 h8 i9", "(i7 j6)", "  (j7)", "3 j10", "“sharp”", "4 … k11"]);
  });

  it("may be empty", () => {
    expect(listing(growTree([]))).toEqual([]);
  });
});
