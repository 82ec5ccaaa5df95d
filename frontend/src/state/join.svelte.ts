/**
 * What this tab may do on the server: the join token that `boyi serve --lan` prints, or the token of the one who
 * started the server, which may do all that and more. The printed links bring them along.
 */

const KEY = "boyi.join";

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
    return sessionStorage.getItem(KEY) ?? "";
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

export const join = {
  get word(): string {
    return word;
  },
  keep(text: string): void {
    word = text;
    store(text);
  },
};
