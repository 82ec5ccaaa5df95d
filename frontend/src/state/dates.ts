/** Dates as people say them; the server sends seconds since 1970 or an ISO date. */
import { settings } from "./settings.svelte";

export function when(moment: number | string): string {
  const date = new Date(typeof moment === "number" ? moment * 1000 : moment);
  if (Number.isNaN(date.getTime())) return "";
  const today = new Date().toDateString() === date.toDateString();
  const style: Intl.DateTimeFormatOptions = today
    ? { hour: "2-digit", minute: "2-digit" }
    : { year: "numeric", month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(settings.language, style).format(date);
}
