import { describe, expect, it } from "vitest";
import { changes } from "../src/board/changes";
import { geometry } from "../src/board/geometry";

const board = geometry(3, 3, 0, false);

describe("what moved between two positions", () => {
  it("places a stone", () => {
    expect([...changes(board, ".........", "....x....", { to: 4 })]).toEqual([
      [4, { kind: "place", delay: 0 }],
    ]);
  });

  it("flips outwards from the move", () => {
    const found = changes(board, ".oo......", "xxx......", { to: 0 });
    expect(found.get(1)).toMatchObject({ kind: "flip", before: "o" });
    expect(found.get(2)?.delay).toBeGreaterThan(found.get(1)?.delay ?? Infinity);
  });

  it("slides a piece and takes the one it lands on", () => {
    const found = changes(board, "x.o......", "..x......", { to: 2, from: 0 });
    expect([...found]).toEqual([[2, { kind: "slide", from: 0, before: "o", delay: 0 }]]);
  });

  it("shows nothing moving when a move is taken back or several are jumped", () => {
    expect(changes(board, "x...o....", "x........", { to: 0 }).size).toBe(0);
    expect(changes(board, ".........", "x...o....", { to: 4 }).size).toBe(0);
    expect(changes(board, ".........", ".........", { to: 4 }).size).toBe(0);
  });
});
