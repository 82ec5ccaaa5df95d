/** A hint in plain words: the move, and how one stands with it. */
import { t, template, type Template } from "../i18n/language.svelte";
import type { SearchView } from "../protocol/messages";

const LOSING = template("You are losing; this holds out longest.");
const BANDS: readonly [number, Template][] = [
  [0.9, template("You are winning.")],
  [0.62, template("You stand better.")],
  [0.38, template("The game is even.")],
  [0.1, template("You stand worse; this is the best try.")],
  [0, LOSING],
];

export function hintWords(search: SearchView): string {
  const best = search.candidates[0];
  if (!best) return "";
  const words = t("Hint: {move}.", { move: best.text });
  const rate = best.win_rate;
  if (search.proven === "win") return `${words} ${t("It wins by force.")}`;
  if (rate === null) return words;
  return `${words} ${t(BANDS.find(([least]) => rate >= least)?.[1] ?? LOSING)}`;
}
