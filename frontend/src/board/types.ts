/** What the board is told and what it tells: cells are indices row by row from the top left. */

export type Stone = "x" | "o";
export type Kind = "crossings" | "squares";
export type Theme = "wood" | "flat" | "felt" | "checked";

/** A legal move as the server names it; `from` only where a piece is moved. */
export interface BoardMove {
  number: number;
  to: number;
  from?: number | undefined;
}

/** A legal move of a game that is shown as text. */
export interface TextMove {
  number: number;
  text: string;
}

export interface LastMove {
  to: number;
  from?: number | undefined;
}

export interface Forbidden {
  cell: number;
  reason: string;
}

/** What a value in points is based on: a proof, a search to the end with probable cuts, or an evaluation. */
export type Basis = "exact" | "selective" | "heuristic";

/** A move an engine considers: `value` is what it says of it, in a few signs. */
export interface CandidateMark {
  move: number;
  to: number;
  from?: number | undefined;
  value: string;
  visits: number;
  best: boolean;
  basis?: Basis | undefined;
}

/** One stone of a previewed variation. */
export interface GhostStone {
  to: number;
  from?: number | undefined;
  stone: Stone;
  label: string;
}

/** The last three are signs at the corner of a stone: how a move was judged. */
export type MarkShape =
  "triangle" | "square" | "circle" | "cross" | "text" | "better" | "inaccuracy" | "mistake" | "blunder";

/** Something that a person has drawn on the board. */
export interface Shape {
  kind: "circle" | "triangle" | "square" | "cross" | "label" | "arrow" | "line";
  cell: number;
  /** Where an arrow or a line ends. */
  to?: number | null;
  text?: string;
}

export interface CellMark {
  cell: number;
  /** Where a piece would have come from. */
  from?: number | undefined;
  shape: MarkShape;
  text?: string;
  tone?: "accent" | "warn" | "danger";
}
