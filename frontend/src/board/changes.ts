/** What moved between two positions, so that it can be shown moving. Knows no rules, only differences. */
import { distance, type Geometry } from "./geometry";
import type { LastMove, Stone } from "./types";

export interface Change {
  kind: "place" | "slide" | "flip" | "remove";
  /** The stone that was there before (flip and remove). */
  before?: Stone;
  from?: number;
  /** Milliseconds to wait: the effect runs outwards from the move. */
  delay: number;
}

const STEP = 45;

/** The changes by cell; empty when the step was a jump of several moves (then nothing should fly about). */
export function changes(
  board: Geometry,
  before: string,
  after: string,
  last: LastMove | undefined,
): Map<number, Change> {
  const found = new Map<number, Change>();
  if (before.length !== after.length || last === undefined || before === after) return found;
  for (let cell = 0; cell < after.length; cell += 1) {
    const old = before[cell] as string;
    const now = after[cell] as string;
    if (old === now) continue;
    const delay = distance(board, last.to, cell) * STEP;
    if (cell === last.to && now !== ".") {
      found.set(cell, last.from === undefined ? { kind: "place", delay: 0 } : slide(last.from, old));
    } else if (now === ".") {
      if (cell !== last.from) found.set(cell, { kind: "remove", before: old as Stone, delay });
    } else if (old !== ".") {
      found.set(cell, { kind: "flip", before: old as Stone, delay });
    } else {
      return new Map();
    }
  }
  return found.has(last.to) ? found : new Map();
}

function slide(from: number, taken: string): Change {
  const change: Change = { kind: "slide", from, delay: 0 };
  if (taken !== ".") change.before = taken as Stone;
  return change;
}
