/**
 * The page's texts: English templates where they are said, translated by the catalogue of the language that is set.
 * The server has the catalogues (`/api/words`); `make messages` makes them from the files that it and the terminal use.
 */
import type { Languages, Words } from "../protocol/types";
import { settings } from "../state/settings.svelte";

declare global {
  interface Window {
    /** The catalogue, asked for before the page was loaded (`theme.js`). */
    boyiWords?: Promise<Response>;
  }
}

/** A template that is said later: tables are made of these. */
export type Template = string & { readonly template: true };

/** What stands between a context and its template, as in gettext's files. */
const BETWEEN = "\u0004";

let known = $state.raw<Words>({
  code: "en",
  languages: [{ code: "en", name: "English", sign: "EN" }],
  words: {},
});

/** A template for a table, or, with a context, one whose words alone have several meanings. */
export function template(text: string, context = ""): Template {
  return ((context && context + BETWEEN) + text) as Template;
}

/**
 * The text of a template (a literal, so that `make messages` finds it), with `{name}` places filled in;
 * `{count|game|games}` is the word for one or for more.
 */
export function t<Said extends string>(
  said: string extends Said ? never : Said,
  values: Record<string, string | number> = {},
): string {
  const words = known.words[said] ?? said.slice(said.indexOf(BETWEEN) + 1);
  return words.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (place, name: string, one?: string, more?: string) =>
      String((one === undefined ? values[name] : String(values[name]) === "1" ? one : more) ?? place),
  );
}

/** A text of the server in the language that is set. */
export function say(text: Languages | undefined | null): string {
  return text?.[known.code] ?? text?.en ?? "";
}

/** All languages that there are. */
export function languages(): Words["languages"] {
  return known.languages;
}

/** Load the catalogue of a language, or the nearest that there is, and speak it; without an answer nothing changes. */
export async function speak(
  wanted: string,
  asked: Promise<Response> = fetch(`/api/words?language=${encodeURIComponent(wanted)}`),
): Promise<void> {
  try {
    const answer = await asked;
    if (!answer.ok) return;
    known = (await answer.json()) as Words;
    settings.language = known.code;
  } catch {
    // The server cannot be reached, which the page will say.
  }
}
