// Before the first paint: the remembered theme and language, so nothing flashes.
try {
  var saved = JSON.parse(localStorage.getItem("boyi.settings") || "{}");
  var dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme =
    saved.theme === "dark" || (saved.theme !== "light" && dark) ? "dark" : "light";
  if (saved.language) document.documentElement.lang = saved.language;
} catch (problem) {
  // A browser that refuses storage gets the defaults.
}
