/** How well each side has played, by what its judged moves cost. */
import type { Side } from "../protocol/messages";
import { mainLine, type Tree } from "../room/tree";
import { FAULTS, isFault, type Fault } from "./faults";

export interface Summary {
  /** How many of each kind. */
  counts: Record<Fault, number>;
  /** 0 to 100; nothing while no move is judged. */
  accuracy: number | undefined;
  judged: number;
}

/**
 * The accuracy of one move that cost so much win rate (0 to 1), from 100 for nothing down to 0: the curve that
 * lichess has published.
 */
export function moveAccuracy(loss: number): number {
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-4.354 * loss) - 3.1669));
}

/** Half the usual mean, half the harmonic one, in which a single bad move weighs more. */
export function meanAccuracy(losses: readonly number[]): number | undefined {
  if (losses.length === 0) return undefined;
  const values = losses.map(moveAccuracy);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const harmonic = values.length / values.reduce((sum, value) => sum + 1 / Math.max(value, 1), 0);
  return (mean + harmonic) / 2;
}

/** Who made each move of the main line: the sides take turns, but for a side that had to pass. */
export function summaryOf(tree: Tree, first: Side): [Summary, Summary] {
  const losses: [number[], number[]] = [[], []];
  const counts = [0, 1].map(() => Object.fromEntries(FAULTS.map((fault) => [fault, 0])));
  for (const node of mainLine(tree).slice(1)) {
    const side: Side = (node.ply - 1 + first) % 2 === 0 ? 0 : 1;
    if (typeof node.loss === "number") losses[side].push(node.loss);
    const found = counts[side];
    if (found && isFault(node.mark)) found[node.mark] = (found[node.mark] ?? 0) + 1;
  }
  return [0, 1].map((side) => ({
    counts: counts[side] as Record<Fault, number>,
    accuracy: meanAccuracy(losses[side as Side]),
    judged: losses[side as Side].length,
  })) as [Summary, Summary];
}
