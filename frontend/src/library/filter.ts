/** What the library shows, as its address says it. */

export interface Filter {
  game: string;
  state: "all" | "finished" | "unfinished";
  text: string;
  offset: number;
}

export function parseFilter(search: string): Filter {
  const query = new URLSearchParams(search);
  const state = query.get("state");
  const offset = Number(query.get("from") ?? 0);
  return {
    game: query.get("game") ?? "",
    state: state === "finished" || state === "unfinished" ? state : "all",
    text: (query.get("text") ?? "").slice(0, 80),
    offset: Number.isInteger(offset) && offset > 0 ? Math.min(offset, 1_000_000) : 0,
  };
}

/** The part after the path; nothing for the whole library. */
export function filterAddress({ game, state, text, offset }: Filter): string {
  const query = new URLSearchParams();
  if (game) query.set("game", game);
  if (state !== "all") query.set("state", state);
  if (text.trim()) query.set("text", text.trim());
  if (offset > 0) query.set("from", String(offset));
  return query.size > 0 ? `?${query}` : "";
}
