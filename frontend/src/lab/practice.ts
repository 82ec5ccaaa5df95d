/** Requests about puzzles and one's own mistakes. */
import { ask, post } from "../net/api";
import type { Guessed, Kept, Practice, PuzzleView } from "../protocol/messages";

const KEY = "boyi.learner";

/** On a network each browser has exercises of its own, found by this word. */
function learner(): string {
  try {
    const kept = localStorage.getItem(KEY) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    localStorage.setItem(KEY, kept);
    return kept;
  } catch {
    return "";
  }
}

function headers(): Record<string, string> {
  return { "X-Boyi-Learner": learner() };
}

export function practice(): Promise<Practice> {
  return ask("/lab/practice", { headers: headers() });
}

/** Where a puzzle is: of a set by game and number, or a mistake of one's own. */
export type Which = { game: string; number: number } | { mistake: string };

function pathOf(which: Which): string {
  return "mistake" in which
    ? `/lab/mistakes/${encodeURIComponent(which.mistake)}`
    : `/lab/puzzles/${encodeURIComponent(which.game)}/${which.number}`;
}

export function puzzle(which: Which): Promise<PuzzleView> {
  return ask(pathOf(which), { headers: headers() });
}

/** Try a move; without one the answer is shown. */
export function guess(which: Which, move: number | null): Promise<Guessed> {
  return post(pathOf(which), { move }, headers());
}

export function keepMistakes(game: string): Promise<Kept> {
  return post("/lab/mistakes", { game }, headers());
}

export function forgetMistake(id: string): Promise<Kept> {
  return ask(pathOf({ mistake: id }), { method: "DELETE", headers: headers() });
}
