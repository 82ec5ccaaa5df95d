import { template, type Template } from "../i18n/language.svelte";

/** What a judged move is called. */
export const MARKS: Record<"good" | "inaccuracy" | "mistake" | "blunder", Template> = {
  good: template("good move"),
  inaccuracy: template("inaccuracy"),
  mistake: template("mistake"),
  blunder: template("blunder"),
};

/** The signs of judged moves, as in printed games. */
export const SIGNS: Record<"good" | "inaccuracy" | "mistake" | "blunder", string> = {
  good: "!",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};
