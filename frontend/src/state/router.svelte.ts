/** The address names the thing: reload, back and share work. */
import { toasts } from "./toasts.svelte";

export type Route =
  | { name: "start" }
  | { name: "new"; game: string; opponent: string }
  | { name: "play"; id: string }
  | { name: "review"; id: string; ply: number | undefined; node: number | undefined }
  | { name: "open" }
  | { name: "library" }
  | { name: "learn"; game: string }
  | { name: "lessons" }
  | { name: "lesson"; lesson: string; query: string }
  | { name: "explore"; query: string }
  | { name: "puzzle"; game: string; number: number }
  | { name: "mistake"; id: string }
  | { name: "class" }
  | { name: "ladder" }
  | { name: "task"; id: string }
  | { name: "course" }
  | { name: "settings" }
  | { name: "missing" };

/** Read an address: the path and the part after the question mark. */
export function parseRoute(path: string, search: string): Route {
  const parts = path.split("/").filter(Boolean);
  const query = new URLSearchParams(search);
  const [first, second, ...more] = parts;
  if (first === "learn" && second === "lesson" && more.length === 1)
    return { name: "lesson", lesson: decoded(more[0] ?? ""), query: search };
  if (first === "learn" && second === "puzzles" && more.length === 2)
    return { name: "puzzle", game: more[0] ?? "", number: count(more[1] ?? "") ?? 1 };
  if (first === "learn" && second === "mistakes" && more.length === 1)
    return { name: "mistake", id: more[0] ?? "" };
  if (more.length > 0) return { name: "missing" };
  if (first === undefined) return { name: "start" };
  if (first === "new" && second === undefined) {
    return {
      name: "new",
      game: query.get("game") ?? "",
      opponent: query.get("opponent") ?? "computer",
    };
  }
  if (first === "task" && second !== undefined) return { name: "task", id: second };
  if (first === "learn" && second === undefined) return { name: "lessons" };
  if (first === "learn" && second === "explore") return { name: "explore", query: search };
  if (first === "learn" && second !== undefined) return { name: "learn", game: second };
  if (first === "play" && second !== undefined) return { name: "play", id: second };
  if (first === "review" && second !== undefined) {
    return { name: "review", id: second, ply: count(query.get("move")), node: count(query.get("node")) };
  }
  if (second !== undefined) return { name: "missing" };
  if (first === "review") return { name: "open" };
  if (first === "library" || first === "settings" || first === "course" || first === "class")
    return { name: first };
  if (first === "ladder") return { name: first };
  return { name: "missing" };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign
  }
}

function count(text: string | null): number | undefined {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

function here(): Route {
  return typeof location === "undefined" ? { name: "start" } : parseRoute(location.pathname, location.search);
}

let route = $state.raw<Route>(here());

export const router = {
  get route(): Route {
    return route;
  },
};

function arrive(): void {
  route = here();
  toasts.clear();
}

/** Go to an address of this page; toasts of the screen before go, so say what shall be read there afterwards. */
export function navigate(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  arrive();
}

/** Change the address without going anywhere (the move that is looked at). */
export function nameAddress(to: string): void {
  history.replaceState(null, "", to);
}

/** Let links of this page and the browser's back button work without loading. */
export function startRouter(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.pathname === "/tournament") return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}
