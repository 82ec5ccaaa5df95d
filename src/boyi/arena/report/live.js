// A tournament while it is played: asks the server now and then, and opens games when they are wanted.
"use strict";
const language = new URLSearchParams(location.search).get("lang") || navigator.language || "en";
const question = `?lang=${encodeURIComponent(language)}`;
const PAUSE = 2000;
const [tables, running, finished] = ["tables", "running", "games"].map((name) => document.getElementById(name));
const boards = new Map(), listed = new Map();
let shown = "";

function showRunning(games) {
  for (const [key, entry] of boards) {
    if (!games.some((game) => game.number === key)) { entry.figure.remove(); boards.delete(key); }
  }
  for (const game of games) {
    let entry = boards.get(game.number);
    if (!entry) {
      const figure = element("figure", { className: "running" });
      running.append(figure);
      entry = { figure };
      boards.set(game.number, entry);
    }
    const { box, draw } = boardOf(game.data);
    draw(game.data.plies.length);
    entry.figure.replaceChildren(box, element("figcaption", { textContent: game.title }));
  }
}

function showFinished(games) {
  for (const game of games) {
    if (listed.has(game.number)) continue;
    const place = element("div", { className: "replay" });
    const details = element("details", { className: "game" },
      element("summary", { textContent: game.title }), place);
    details.addEventListener("toggle", async () => {
      if (!details.open || place.hasChildNodes()) return;
      const answer = await fetch(`/api/tournament/games/${game.number}${question}`);
      if (answer.ok && !place.hasChildNodes()) openGame(details, await answer.json());
    });
    listed.set(game.number, details);
    finished.prepend(details);
  }
}

async function look() {
  try {
    const answer = await fetch(`/api/tournament${question}`);
    if (answer.ok) {
      const state = await answer.json();
      document.title = state.name;
      if (state.html !== shown) { shown = state.html; tables.innerHTML = shown; }
      showRunning(state.running);
      showFinished(state.games);
      if (state.over) return;
    }
  } catch { /* the server may be away for a moment */ }
  setTimeout(look, PAUSE);
}

look();
