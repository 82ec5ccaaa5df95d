import { describe, expect, it } from "vitest";
import type { PositionView, Side } from "../src/protocol/messages";
import { hasMoves, hasOwnMove } from "../src/room/takeback";

const at = (ply: number, turn: Side, start = 0) => ({
  position: { node: ply, ply, cells: "", turn, moves: [], counts: [0, 0] } satisfies PositionView,
  origin: start ? { id: "a", node: start, ply: start } : null,
});

describe("taking back", () => {
  it("needs a move of mine", () => {
    expect(hasOwnMove(at(0, 0), [0])).toBe(false);
    expect(hasOwnMove(at(1, 1), [0])).toBe(true);
    // Only the computer has moved.
    expect(hasOwnMove(at(1, 1), [1])).toBe(false);
    expect(hasOwnMove(at(2, 0), [1])).toBe(true);
    // From a position in which White begins.
    expect(hasOwnMove(at(1, 0), [0])).toBe(false);
    expect(hasOwnMove(at(1, 0), [1])).toBe(true);
  });

  it("is open to both sides at one device", () => {
    expect(hasOwnMove(at(1, 1), [0, 1])).toBe(true);
    expect(hasOwnMove(at(0, 0), [0, 1])).toBe(false);
  });

  it("stops where a try-out began", () => {
    expect(hasMoves(at(4, 0, 4))).toBe(false);
    expect(hasOwnMove(at(5, 1, 4), [1])).toBe(false);
    expect(hasOwnMove(at(5, 1, 4), [0])).toBe(true);
  });
});
