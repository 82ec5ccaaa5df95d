/** What stands in tables, as text. */
import { say } from "../i18n/language.svelte";
import type { Entry, Head } from "./types";

/** A number as the explanation shows its numbers: rounded, or cut off as in the thesis. */
export function shownEntry(entry: Entry | undefined, head: Pick<Head, "decimals" | "truncate">): string {
  if (entry === null || entry === undefined) return "–";
  if (typeof entry === "object") return say(entry);
  if (typeof entry !== "number" || Number.isInteger(entry)) return String(entry);
  if (!head.truncate) {
    return entry.toFixed(entry !== 0 && Math.abs(entry) < 1 ? Math.max(head.decimals, 3) : head.decimals);
  }
  const scale = 10 ** head.decimals;
  return (Math.trunc(entry * scale + Math.sign(entry) * 1e-9) / scale).toFixed(head.decimals);
}

/** For sorting: numbers by size, words as people sort them; what is not known comes last. */
export function compareEntries(one: Entry | undefined, other: Entry | undefined): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const missing = Number(other === null || other === undefined) - Number(one === null || one === undefined);
  if (missing !== 0) return missing;
  const text = (entry: Entry | undefined): string =>
    typeof entry === "object" ? say(entry) : String(entry ?? "");
  return text(one).localeCompare(text(other), undefined, { numeric: true });
}

/** The order of a table's rows. */
export function sortedRows(
  rows: readonly (readonly Entry[])[],
  sort: { column: number; down: boolean } | undefined,
): number[] {
  const order = rows.map((_, row) => row);
  if (!sort) return order;
  const { column, down } = sort;
  return order.sort(
    (a, b) => compareEntries(rows[a]?.[column], rows[b]?.[column]) * (down ? -1 : 1) || a - b,
  );
}
