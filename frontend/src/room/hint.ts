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
  const stands = BANDS.find(([least]) => best.win_rate >= least)?.[1] ?? "hint.losing";
  const key = search.proven === "win" ? "hint.proven" : stands;
  return `${t("log.hint", { move: best.text })} ${t(key)}`;
}
