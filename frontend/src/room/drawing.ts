/** From what the server says to what the board draws. */
import { say, t } from "../i18n/language.svelte";
import type {
  BoardMove,
  CandidateMark,
  CellMark,
  Forbidden,
  GhostStone,
  LastMove,
  Stone,
  TextMove,
} from "../board/types";
import type {
  BoardShape,
  CandidateView,
  NodeView,
  PositionView,
  SearchView,
  Side,
} from "../protocol/messages";
import { basisOf, valueSign, type Points } from "./value";

type Playable = Pick<PositionView, "moves" | "cells">;

export function stone(side: Side): Stone {
  return side === 0 ? "x" : "o";
}

export function other(side: Side): Side {
  return side === 0 ? 1 : 0;
}

/** The moves that are made on the board; a number alone is a stone on the cell of that number. */
export function boardMoves({ moves, cells }: Playable): BoardMove[] {
  const list: BoardMove[] = [];
  for (const move of moves) {
    if (typeof move !== "number") {
      if (move.to !== null) list.push({ number: move.move, to: move.to, from: move.origin ?? undefined });
    } else if (move < cells.length) list.push({ number: move, to: move });
  }
  return list;
}

/** The moves of a board in letters, as its buttons. */
export function textMoves({ moves }: Pick<PositionView, "moves">): TextMove[] {
  return moves.flatMap((move) => (typeof move === "number" ? [] : [{ number: move.move, text: move.text }]));
}

/** The number of the pass, where one may pass. */
export function passMove({ moves, cells }: Playable): number | undefined {
  if (!cells) return undefined; // a board in letters has a button for every move
  const pass = moves.find((move) => (typeof move === "number" ? move >= cells.length : move.to === null));
  return typeof pass === "object" ? pass.move : pass;
}

/** A legal move as people write it. */
export function moveText(
  move: number,
  { moves, cells }: Playable,
  { columns, rows }: Pick<BoardShape, "columns" | "rows">,
): string {
  const known = moves.find((entry) => typeof entry !== "number" && entry.move === move);
  if (typeof known === "object") return known.text;
  if (move >= cells.length) return t("Pass");
  return `${columns[move % columns.length] ?? ""}${rows[Math.floor(move / columns.length)] ?? ""}`;
}

export function lastMove(position: PositionView): LastMove | undefined {
  const last = position.last;
  return !last || last.to === null ? undefined : { to: last.to, from: last.origin ?? undefined };
}

export function forbidden(position: PositionView): Forbidden[] {
  return Object.entries(position.refused ?? {}).map(([cell, reason]) => ({
    cell: Number(cell),
    reason: say(reason),
  }));
}

/** The candidates on the board; the server sends them in their order. */
export function candidateMarks(search: SearchView, points: Points): CandidateMark[] {
  const marks: CandidateMark[] = [];
  search.candidates.forEach((candidate, index) => {
    if (candidate.to === null) return;
    marks.push({
      move: candidate.move,
      to: candidate.to,
      from: candidate.origin ?? undefined,
      value: valueSign(candidate, points),
      visits: candidate.visits,
      best: index === 0,
      basis: basisOf(candidate, points),
    });
  });
  return marks;
}

/** The first moves of a variation as numbered stones, those that are still there at its end, as they are then. */
export function previewStones(candidate: CandidateView, turn: Side, length = 9): GhostStone[] {
  const byCell = new Map<number, GhostStone>();
  candidate.pv.slice(0, length).forEach((move, index) => {
    if (move.to === null) return;
    const side = index % 2 === 0 ? turn : other(turn);
    const end = candidate.after?.[move.to] ?? stone(side);
    byCell.delete(move.to);
    if (end === ".") return;
    byCell.set(move.to, {
      to: move.to,
      from: move.origin ?? undefined,
      stone: end as Stone,
      label: String(index + 1),
    });
  });
  return [...byCell.values()];
}

/** Which move put the stone on each cell, for games whose stones stay where they were put. */
export function moveNumbers(path: readonly NodeView[]): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const node of path) if (typeof node.to === "number") numbers.set(node.to, node.ply);
  return numbers;
}

/** How the move that led to a node was judged, and on request what should have been played. */
export function judgementMarks(
  node: NodeView | undefined,
  position: PositionView,
  withBetter: boolean,
): CellMark[] {
  const last = lastMove(position);
  if (!node?.mark || node.mark === "good") return [];
  const found: CellMark[] = last ? [{ cell: last.to, shape: node.mark }] : [];
  const better = node.better_move;
  if (withBetter && typeof better?.to === "number")
    found.push({ cell: better.to, from: better.origin ?? undefined, shape: "better" });
  return found;
}
