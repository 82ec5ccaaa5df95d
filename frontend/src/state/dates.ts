/** Dates as people say them; the server sends seconds since 1970 or an ISO date. */
import { settings, tagOf } from "./settings.svelte";

/** The browser's own kind of a language (`en-GB` has 24 hours, `en-US` twice 12), else the language itself. */
export function localeFor(language: string, locales: readonly string[]): string {
  const [root = language] = language.split("-");
  return locales.find((locale) => locale.toLowerCase().split("-")[0] === root.toLowerCase()) ?? language;
}

function browserLocales(): readonly string[] {
  return typeof navigator === "undefined" ? [] : (navigator.languages ?? [navigator.language]);
}

export function when(moment: number | string): string {
  const date = new Date(typeof moment === "number" ? moment * 1000 : moment);
  if (Number.isNaN(date.getTime())) return "";
  const today = new Date().toDateString() === date.toDateString();
  const style: Intl.DateTimeFormatOptions = today
    ? { hour: "2-digit", minute: "2-digit" }
    : { year: "numeric", month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(localeFor(tagOf(settings.language), browserLocales()), style).format(date);
}
