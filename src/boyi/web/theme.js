// Before the first paint: the remembered theme and language, so nothing flashes.
var saved = {};
try {
  saved = JSON.parse(localStorage.getItem("boyi.settings") || "{}") || {};
} catch (problem) {
  // A browser that refuses storage gets the defaults.
}
var dark = matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.dataset.theme =
  saved.theme === "dark" || (saved.theme !== "light" && dark) ? "dark" : "light";
window.boyiWords = fetch("/api/words?language=" + encodeURIComponent(saved.language || ""));
// An answer that never comes is dealt with by the page.
window.boyiWords.catch(function () {});
