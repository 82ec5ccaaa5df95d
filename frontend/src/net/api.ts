/** The server's REST side, one function a request. Every failure is a `Failure` with words for the player. */
import { say, t } from "../i18n/language.svelte";
import type {
  AssignmentMade,
  Assignments,
  AssignmentView,
  Attempt,
  Catalog,
  ClassView,
  GuideView,
  LadderReplay,
  LadderView,
  Languages,
  Lobby,
  Looked,
  Made,
  MyBots,
  NetworkView,
  NewAssignment,
  NewGame,
  SeatToken,
  Summary,
  Thumbnail,
  Thumbnails,
  Tried,
} from "../protocol/messages";
import { join } from "../state/join.svelte";
import { keepInvite, keepToken, tokenFor } from "./tokens";

/** The code of what a server on the network does only with its join token. */
const NEEDS_TOKEN = "needs-token";

export class Failure extends Error {
  constructor(
    readonly code: string,
    readonly words: Languages | undefined,
  ) {
    super(words?.en ?? code);
  }
  /** One sentence in the language that is set. */
  get sentence(): string {
    return (
      say(this.words) ||
      t(
        this.code === NEEDS_TOKEN
          ? "Enter the join token of this server to see its games."
          : "Something went wrong. Nothing was lost; please try again.",
      )
    );
  }
}

/** Whether something failed for want of the join token. */
export function needsToken(problem: unknown): boolean {
  return problem instanceof Failure && problem.code === NEEDS_TOKEN;
}

/** The sentence for anything that was thrown. */
export function sentence(problem: unknown): string {
  return problem instanceof Failure
    ? problem.sentence
    : t("The server cannot be reached. Is Boyi still running?");
}

/** A request to the server; fails with a `Failure`. */
export async function ask<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetchFile(path, options);
  return (await response.json().catch(() => undefined)) as Answer;
}

function withServerToken(options: RequestInit): RequestInit {
  if (!join.word) return options;
  return { ...options, headers: { ...options.headers, "X-Boyi-Server-Token": join.word } };
}

async function failure(response: Response): Promise<Failure> {
  const body = (await response.json().catch(() => undefined)) as
    { error?: { code: string; text: Languages } } | undefined;
  // A wrong word for the network is asked for again.
  if (body?.error?.code === NEEDS_TOKEN) join.keep("");
  return new Failure(body?.error?.code ?? String(response.status), body?.error?.text);
}

export function post<Answer>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Answer> {
  return ask(path, {
    method: "POST",
    signal,
    headers: { "Content-Type": "application/json", ...headers },
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

/** The server has changed: ask anew. */
export function forgetCatalog(): void {
  known = undefined;
}

/** How others on the network get in; for the owner of the server alone. */
export function network(): Promise<NetworkView> {
  return ask("/network");
}

/** Let others on the network in, until the server ends. */
export function openNetwork(): Promise<NetworkView> {
  return post("/network/open", {});
}

export function closeNetwork(): Promise<NetworkView> {
  return post("/network/close", {});
}

/** A picture that needs the server's token, as an address for an image. */
export async function networkQr(): Promise<string> {
  return URL.createObjectURL(await (await fetchFile("/network/qr", {})).blob());
}

/** The games that wait for someone. */
export function lobby(): Promise<Lobby> {
  return ask("/lobby");
}

/** Ask for the free seat of a game of the lobby; its owner lets me in, or not. */
export async function askForSeat(id: string): Promise<void> {
  const seat = await post<SeatToken>(`/lobby/${encodeURIComponent(id)}`, {});
  keepToken(id, seat.token);
}

/** All boards of the server, for its owner. */
export function classView(): Promise<ClassView> {
  return ask("/class");
}

export function lockServer(on: boolean, code: string): Promise<ClassView> {
  return post("/class/lock", { on, code });
}

export async function assignments(): Promise<AssignmentView[]> {
  return (await ask<Assignments>("/assignments")).assignments;
}

/** Make a position an assignment; the link for pupils. */
export async function makeAssignment(wanted: NewAssignment): Promise<AssignmentMade> {
  const made = await post<AssignmentMade>("/assignments", withJoin(wanted));
  keepToken(made.id, made.owner);
  keepInvite(made.id, made.link.split("#")[1] ?? "");
  return made;
}

export function assignment(id: string): Promise<AssignmentView> {
  return ask(`/assignments/${encodeURIComponent(id)}`, { headers: { "X-Boyi-Token": tokenFor(id) } });
}

/** Begin a try, in a room of my own. */
export async function beginAttempt(id: string, name: string): Promise<Made> {
  const made = await ask<Made>(`/assignments/${encodeURIComponent(id)}/begin`, {
    method: "POST",
    headers: { "X-Boyi-Token": tokenFor(id), "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });
  return keep(made);
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
  result?: "black" | "white" | "draw";
  /** Changed at or after this time, in seconds since 1970. */
  since?: number;
  order?: "newest" | "oldest" | "longest" | "name";
  limit?: number;
  offset?: number;
}

export async function listGames(filter: Filter): Promise<{ total: number; games: Summary[] }> {
  if ((await catalog()).needs_token && !join.word) throw new Failure(NEEDS_TOKEN, undefined);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== "" && value !== undefined) query.set(name, String(value));
  return ask(`/games?${query}`);
}

/** Small pictures of where games stand. */
export async function thumbnails(ids: readonly string[]): Promise<Record<string, Thumbnail>> {
  return ids.length === 0 ? {} : (await post<Thumbnails>("/thumbnails", { ids })).thumbnails;
}

export function deleteGame(id: string): Promise<unknown> {
  return ask(`/games/${encodeURIComponent(id)}`, {
    method: "DELETE",
    headers: { "X-Boyi-Token": tokenFor(id) },
  });
}

export function deleteGames(ids: readonly string[]): Promise<unknown> {
  const tokens = Object.fromEntries(ids.map((id) => [id, tokenFor(id)]).filter(([, token]) => token));
  return post("/games/delete", { ids, tokens });
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

/** The ladder of the class and its last games. */
export function ladder(): Promise<LadderView> {
  return ask("/ladder");
}

/** A finished game of the ladder. */
export function ladderGame(number: number): Promise<LadderReplay> {
  return ask(`/ladder/games/${number}`);
}

/** What a student has uploaded. */
export function myBots(code: string): Promise<MyBots> {
  return post("/ladder/mine", { code });
}

export function uploadBot(code: string, name: string, text: string): Promise<MyBots> {
  return post("/ladder/uploads", { code, name, text });
}

/** How to play a game. */
export function guide(game: string): Promise<GuideView> {
  return ask(`/guides/${encodeURIComponent(game)}`);
}

/** Try something on a board of a guide; the server judges. */
export function tryLesson(game: string, attempt: Attempt): Promise<Tried> {
  return post(`/guides/${encodeURIComponent(game)}`, attempt);
}

async function fetchFile(path: string, options: RequestInit): Promise<Response> {
  const response = await fetch(`/api${path}`, withServerToken(options));
  if (!response.ok) throw await failure(response);
  return response;
}

function exported(id: string, format: string, node?: number): Promise<Response> {
  const place = node === undefined ? "" : `&node=${node}`;
  return fetchFile(`/games/${encodeURIComponent(id)}/export?format=${format}${place}`, {
    headers: { "X-Boyi-Token": tokenFor(id) },
  });
}

/** One game, or the picture of one of its positions, as a file; how many moves lie between its frames. */
export async function exportGame(id: string, format: string, node?: number): Promise<number> {
  const response = await exported(id, format, node);
  await save(response, format);
  return Number(response.headers.get("X-Boyi-Step") ?? 1);
}

export async function exportText(id: string, format: string): Promise<string> {
  return (await exported(id, format)).text();
}

/** Several games in one file. */
export async function exportGames(ids: readonly string[], format: string): Promise<void> {
  const response = await fetchFile("/export", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ids, format }),
  });
  await save(response, format);
}

/** Hand an answer to the browser to save: a plain link could not carry the tokens. */
async function save(response: Response, format: string): Promise<void> {
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
