// Replays the games of a report. The page holds what changes on the board ply by ply; no rules are known here.
"use strict";
const { labels, games } = JSON.parse(document.getElementById("data").textContent);
const CELL = 32, MARGIN = 26, SVG = "http://www.w3.org/2000/svg";

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function stone(size, cell, attributes) {
  const made = document.createElementNS(SVG, "circle");
  const x = MARGIN + (cell % size) * CELL + CELL / 2, y = MARGIN + Math.floor(cell / size) * CELL + CELL / 2;
  for (const [name, value] of Object.entries({ cx: x, cy: y, ...attributes })) made.setAttribute(name, value);
  return made;
}

function boardOf(game) {
  const box = element("div");
  if (!game.board) {
    const text = element("pre");
    box.append(text);
    return { box, draw: (ply) => { text.textContent = ply ? game.plies[ply - 1].t : game.start; } };
  }
  // The ground is an SVG document that Boyi drew; it is part of this file.
  box.innerHTML = game.board;
  const svg = box.querySelector("svg");
  const layer = document.createElementNS(SVG, "g");
  svg.append(layer);
  const draw = (ply) => {
    const cells = [...game.start];
    for (const step of game.plies.slice(0, ply)) for (const [cell, content] of step.d) cells[cell] = content;
    layer.replaceChildren();
    cells.forEach((content, cell) => {
      if (content === ".") return;
      const black = content === "x";
      layer.append(stone(game.size, cell, { r: CELL * 0.44, fill: black ? "#222" : "#fafafa", stroke: "#555" }));
    });
    for (const cell of ply ? game.plies[ply - 1].c : []) {
      layer.append(stone(game.size, cell, { r: 5, fill: "none", stroke: "#0f9d94", "stroke-width": 2.5 }));
    }
  };
  return { box, draw };
}

function openGame(details, game) {
  const place = details.querySelector(".replay");
  const { box, draw } = boardOf(game);
  const last = game.plies.length;
  let ply = game.turning || last;
  const facts = element("p");
  const moves = element("p", { className: "moves" });
  const said = element("pre");
  const buttons = game.plies.map((step, index) => {
    const button = element("button", { type: "button", textContent: step.m + (step.k || "") });
    if (step.k) button.classList.add("marked");
    button.addEventListener("click", () => show(index + 1));
    moves.append(button, " ");
    return button;
  });
  function show(wanted) {
    ply = Math.max(0, Math.min(last, wanted));
    draw(ply);
    const step = game.plies[ply - 1];
    const words = [ply ? `${ply}. ${step.m}${step.k || ""}` : labels.start];
    if (step && step.s !== undefined) words.push(`${step.s} ${labels.seconds}`);
    if (step && step.e !== undefined) words.push(`${Math.round(step.e * 100)}%`);
    if (step && step.b) words.push(`${labels.better}: ${step.b}`);
    if (game.turning === ply) words.push(labels.turning);
    if (step && step.x) words.push(step.x);
    facts.textContent = words.join(" · ");
    buttons.forEach((button, index) => button.setAttribute("aria-current", String(index + 1 === ply)));
    const lines = (game.said || []).filter((line) => line[0] === ply - 1 || (ply === 0 && line[0] === 0));
    said.textContent = lines.map((line) => `${line[1]} ${line[2]} ${line[3]}`).join("\n");
  }
  const controls = element("div", { className: "controls" });
  for (const [name, sign, step] of [["first", "|◀", () => 0], ["back", "◀", () => ply - 1],
    ["forward", "▶", () => ply + 1], ["last", "▶|", () => last]]) {
    const button = element("button", { type: "button", textContent: sign, title: labels[name] });
    button.setAttribute("aria-label", labels[name]);
    button.addEventListener("click", () => show(step()));
    controls.append(button);
  }
  const side = element("div", {}, facts, moves);
  if (game.said) side.append(element("h3", { textContent: labels.said }), said);
  place.append(element("div", {}, box, controls), side);
  place.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { event.preventDefault(); show(ply + step); }
  });
  show(ply);
}

for (const details of document.querySelectorAll("details.game")) {
  details.addEventListener("toggle", () => {
    if (details.open && !details.querySelector(".replay").hasChildNodes()) {
      openGame(details, games[Number(details.dataset.game)]);
    }
  });
}
