/** The keys to games of this browser: by id, kept until the game is deleted. */

const KEY = "boyi.tokens";
const INVITES = "boyi.invites";

function read(key: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, string>) : {};
  } catch {
    return {};
  }
}

function write(key: string, id: string, value: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...read(key), [id]: value }));
  } catch {
    // Without storage the token lasts as long as the tab's memory below.
  }
  memory[key + id] = value;
}

const memory: Record<string, string> = {};

export function tokenFor(id: string): string {
  return memory[KEY + id] ?? read(KEY)[id] ?? "";
}

export function keepToken(id: string, token: string): void {
  if (token) write(KEY, id, token);
}

/** The token in a link that I may pass on to a friend. */
export function inviteFor(id: string): string {
  return memory[INVITES + id] ?? read(INVITES)[id] ?? "";
}

export function keepInvite(id: string, token: string): void {
  if (token) write(INVITES, id, token);
}

/** A link's fragment carries a seat's token: keep it and take it out of the address. */
export function takeFragment(id: string): void {
  const token = decodeURIComponent(location.hash.slice(1));
  if (!token || token.startsWith("join=")) return;
  keepToken(id, token);
  history.replaceState(null, "", location.pathname + location.search);
}

const JOIN = "boyi.join";

/** The word printed by `boyi serve --lan`, needed to open rooms there; the printed link brings it along. */
export function joinToken(): string {
  try {
    const fromLink = /^#join=(.+)$/.exec(location.hash)?.[1];
    if (fromLink) {
      sessionStorage.setItem(JOIN, decodeURIComponent(fromLink));
      history.replaceState(null, "", location.pathname + location.search);
    }
    return sessionStorage.getItem(JOIN) ?? "";
  } catch {
    return "";
  }
}

export function keepJoinToken(token: string): void {
  try {
    sessionStorage.setItem(JOIN, token);
  } catch {
    // Then it is asked for again.
  }
}
