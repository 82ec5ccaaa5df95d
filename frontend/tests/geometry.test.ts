import { describe, expect, it } from "vitest";
import {
  CELL,
  aligned,
  cellAt,
  centre,
  distance,
  geometry,
  labelSize,
  lineEnds,
  neighbour,
} from "../src/board/geometry";

describe("a board's geometry", () => {
  for (const size of [3, 8, 15, 28]) {
    for (const flipped of [false, true]) {
      it(`finds every cell under its own centre (${size}, flipped ${flipped})`, () => {
        const board = geometry(size, size, 12, flipped);
        for (let cell = 0; cell < size * size; cell += 1)
          expect(cellAt(board, centre(board, cell))).toBe(cell);
      });
    }
  }

  it("has no cell in the margin", () => {
    const board = geometry(8, 8, 12, false);
    expect(cellAt(board, { x: 1, y: 100 })).toBeUndefined();
    expect(cellAt(board, { x: board.width - 1, y: 100 })).toBeUndefined();
  });

  it("moves the cursor as the player sees it, and not over the edge", () => {
    const plain = geometry(9, 9, 12, false);
    const turned = geometry(9, 9, 12, true);
    expect(neighbour(plain, 40, 1, 0)).toBe(41);
    expect(neighbour(turned, 40, 1, 0)).toBe(39);
    expect(neighbour(plain, 8, 1, 0)).toBe(8);
    expect(neighbour(plain, 40, -99, 0)).toBe(36);
  });

  it("counts steps like a king", () => {
    const board = geometry(8, 8, 12, false);
    expect(distance(board, 0, 63)).toBe(7);
    expect(distance(board, 1, 17)).toBe(2);
  });

  it("draws a line only through cells that lie on one", () => {
    const board = geometry(15, 15, 12, false);
    const diagonal = [0, 16, 32, 48, 64];
    expect(aligned(board, diagonal)).toBe(true);
    expect(aligned(board, [0, 1, 2, 15])).toBe(false);
    expect(aligned(board, [])).toBe(false);
    const ends = lineEnds(board, diagonal);
    expect(ends?.map((point) => point.x).sort()).toEqual([centre(board, 0).x, centre(board, 64).x].sort());
  });

  it("keeps labels within a cell", () => {
    expect(labelSize(28, 300)).toBeLessThanOrEqual(CELL * 0.6);
    expect(labelSize(8, 800)).toBeLessThan(labelSize(15, 800));
  });
});
