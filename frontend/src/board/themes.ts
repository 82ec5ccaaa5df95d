/** Which board a game gets when the player has not chosen one. */
import type { Kind, Theme } from "./types";

export type ThemeChoice = Theme | "auto";

export function themeFor(choice: ThemeChoice, game: string, kind: Kind): Theme {
  if (choice === "checked" && kind === "crossings") return "flat";
  if (choice !== "auto") return choice;
  if (game === "othello") return "felt";
  return kind === "squares" ? "checked" : "wood";
}
