/** The moves that were judged as worse than they had to be. */
import { t, template, type Template } from "../i18n/language.svelte";
import type { NodeView } from "../protocol/messages";
import { mainLine, type Tree } from "../room/tree";

export const FAULTS = ["blunder", "mistake", "inaccuracy"] as const;
export type Fault = (typeof FAULTS)[number];

export function isFault(mark: string | undefined): mark is Fault {
  return FAULTS.some((fault) => fault === mark);
}

/** The next such move of the main line after this node, going around; nothing where there is none. */
export function nextFault(tree: Tree, at: number): number | undefined {
  const found = faultsOf(tree);
  const ply = tree.byId.get(at)?.ply ?? 0;
  return (found.find((node) => node.ply > ply) ?? found[0])?.node;
}

/** The judged moves of the main line that were worse than they had to be. */
export function faultsOf(tree: Tree): NodeView[] {
  return mainLine(tree).filter((node) => isFault(node.mark));
}

/** What judging the game has found, in a sentence; empty while moves are not judged. */
export function verdictOn(tree: Tree): string {
  const moves = mainLine(tree).slice(1);
  const list = faultWords(moves.map((node) => node.mark));
  if (list) return t("Review done: {list}.", { list });
  const judged = moves.length > 0 && moves.every((node) => typeof node.evaluation === "number");
  return judged ? t("Review done: no mistakes found.") : "";
}

const COUNTS: Record<Fault, Template> = {
  blunder: template("{count} {count|blunder|blunders}"),
  mistake: template("{count} {count|mistake|mistakes}"),
  inaccuracy: template("{count} {count|inaccuracy|inaccuracies}"),
};

/** So many of a kind. */
export function faultCount(fault: Fault, count: number): string {
  return t(COUNTS[fault], { count });
}

/** How many there are of each kind. */
function faultWords(marks: readonly (string | undefined)[]): string {
  return FAULTS.map((fault) => ({ fault, count: marks.filter((mark) => mark === fault).length }))
    .filter(({ count }) => count > 0)
    .map(({ fault, count }) => faultCount(fault, count))
    .join(t(", "));
}
