import { describe, expect, it } from "vitest";
import type { NodeView } from "../src/protocol/messages";
import { nextFault, verdictOn } from "../src/review/faults";
import { growTree } from "../src/room/tree";

const node = (id: number, parent: number | null, ply: number, mark: NodeView["mark"] = ""): NodeView => ({
  node: id,
  parent,
  ply,
  mark,
});
// A line of six moves with a variation at the third.
const judged = growTree([
  node(0, null, 0),
  node(1, 0, 1),
  node(2, 1, 2, "mistake"),
  node(3, 2, 3, "good"),
  node(4, 3, 4, "blunder"),
  node(5, 4, 5),
  node(6, 5, 6, "blunder"),
  node(7, 2, 3, "blunder"),
]);

describe("the moves that were judged as faults", () => {
  it("are gone through one after the other, and around", () => {
    expect(nextFault(judged, 0)).toBe(2);
    expect(nextFault(judged, 2)).toBe(4);
    expect(nextFault(judged, 6)).toBe(2);
    expect(nextFault(judged, 7)).toBe(4); // from a variation back to the game
    expect(nextFault(growTree([node(0, null, 0), node(1, 0, 1, "good")]), 0)).toBeUndefined();
  });

  it("are counted in words, the worst first, variations left out", () => {
    expect(verdictOn(judged)).toBe("Review done: 2 blunders, 1 mistake.");
    const clean = { ...node(1, 0, 1), evaluation: 0.5 };
    expect(verdictOn(growTree([node(0, null, 0), clean]))).toBe("Review done: no mistakes found.");
    expect(verdictOn(growTree([node(0, null, 0), node(1, 0, 1)]))).toBe(""); // not judged yet
    expect(verdictOn(growTree([node(0, null, 0)]))).toBe("");
  });
});
