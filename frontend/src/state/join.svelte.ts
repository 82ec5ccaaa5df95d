/** The word printed by `boyi serve --lan`, needed to open rooms there; the printed link brings it along. */

const KEY = "boyi.join";

let word = $state(take());

function take(): string {
  if (typeof location === "undefined") return "";
  const fromLink = /^#join=(.+)$/.exec(location.hash)?.[1];
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
