/** What the player prefers, remembered in this browser only. */
import type { ThemeChoice } from "../board/themes";

export interface Settings {
  /** The code of a language of the server, or another name of one; empty: as the browser prefers. */
  language: string;
  theme: "system" | "light" | "dark";
  board: ThemeChoice;
  coordinates: boolean;
  numbers: boolean;
  animation: boolean;
  legal: boolean;
  sounds: boolean;
  volume: number;
  confirm: boolean;
  /** The name shown to friends. */
  name: string;
}

const KEY = "boyi.settings";

export const DEFAULTS: Settings = {
  language: "",
  theme: "system",
  board: "auto",
  coordinates: true,
  numbers: false,
  animation: true,
  legal: true,
  sounds: true,
  volume: 60,
  confirm: false,
  name: "",
};

/** Take from stored text what has the right type; everything else keeps its default. */
export function restore(text: string | null): Settings {
  const result: Settings = { ...DEFAULTS };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return result;
  }
  if (typeof stored !== "object" || stored === null) return result;
  const target = result as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(stored)) {
    if (name in target && typeof value === typeof target[name]) target[name] = value;
  }
  if (!["system", "light", "dark"].includes(result.theme)) result.theme = "system";
  if (!["auto", "wood", "flat", "felt", "checked"].includes(result.board)) result.board = "auto";
  result.volume = Math.min(Math.max(result.volume, 0), 100);
  return result;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export const settings: Settings = $state(restore(typeof localStorage === "undefined" ? null : read(KEY)));

/** A language's code as HTML and browsers write it. */
export function tagOf(code: string): string {
  return code.replace("_", "-");
}

export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "system" && systemDark.matches);
}

/** Write the settings down and let the document follow them; called in an effect of the page's root. */
export function applySettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the settings last as long as the tab.
  }
  const root = document.documentElement;
  root.dataset.theme = isDark() ? "dark" : "light";
  root.dataset.motion = settings.animation ? "on" : "off";
  root.lang = tagOf(settings.language || "en");
}

const systemDark =
  typeof matchMedia === "undefined"
    ? ({ matches: false, addEventListener() {} } as unknown as MediaQueryList)
    : matchMedia("(prefers-color-scheme: dark)");
systemDark.addEventListener("change", () => applySettings());
