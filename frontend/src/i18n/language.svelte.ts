/** The words of the page in the language that is set; changes at once everywhere. */
import { settings } from "../state/settings.svelte";
import { en } from "./en";
import { zh } from "./zh-CN";

export type Key = keyof typeof en;
export type Words = Record<Key, string>;
/** A text that the server sends in both languages. */
export type Languages = { en?: string; zh?: string };

const CATALOGUES: Record<string, Words> = { en, "zh-CN": zh };

/** The words for a key, with `{name}` places filled in; `{count|game|games}` is the word for one or for more. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const words = (CATALOGUES[settings.language] ?? en)[key];
  return words.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (place, name: string, one?: string, more?: string) =>
      String((one === undefined ? values[name] : String(values[name]) === "1" ? one : more) ?? place),
  );
}

/** The right half of a text in both languages. */
export function say(text: Languages | undefined | null): string {
  if (!text) return "";
  return (settings.language === "zh-CN" ? text.zh : text.en) ?? text.en ?? text.zh ?? "";
}

/** How the server calls the language. */
export function wire(): "en" | "zh" {
  return settings.language === "zh-CN" ? "zh" : "en";
}
