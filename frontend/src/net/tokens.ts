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
  if (!token || /^(join|owner)=/.test(token)) return;
  keepToken(id, token);
  history.replaceState(null, "", location.pathname + location.search);
}
