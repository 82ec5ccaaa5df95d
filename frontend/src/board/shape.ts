/** What all drawings of one game's board share, as properties of `Board`. */
import type { BoardShape } from "../protocol/messages";
import { themeFor, type ThemeChoice } from "./themes";
import type { Kind, Theme } from "./types";

export interface BoardProps {
  kind: Kind;
  rows: number;
  cols: number;
  columns: readonly string[];
  lines: readonly string[];
  stars: readonly number[];
  letters: "above" | "below";
  theme: Theme;
}

/** `choice` is the board that the settings ask for. A board in letters has its own drawing, `TextBoard`. */
export function boardProps(shape: BoardShape, choice: ThemeChoice): BoardProps {
  const kind = shape.style === "text" ? "squares" : shape.style;
  return {
    kind,
    rows: shape.size,
    cols: shape.size,
    columns: shape.columns,
    lines: shape.rows,
    stars: shape.stars,
    letters: shape.letters ?? "below",
    theme: themeFor(choice, shape.theme, kind),
  };
}
