import { describe, expect, it } from "vitest";
import { boardMoves, candidateMarks, moveNumbers, passMove, previewStones } from "../src/room/drawing";

describe("from the server's words to the board's", () => {
  it("keeps passes off the board", () => {
    const moves = [
      { move: 9, text: "pass", to: null },
      { move: 1, text: "b1-b3", to: 3, origin: 2 },
    ];
    const cells = ".".repeat(9);
    expect(boardMoves({ moves, cells })).toEqual([{ number: 1, to: 3, from: 2 }]);
    expect(passMove({ moves, cells })).toBe(9);
    expect(boardMoves({ moves: [0, 8, 9], cells })).toEqual([
      { number: 0, to: 0 },
      { number: 8, to: 8 },
    ]);
    expect(passMove({ moves: [0, 8, 9], cells })).toBe(9);
    expect(passMove({ moves: [0, 8], cells })).toBeUndefined();
  });

  it("numbers the cells that the server names, not those of a text", () => {
    const path = [
      { node: 0, parent: null, ply: 0, text: "" },
      { node: 1, parent: 0, ply: 1, text: "anything", to: 8 },
      { node: 2, parent: 1, ply: 2, text: "pass", to: null },
      { node: 3, parent: 2, ply: 3, text: "c3", to: 72 },
    ];
    expect([...moveNumbers(path)]).toEqual([
      [8, 1],
      [72, 3],
    ]);
  });

  it("draws a candidate from the cell that its piece leaves", () => {
    const candidate = { move: 5, text: "?", to: 55, origin: 73, visits: 1, win_rate: 0.5, score: 0, pv: [] };
    const pass = { ...candidate, move: 6, to: null, origin: null };
    const search = { node: 0, turn: 0 as const, win_rate: 0.5, nodes: 1, depth: 1, seconds: 0 };
    const marks = candidateMarks({ ...search, candidates: [candidate, pass] }, null);
    expect(marks).toEqual([{ move: 5, to: 55, from: 73, value: "50", visits: 1, best: true }]);
  });

  it("says what a value in points is based on", () => {
    const candidate = { move: 5, text: "", to: 5, visits: 0, win_rate: 0.5, score: 4, pv: [] };
    const candidates = (["exact", "selective", "heuristic"] as const).map((kind) => ({ ...candidate, kind }));
    const search = { node: 0, turn: 0 as const, win_rate: 0.5, nodes: 1, depth: 1, seconds: 0, candidates };
    const points = { en: "{points} discs", zh: "{points} 子" };
    expect(candidateMarks(search, points).map((mark) => [mark.value, mark.basis])).toEqual([
      ["+4", "exact"],
      ["+4", "selective"],
      ["+4", "heuristic"],
    ]);
    expect(candidateMarks(search, null).map((mark) => mark.basis)).toEqual([undefined, undefined, undefined]);
  });

  it("previews a line with colours in turn, the later stone on top", () => {
    const move = (to: number | null) => ({ move: 0, text: "", to });
    const pv = [move(3), move(null), move(4), move(3)];
    const ghosts = previewStones({ move: 0, text: "", to: 3, visits: 1, win_rate: 0.5, score: 0, pv }, 1);
    expect(ghosts).toEqual([
      { to: 4, from: undefined, stone: "o", label: "3" },
      { to: 3, from: undefined, stone: "x", label: "4" },
    ]);
  });

  it("previews stones that turn or leave as they are at the end of the line", () => {
    const move = (to: number, origin?: number) => ({ move: 0, text: "", to, origin: origin ?? null });
    const pv = [move(1), move(2, 0), move(3)];
    const candidate = { move: 0, text: "", to: 1, visits: 1, win_rate: 0.5, score: 0, pv, after: ".o.x" };
    expect(previewStones(candidate, 0)).toEqual([
      { to: 1, from: undefined, stone: "o", label: "1" },
      { to: 3, from: undefined, stone: "x", label: "3" },
    ]);
  });
});
