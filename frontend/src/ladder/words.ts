/** How the ladder's names and results are said. */
import { t } from "../i18n/language.svelte";

/** `level:3` in the language that is set; a bot's name stays. */
export function botName(name: string): string {
  const level = /^level:(\d+)$/.exec(name);
  return level ? t("Level {level}", { level: level[1] ?? "" }) : name;
}

/** Black's points as a score. */
export function score(points: number): string {
  return points === 1 ? "1–0" : points === 0 ? "0–1" : "½–½";
}
