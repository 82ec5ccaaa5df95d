import { describe, expect, it } from "vitest";
import { boardMoves, cellNamed, inOrder, moveNamed, passMove, previewStones } from "../src/room/drawing";

const letters = ["A", "B", "C", "D", "E", "F", "G", "H", "J"];
const numbers = ["9", "8", "7", "6", "5", "4", "3", "2", "1"];

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

  it("finds cells by the labels of the board", () => {
    expect(cellNamed("J9", letters, numbers)).toBe(8);
    expect(cellNamed("a1", letters, numbers)).toBe(72);
    expect(cellNamed("b1xb3", letters, numbers)).toBeUndefined();
    expect(cellNamed("I5", letters, numbers)).toBeUndefined();
    expect(cellNamed("pass", letters, numbers)).toBeUndefined();
  });

  it("finds the cells of a move by its text", () => {
    expect(moveNamed("J9", letters, numbers)).toEqual({ to: 8 });
    expect(moveNamed("b1-b3", letters, numbers)).toEqual({ from: 73, to: 55 });
    expect(moveNamed("b1xb3", letters, numbers)).toEqual({ from: 73, to: 55 });
    for (const text of ["pass", "", "b1-", "b1-b3-b4"])
      expect(moveNamed(text, letters, numbers)).toBeUndefined();
  });

  it("lists the engine's choice first, the others by the figure it goes by", () => {
    const candidate = (move: number, visits: number, rate: number) => ({
      move,
      text: "",
      to: move,
      visits,
      win_rate: rate,
      score: 0,
      pv: [],
    });
    const order = (...list: ReturnType<typeof candidate>[]) => inOrder(list).map(({ move }) => move);
    expect(order(candidate(1, 0, 0.5), candidate(2, 0, 0.3), candidate(3, 0, 0.6))).toEqual([1, 3, 2]);
    expect(order(candidate(1, 90, 0.5), candidate(2, 5, 0.9), candidate(3, 50, 0.4))).toEqual([1, 3, 2]);
    expect(order()).toEqual([]);
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
