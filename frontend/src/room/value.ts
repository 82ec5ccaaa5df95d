/** What a search says about a position or a move, in the fewest words: a proof, points of the game, or a win rate. */
import type { Basis } from "../board/types";
import type { Languages } from "../protocol/messages";
import { say, t, template, type Template } from "../i18n/language.svelte";

export interface Valued {
  win_rate: number | null;
  score?: number | null;
  proven?: "win" | "loss" | "draw" | null | undefined;
  plies?: number | null | undefined;
}

interface Based {
  score?: number | null;
  kind?: Basis | null | undefined;
}

/** How points of the game are said, `{points} discs`; nothing where it has none. */
export type Points = Languages | null | undefined;

const PROVEN = {
  win: template("proven win"),
  loss: template("proven loss"),
  draw: template("proven draw"),
};

/** `win in 5`, `loss`, `draw`; nothing that is not proven. */
export function proofText({ proven, plies }: Pick<Valued, "proven" | "plies">): string {
  if (!proven) return "";
  if (!plies || proven === "draw") return t(PROVEN[proven]);
  return t(proven === "win" ? "win in {plies}" : "loss in {plies}", { plies });
}

/** `+4`, `−0.5`; a minus as long as the plus. */
export function signed(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)}`;
}

export function percent(rate: number, digits = 0): string {
  return `${(rate * 100).toFixed(digits)} %`;
}

/** The whole value, for a list. */
export function valueText(value: Valued, points: Points): string {
  const proof = proofText(value);
  if (points && typeof value.score === "number")
    return say(points).replace("{points}", signed(value.score)) + (proof ? ` · ${proof}` : "");
  return proof || (value.win_rate === null ? t("unknown") : percent(value.win_rate, 1));
}

/** The value in a few signs, for a disc on the board. */
export function valueSign(value: Valued, points: Points): string {
  if (points && typeof value.score === "number") return signed(Math.round(value.score));
  if (value.proven === "draw") return "=";
  if (value.proven) return `${value.proven === "win" ? "" : "−"}#${value.plies ?? ""}`;
  return value.win_rate === null ? "?" : String(Math.round(value.win_rate * 100));
}

/** How it is said what a value in points is based on. */
export const BASES: Record<Basis, Template> = {
  exact: template("exact"),
  heuristic: template("estimate"),
  selective: template("almost exact"),
};

/** What a value in points is based on; nothing where points are not shown. */
export function basisOf({ score, kind }: Based, points: Points): Basis | undefined {
  return points && typeof score === "number" ? (kind ?? undefined) : undefined;
}

/** What a move cost: points where the game has them, else win rate. */
export function lossText(
  { loss, loss_points }: { loss?: number | null; loss_points?: number | null },
  points: Points,
): string {
  if (points && typeof loss_points === "number") return signed(-loss_points);
  return typeof loss === "number" ? `−${percent(loss)}` : "";
}
