/** Which board a game gets when the player has not chosen one. */
import type { Kind, Theme } from "./types";

export type ThemeChoice = Theme | "auto";

/** `own` is the theme that the game brings. */
export function themeFor(choice: ThemeChoice, own: Theme, kind: Kind): Theme {
  if (choice === "checked" && kind === "crossings") return "flat";
  return choice === "auto" ? own : choice;
}
