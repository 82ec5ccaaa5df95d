/** A hint in plain words: the move, and how one stands with it. */
import { t, type Key } from "../i18n/language.svelte";
import type { SearchView } from "../protocol/messages";

const BANDS: readonly [number, Key][] = [
  [0.9, "hint.winning"],
  [0.62, "hint.better"],
  [0.38, "hint.even"],
  [0.1, "hint.worse"],
  [0, "hint.losing"],
];

export function hintWords(search: SearchView): string {
  const best = search.candidates[0];
  if (!best) return "";
  const words = t("log.hint", { move: best.text });
  const rate = best.win_rate;
  if (search.proven === "win") return `${words} ${t("hint.proven")}`;
  if (rate === null) return words;
  return `${words} ${t(BANDS.find(([least]) => rate >= least)?.[1] ?? "hint.losing")}`;
}
