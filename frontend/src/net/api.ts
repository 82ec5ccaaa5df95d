/** The server's REST side, one function a request. Every failure is a `Failure` with words for the player. */
import { say, t, type Languages } from "../i18n/language.svelte";
import type { Catalog, Looked, Made, NewGame, Summary } from "../protocol/messages";
import { join } from "../state/join.svelte";
import { keepInvite, keepToken, tokenFor } from "./tokens";

export class Failure extends Error {
  constructor(
    readonly code: string,
    readonly words: Languages | undefined,
  ) {
    super(words?.en ?? code);
  }
  /** One sentence in the language that is set. */
  get sentence(): string {
    return say(this.words) || t("failure.unknown");
  }
}

/** The sentence for anything that was thrown. */
export function sentence(problem: unknown): string {
  return problem instanceof Failure ? problem.sentence : t("failure.unreachable");
}

/** Requests that a network server takes only with its join token. */
const JOINED = new Set(["/games", "/course", "/import"]);

async function ask<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`/api${path}`, options);
  const body = (await response.json().catch(() => undefined)) as
    { error?: { code: string; text: Languages } } | undefined;
  if (response.ok) return body as Answer;
  // A wrong word for the network is asked for again.
  if (response.status === 403 && JOINED.has(path)) join.keep("");
  throw new Failure(body?.error?.code ?? String(response.status), body?.error?.text);
}

function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

let known: Promise<Catalog> | undefined;

/** What games, levels and clocks there are; asked once. */
export function catalog(): Promise<Catalog> {
  known ??= ask<Catalog>("/catalog").catch((problem: unknown) => {
    known = undefined;
    throw problem;
  });
  return known;
}

/** Make a game and keep its keys. */
export async function makeGame(game: NewGame): Promise<Made> {
  return keep(await post<Made>("/games", withJoin(game)));
}

/** Whether this is the join token; fails with a sentence if it is not. */
export function checkJoin(word: string): Promise<unknown> {
  return post("/join", { join_token: word });
}

export interface CourseGame {
  mode: "host" | "join";
  host?: string;
  port: number;
  name: string;
  seat: 0 | 1;
  seconds: number;
  player?: string;
}

export async function makeCourse(game: CourseGame): Promise<Made> {
  return keep(await post<Made>("/course", withJoin(game)));
}

function withJoin<Body extends object>(body: Body): Body & { join_token?: string } {
  return join.word ? { ...body, join_token: join.word } : body;
}

function keep(made: Made): Made {
  keepToken(made.id, made.tokens.owner);
  if (made.invite) keepInvite(made.id, made.invite.split("#")[1] ?? "");
  return made;
}

/** Games of this machine belong to whoever sits at it: get the owner's token if this browser has none. */
export async function claimGame(id: string): Promise<void> {
  if (tokenFor(id)) return;
  const claimed = await post<{ tokens: { owner: string } }>(`/games/${encodeURIComponent(id)}/claim`, {});
  keepToken(id, claimed.tokens.owner);
}

export interface Filter {
  game?: string;
  player?: string;
  text?: string;
  state?: "playing" | "unfinished" | "finished" | "all";
  limit?: number;
  offset?: number;
}

export function listGames(filter: Filter): Promise<{ total: number; games: Summary[] }> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== "" && value !== undefined) query.set(name, String(value));
  return ask(`/games?${query}`);
}

export function deleteGame(id: string): Promise<unknown> {
  return ask(`/games/${encodeURIComponent(id)}`, {
    method: "DELETE",
    headers: { "X-Boyi-Token": tokenFor(id) },
  });
}

export function deleteGames(ids: readonly string[]): Promise<unknown> {
  return post("/games/delete", { ids });
}

export interface Imported {
  games: { id: string; tokens: { owner: string }; summary: Summary }[];
  errors: { name: string; text: Languages }[];
}

/** Files and pasted text become games to review. */
export async function importGames(files: readonly File[], text = ""): Promise<Imported> {
  const form = new FormData();
  for (const file of files) form.append("files", file);
  if (text) form.append("text", text);
  if (join.word) form.append("join_token", join.word);
  const imported = await ask<Imported>("/import", { method: "POST", body: form });
  for (const game of imported.games) keepToken(game.id, game.tokens.owner);
  return imported;
}

export interface Question {
  game: string;
  options: Record<string, number | string | boolean>;
  position?: string;
  cells?: string;
  turn?: 0 | 1;
  moves?: string;
}

/** Let the server read a position; the page cannot. */
export function look(question: Question): Promise<Looked> {
  return post("/look", question);
}

export function exportAddress(id: string, format: string, node?: number): string {
  return `/api/games/${encodeURIComponent(id)}/export?format=${format}${node === undefined ? "" : `&node=${node}`}`;
}

export async function exportText(id: string, format: string): Promise<string> {
  const response = await fetch(exportAddress(id, format));
  if (!response.ok) throw new Failure(String(response.status), undefined);
  return response.text();
}

/** Several games in one file, handed to the browser to save. */
export async function exportGames(ids: readonly string[], format: string): Promise<void> {
  const response = await fetch("/api/export", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ids, format }),
  });
  if (!response.ok) {
    const body = (await response.json().catch(() => undefined)) as
      { error?: { code: string; text: Languages } } | undefined;
    throw new Failure(body?.error?.code ?? String(response.status), body?.error?.text);
  }
  const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name ?? `boyi.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function qrAddress(id: string, token: string): string {
  return `/api/games/${encodeURIComponent(id)}/qr?token=${encodeURIComponent(token)}`;
}
