/** What the library shows, as its address says it. */

const STATES = ["all", "finished", "unfinished", "black", "white", "draw"] as const;
const DATES = ["any", "day", "week", "month", "year"] as const;
const ORDERS = ["newest", "oldest", "longest", "name"] as const;
const DAYS: Record<(typeof DATES)[number], number> = { any: 0, day: 1, week: 7, month: 30, year: 365 };

export interface Filter {
  game: string;
  /** Whether and how the games have ended. */
  state: (typeof STATES)[number];
  date: (typeof DATES)[number];
  order: (typeof ORDERS)[number];
  text: string;
  offset: number;
}

export const WHOLE: Filter = { game: "", state: "all", date: "any", order: "newest", text: "", offset: 0 };

function known<Word extends string>(text: string | null, words: readonly Word[], usual: Word): Word {
  return words.find((word) => word === text) ?? usual;
}

export function parseFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  const offset = Number(query.get("from") ?? 0);
  return {
    game: query.get("game") ?? "",
    state: known(query.get("state"), STATES, "all"),
    date: known(query.get("date"), DATES, "any"),
    order: known(query.get("order"), ORDERS, "newest"),
    text: (query.get("text") ?? "").slice(0, 80),
    offset: Number.isInteger(offset) && offset > 0 ? Math.min(offset, 10_000_000) : 0,
  };
}

/** The part after the path; nothing for the whole library. */
export function filterAddress({ game, state, date, order, text, offset }: Filter): string {
  const query = new URLSearchParams();
  if (game) query.set("game", game);
  if (state !== "all") query.set("state", state);
  if (date !== "any") query.set("date", date);
  if (order !== "newest") query.set("order", order);
  if (text.trim()) query.set("text", text.trim());
  if (offset > 0) query.set("from", String(offset));
  return query.size > 0 ? `?${query}` : "";
}

/** What the server is asked for; `now` in milliseconds. */
export function question({ game, state, date, order, text, offset }: Filter, now: number): Question {
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  const since = today.getTime() / 1000 - (DAYS[date] - 1) * 86_400;
  const won = state === "black" || state === "white" || state === "draw";
  return {
    game,
    text: text.trim(),
    order,
    offset,
    ...(won ? { result: state } : { state }),
    ...(date === "any" ? {} : { since }),
  };
}

export interface Question {
  game: string;
  text: string;
  order: Filter["order"];
  offset: number;
  state?: "all" | "finished" | "unfinished";
  result?: "black" | "white" | "draw";
  since?: number;
}
