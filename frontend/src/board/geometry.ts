/** Where things lie on the drawing: one cell is 40 units, whatever the screen. */

export const CELL = 40;
export const STONE = CELL * 0.455;
/** Pixels of a cell below which a finger may hit its neighbour. */
export const FINGER = 28;
/** On boards with more lines a tap magnifies before it places. */
export const LARGE = 15;
/** How many times larger a touched part is shown; the style sheet of the board says the same. */
export const MAGNIFIED = 2.4;
const BARE_MARGIN = 8;

/** How large a label is drawn so that it stays readable on the screen, whatever the board's size: 10 to 13 pixels. */
export function labelSize(cols: number, pixels: number): number {
  const units = (cols * CELL * 1.06) / Math.max(pixels, 1);
  const wanted = Math.min(Math.max(pixels / 45, 10), 13);
  return Math.min(wanted * units, CELL * 0.6);
}

export interface Geometry {
  rows: number;
  cols: number;
  margin: number;
  width: number;
  height: number;
  flipped: boolean;
}

export interface Point {
  x: number;
  y: number;
}

export function geometry(
  rows: number,
  cols: number,
  label: number,
  flipped: boolean,
  crossings = false,
): Geometry {
  // Around crossings half a cell is free already.
  const margin = label > 0 ? Math.max(label * 2 - (crossings ? 3 : 0), 4) : crossings ? 0 : BARE_MARGIN;
  return { rows, cols, margin, width: cols * CELL + 2 * margin, height: rows * CELL + 2 * margin, flipped };
}

/** The cell that is drawn at this row and column of the screen; the same function turns it back. */
export function shown(board: Geometry, cell: number): number {
  return board.flipped ? board.rows * board.cols - 1 - cell : cell;
}

export function centre(board: Geometry, cell: number): Point {
  const place = shown(board, cell);
  return {
    x: board.margin + ((place % board.cols) + 0.5) * CELL,
    y: board.margin + (Math.floor(place / board.cols) + 0.5) * CELL,
  };
}

/** The cell under a point of the drawing, or undefined outside. */
export function cellAt(board: Geometry, point: Point): number | undefined {
  const column = Math.floor((point.x - board.margin) / CELL);
  const row = Math.floor((point.y - board.margin) / CELL);
  if (column < 0 || row < 0 || column >= board.cols || row >= board.rows) return undefined;
  return shown(board, row * board.cols + column);
}

/** The neighbour an arrow key leads to, as the player sees the board; stays at the edge. */
export function neighbour(board: Geometry, cell: number, right: number, down: number): number {
  const place = shown(board, cell);
  const column = Math.min(Math.max((place % board.cols) + right, 0), board.cols - 1);
  const row = Math.min(Math.max(Math.floor(place / board.cols) + down, 0), board.rows - 1);
  return shown(board, row * board.cols + column);
}

/** How many steps of a king lie between two cells. */
export function distance(board: Geometry, from: number, to: number): number {
  const columns = Math.abs((from % board.cols) - (to % board.cols));
  const rows = Math.abs(Math.floor(from / board.cols) - Math.floor(to / board.cols));
  return Math.max(columns, rows);
}

/** The two ends of a line drawn through cells: the pair that lies farthest apart. */
export function lineEnds(board: Geometry, cells: readonly number[]): [Point, Point] | undefined {
  let best: [number, number] | undefined;
  let length = 0;
  for (const from of cells) {
    for (const to of cells) {
      if (distance(board, from, to) > length) {
        length = distance(board, from, to);
        best = [from, to];
      }
    }
  }
  return best && [centre(board, best[0]), centre(board, best[1])];
}

/** Whether all cells lie on one row, column or diagonal (then a line is drawn, else rings). */
export function aligned(board: Geometry, cells: readonly number[]): boolean {
  const [first, second] = cells;
  if (first === undefined || second === undefined) return false;
  const ends = [...cells].sort((left, right) => left - right);
  const low = ends[0] as number;
  const high = ends[ends.length - 1] as number;
  const length = distance(board, low, high);
  const step = (high - low) / length;
  return length === cells.length - 1 && ends.every((cell, index) => cell === low + index * step);
}
