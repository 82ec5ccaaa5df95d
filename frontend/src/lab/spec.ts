/** Searches as text, `mcts:c=0.7,iterations=50`, and the addresses that name what is explained. */
import type { SettingView } from "../protocol/messages";
import type { Level, Opened, Request } from "./types";

export interface Spec {
  name: string;
  values: Record<string, string>;
}

export function parseSpec(text: string): Spec {
  const [name = "", rest = ""] = split(text, ":");
  const values: Record<string, string> = {};
  for (const part of rest.split(",").filter(Boolean)) {
    const [key = "", value = ""] = split(part, "=");
    values[key.trim()] = value.trim();
  }
  return { name: name.trim().toLowerCase(), values };
}

function split(text: string, sign: string): string[] {
  const place = text.indexOf(sign);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

/** The text of a search; a setting with its usual value is left out. */
export function formatSpec({ name, values }: Spec, settings: readonly SettingView[]): string {
  const changed = settings
    .filter(
      ({ name: key, usual }) => values[key] !== undefined && values[key] !== "" && values[key] !== usual,
    )
    .map(({ name: key }) => `${key}=${values[key]}`);
  return changed.length > 0 ? `${name}:${changed.join(",")}` : name;
}

/** How far a slider goes where the setting itself goes much further: the first, the last, and a step. */
const SLIDERS: Record<string, readonly [number, number, number]> = {
  c: [0, 3, 0.05],
  rollouts: [1, 16, 1],
  iterations: [10, 10_000, 10],
  depth: [1, 6, 1],
  width: [0, 20, 1],
  points: [1_000, 100_000, 1_000],
  plies: [1, 30, 1],
  seed: [0, 20, 1],
};

export interface Range {
  min: number;
  max: number;
  step: number;
}

/** The slider of a setting, if it is one of those that are turned often; wide enough for its value. */
export function sliderOf(setting: SettingView, value: number): Range | undefined {
  const range = SLIDERS[setting.name];
  if (!range || (setting.kind !== "whole" && setting.kind !== "number")) return undefined;
  const low = setting.low ?? 0;
  const high = setting.high ?? 0;
  return {
    min: Math.max(Math.min(range[0], value), low),
    max: Math.min(Math.max(range[1], value), high),
    step: Number.isInteger(value / range[2]) || range[2] < 1 ? range[2] : 1,
  };
}

/** Which step is looked at, and how; steps count from 1 as people do. */
export interface Place {
  level: Level | undefined;
  step: number;
  tree: boolean;
}

export function readPlace(query: URLSearchParams): Place {
  const level = query.get("level");
  const step = Number(query.get("step") ?? "1");
  return {
    level: level === "phase" || level === "iteration" ? level : undefined,
    step: Number.isInteger(step) && step >= 1 && step < 1e7 ? step - 1 : 0,
    tree: query.get("view") === "tree",
  };
}

/** What an address asks to be explained; options of the game are `o.size=9`. */
export function readRequest(query: URLSearchParams): Request {
  const request: Request = { search: query.get("search") ?? "mcts:iterations=200" };
  const versus = query.get("versus");
  if (versus) request.versus = versus;
  const from = query.get("from");
  if (from) {
    const node = Number(query.get("node") ?? "0");
    return {
      ...request,
      start: { from: { id: from, node: Number.isInteger(node) && node >= 0 ? node : 0 } },
    };
  }
  const game = query.get("game");
  if (!game) return request;
  const options: Record<string, number | string> = {};
  for (const [key, value] of query)
    if (key.startsWith("o.")) options[key.slice(2)] = /^-?\d+$/.test(value) ? Number(value) : value;
  return {
    ...request,
    game,
    options,
    start: { position: query.get("position") || null, moves: query.get("moves") || null },
  };
}

/** The address of what was opened: whoever has it sees the same. */
export function addressOf(opened: Opened, usual: Record<string, number | string>): URLSearchParams {
  const query = new URLSearchParams({ search: opened.search });
  if (opened.versus) query.set("versus", opened.versus);
  if (opened.game) query.set("game", opened.game);
  for (const [key, value] of Object.entries(opened.options))
    if (key !== "backend" && usual[key] !== value) query.set(`o.${key}`, String(value));
  if (opened.position) query.set("position", opened.position);
  if (opened.moves) query.set("moves", opened.moves);
  return query;
}

export function addPlace(query: URLSearchParams, place: Place): string {
  if (place.level) query.set("level", place.level);
  if (place.step > 0) query.set("step", String(place.step + 1));
  if (place.tree) query.set("view", "tree");
  // Spaces and commas can be read in an address.
  return query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}
