/**
 * What this tab may do on the server: the join token that `boyi serve --lan` prints, or the token of the one who
 * started the server, which may do all that and more. The printed links bring them along.
 */

const KEY = "boyi.join";
/** The owner's token of a server that was opened from this browser: all its tabs are the owner's. */
const OWNER = "boyi.owner";

let word = $state(take());

function take(): string {
  if (typeof location === "undefined") return "";
  const fromLink = /^#(?:join|owner)=(.+)$/.exec(location.hash)?.[1];
  if (fromLink) {
    store(decodeURIComponent(fromLink));
    history.replaceState(null, "", location.pathname + location.search);
    return decodeURIComponent(fromLink);
  }
  try {
    return sessionStorage.getItem(KEY) || localStorage.getItem(OWNER) || "";
  } catch {
    return "";
  }
}

function store(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Then it lasts until the page is loaded again.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(OWNER);
  } catch {
    // There is nothing to forget.
  }
}

export const join = {
  get word(): string {
    return word;
  },
  keep(text: string): void {
    word = text;
    store(text);
    if (!text) forget();
  },
  /** The one who opened the server to the network stays its owner, also in other tabs. */
  keepOwner(text: string): void {
    join.keep(text);
    try {
      localStorage.setItem(OWNER, text);
    } catch {
      // Then this tab alone is the owner's.
    }
  },
};
