// Shows the steps that Boyi wrote into this page. No network, no library, no rules of any game: each step says
// what its board, tables and tree are; this script draws them and moves between steps.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const state = { part: 0, level: "", step: 0, ply: 0, playing: 0, predict: false, revealed: true, right: 0, asked: 0,
  language: data.language, sort: null };
const PACE = 700; // milliseconds between two steps while playing

// Texts

const say = (text) => (text && typeof text === "object" ? text[state.language] ?? text.en : text ?? "");
const word = (name) => say(data.words[name]);

function shown(value, head) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number" || Number.isInteger(value)) return say(value) === "" ? "" : String(say(value));
  if (!head.truncate) return value.toFixed(value !== 0 && Math.abs(value) < 1 ? Math.max(head.decimals, 3) : head.decimals);
  const scale = 10 ** head.decimals;
  return (Math.trunc(value * scale + Math.sign(value) * 1e-9) / scale).toFixed(head.decimals);
}

// Elements

function element(name, attributes = {}, ...children) {
  const isSvg = ["svg", "g", "rect", "circle", "path", "text", "title"].includes(name);
  const made = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

// The board: cells are a string of x, o and dots, row by row

const CELL = 32, MARGIN = 26;
const GROUND = { lines: "#e6bf83", cells: "#ecdcc0", felt: "#2e7d5b", checks: "#e9d8b8" };
const INK = { lines: "#5b4426", cells: "#8a7350", felt: "#174a35", checks: "#b59a6d" };
const LABEL = { lines: "#5b4426", cells: "#5b4a2f", felt: "#e4f2ea", checks: "#5b4a2f" };

function drawBoard(game, cells, last, marks) {
  const size = game.size, edge = 2 * MARGIN + size * CELL, lines = game.style === "lines";
  const at = (place) => MARGIN + place * CELL + CELL / 2;
  const svg = element("svg", { class: "board", viewBox: `0 0 ${edge} ${edge}`, width: edge, role: "img",
    "aria-label": boardText(game, cells), "font-size": 12, "text-anchor": "middle" });
  svg.append(element("rect", { width: edge, height: edge, rx: 8, fill: GROUND[game.style] }));
  const inset = lines ? CELL / 2 : 0, low = MARGIN + inset, high = MARGIN + size * CELL - inset;
  let path = "";
  for (let place = low; place <= high; place += CELL) path += `M${low} ${place}H${high}M${place} ${low}V${high}`;
  svg.append(element("path", { d: path, stroke: INK[game.style], fill: "none" }));
  for (const star of lines ? game.stars : []) {
    svg.append(element("circle", { cx: at(star % size), cy: at(Math.floor(star / size)), r: 3, fill: INK.lines }));
  }
  for (let place = 0; place < size; place++) {
    const colour = { fill: LABEL[game.style] };
    svg.append(element("text", { x: at(place), y: edge - 9, ...colour }, game.columns[place]));
    svg.append(element("text", { x: 13, y: at(place) + 4, ...colour }, game.rows[place]));
  }
  [...cells].forEach((content, cell) => {
    const x = at(cell % size), y = at(Math.floor(cell / size));
    if (content !== ".") {
      const fill = content === "x" ? "#202024" : "#fafafa";
      svg.append(element("circle", { cx: x, cy: y, r: CELL * 0.44, fill, stroke: "#55524c" }));
    } else if (marks && marks[cell]) {
      svg.append(element("text", { x, y: y + 4, "font-size": 10, "font-weight": 700, fill: LABEL[game.style],
        stroke: GROUND[game.style], "stroke-width": 3, "paint-order": "stroke" }, marks[cell]));
    }
    if (last.includes(cell)) {
      svg.append(element("circle", { cx: x, cy: y, r: 6, fill: "none", stroke: "#0f9d94", "stroke-width": 3 }));
    }
  });
  return svg;
}

function boardText(game, cells) {
  const rows = [];
  for (let row = 0; row < game.size; row++) rows.push(`${game.rows[row]}: ${cells.slice(row * game.size, (row + 1) * game.size)}`);
  return rows.join("; ");
}

function boardOf(view, head) {
  if (view.points) return drawPoints(view.points);
  if (!view.board) return null;
  if (!view.board.cells) return element("pre", {}, view.board.text);
  let cells = [...view.board.cells], last = view.board.last;
  const played = view.game && view.game.changes.length ? Math.min(state.ply, view.game.changes.length) : 0;
  for (let ply = 0; ply < played; ply++) {
    last = [];
    for (const [cell, content] of view.game.changes[ply]) {
      cells[cell] = content;
      if (content !== ".") last.push(cell);
    }
  }
  return drawBoard(head.game, cells.join(""), last, played ? null : view.board.marks);
}

function drawPoints(points) {
  const svg = element("svg", { class: "board", viewBox: "0 0 300 300", width: 300, role: "img", "aria-label": word("points") });
  svg.append(element("rect", { width: 300, height: 300, fill: "none", stroke: "currentColor" }));
  svg.append(element("path", { d: "M0 0A300 300 0 0 1 300 300", fill: "none", stroke: "currentColor" }));
  for (const [x, y] of points) {
    const fill = x * x + y * y < 1 ? "#0f9d94" : "#d9822b";
    svg.append(element("circle", { cx: x * 300, cy: 300 - y * 300, r: 2, fill }));
  }
  return svg;
}

// The tree: [number, parent, x, y, label, value, mark]

function drawTree(nodes) {
  const wide = 68, tall = 64, place = new Map(nodes.map((node) => [node[0], node]));
  const width = (Math.max(...nodes.map((node) => node[2])) + 1) * wide, height = (Math.max(...nodes.map((node) => node[3])) + 1) * tall;
  const colours = { chosen: "#0f9d94", path: "#5fb8b1", cut: "#d9822b", "": "#9aa5ad" };
  const chosen = nodes.find((node) => node[6] === "chosen") ?? nodes[0];
  const svg = element("svg", { class: "tree", "data-focus": (chosen[2] + 0.5) * wide, viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": word("tree"), "font-size": 12, "text-anchor": "middle" });
  for (const [, parent, x, y] of nodes) {
    const above = place.get(parent);
    if (above) {
      const from = `${above[2] * wide + wide / 2} ${above[3] * tall + tall / 2 + 18}`;
      svg.append(element("path", { d: `M${from}L${x * wide + wide / 2} ${y * tall + tall / 2 - 18}`, stroke: "currentColor", opacity: 0.4 }));
    }
  }
  for (const [, , x, y, label, value, mark] of nodes) {
    const left = x * wide + wide / 2, top = y * tall + tall / 2;
    svg.append(element("rect", { x: left - 31, y: top - 18, width: 62, height: 36, rx: 8, fill: "none",
      stroke: colours[mark], "stroke-width": mark ? 3 : 1.5 }));
    svg.append(element("text", { x: left, y: top - 3, "font-weight": 700, fill: "currentColor" }, label));
    svg.append(element("text", { x: left, y: top + 12, "font-size": 11, fill: "currentColor" }, value));
  }
  return element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": word("tree") }, svg);
}

// Tables: a click on a column sorts by it

function drawTable(table, head, concealed) {
  const count = table.columns.length - (concealed ? 1 : 0);
  let order = table.rows.map((_, row) => row);
  if (state.sort !== null && state.sort.column < count) {
    const value = (row) => table.rows[row][state.sort.column];
    order.sort((a, b) => compare(value(a), value(b)) * (state.sort.down ? -1 : 1));
  }
  const heads = table.columns.slice(0, count).map((column, place) => {
    const sorted = state.sort !== null && state.sort.column === place ? (state.sort.down ? "descending" : "ascending") : null;
    return element("th", { scope: "col", "aria-sort": sorted }, element("button", { onclick: () => sortBy(place) }, say(column)));
  });
  const rows = order.map((row) => element("tr", { class: !concealed && row === table.chosen ? "chosen" : null },
    ...table.rows[row].slice(0, count).map((value) => element("td", {}, shown(value, head)))));
  const made = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
  const title = table.title ? element("h3", {}, say(table.title)) : null;
  return element("div", {}, title ?? "", element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say(table.title) || word("table") }, made));
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(say(a)).localeCompare(String(say(b)), undefined, { numeric: true });
}

function sortBy(column) {
  const same = state.sort !== null && state.sort.column === column;
  state.sort = same && !state.sort.down ? null : { column, down: !same };
  render();
}

// One side: an explanation

function drawSide(view, head) {
  const asks = state.predict && !state.revealed && view.ask;
  const said = element("p", { class: "said" }, say(asks ? view.ask.text : view.text));
  const left = element("div", {}), right = element("div", {});
  const board = asks && ["result", "iteration"].includes(view.kind) ? null : boardOf(view, head);
  if (board) left.append(board);
  if (view.game && view.game.moves.length && !asks) left.append(gameBar(view.game));
  if (asks) right.append(questionBar(view.ask));
  else if (view.formula.length) right.append(element("div", { class: "formula" }, view.formula.join("\n")));
  const tables = asks && view.kind === "iteration" ? view.tables.slice(0, 1) : view.tables;
  for (const table of tables) right.append(drawTable(table, head, asks));
  if (view.counts.length && !asks) {
    right.append(element("p", { class: "quiet" }, view.counts.map(([label, value]) => `${say(label)}: ${shown(value, head)}`).join(" · ")));
  }
  const made = element("section", { class: "side", "aria-live": "polite" }, said, element("div", { class: "columns" }, left, right));
  if (view.tree.length && !asks) made.append(element("h3", {}, word("tree")), drawTree(view.tree));
  return made;
}

function gameBar(game) {
  const ply = Math.min(state.ply, game.moves.length);
  const slider = element("input", { type: "range", min: 0, max: game.moves.length, value: ply, "aria-label": word("game"),
    oninput: (event) => { state.ply = Number(event.target.value); render("game"); }, id: "game" });
  const last = ply ? `${ply}/${game.moves.length} ${game.moves[ply - 1]}` : `0/${game.moves.length}`;
  return element("div", { class: "bar" }, element("span", { class: "quiet" }, word("game")), slider, element("span", {}, last));
}

function questionBar(ask) {
  const bar = element("div", { class: "bar", role: "group", "aria-label": say(ask.text) });
  ask.options.forEach((option, place) => bar.append(element("button", { onclick: () => answer(place) }, say(option))));
  return bar;
}

function answer(place) {
  const view = views()[state.step], ask = (view.left ?? view).ask;
  state.asked += 1;
  if (place === ask.answer) state.right += 1;
  state.said = place === ask.answer ? word("right") : word("wrong");
  state.revealed = true;
  render("next");
}

// Moving between steps

const part = () => data.parts[state.part];
const views = () => part().steps[state.level];

function choosePart(number) {
  state.part = number;
  const levels = Object.keys(part().steps);
  state.level = levels.includes(part().level) ? part().level : levels[0];
  go(0);
}

function chooseLevel(level) {
  state.level = level;
  go(0, "level");
}

function go(step, focus) {
  state.step = Math.max(0, Math.min(step, views().length - 1));
  state.ply = 0;
  state.said = "";
  const view = views()[state.step];
  state.revealed = !(state.predict && (view.left ?? view).ask && !view.left);
  render(focus);
}

function play(on) {
  clearInterval(state.playing);
  state.playing = on ? setInterval(() => {
    if (state.step >= views().length - 1 || !state.revealed) play(false);
    else go(state.step + 1, "play");
  }, PACE) : 0;
  render("play");
}

function render(focus) {
  const total = views().length, head = part().head, view = views()[state.step];
  document.documentElement.lang = state.language.replace("_", "-");
  document.title = `${say(data.title)} – Boyi`;
  const button = (id, label, action, more = {}) => element("button", { id, onclick: action, ...more }, label);
  const top = element("header", {}, element("h1", {}, say(data.title)),
    element("div", { class: "bar" }, ...data.languages.map(([code, name]) =>
      button(`language-${code}`, name, () => { state.language = code; render(`language-${code}`); }, { lang: code.replace("_", "-"), "aria-pressed": String(code === state.language) }))));
  const parts = data.parts.length > 1 ? element("nav", { class: "bar", "aria-label": word("parts") }, ...data.parts.map((one, number) =>
    button(`part-${number}`, `${number + 1}. ${say(one.title)}`, () => choosePart(number), { "aria-pressed": String(number === state.part) }))) : null;
  const levels = Object.keys(part().steps);
  const level = levels.length > 1 ? element("select", { id: "level", "aria-label": word("level"), onchange: (event) => chooseLevel(event.target.value) },
    ...levels.map((name) => element("option", { value: name, selected: name === state.level }, word(name)))) : null;
  const bar = element("div", { class: "bar" },
    button("first", "«", () => go(0, "first"), { "aria-label": word("first"), disabled: state.step === 0 }),
    button("back", "‹", () => go(state.step - 1, "back"), { "aria-label": word("back"), disabled: state.step === 0 }),
    button("play", word(state.playing ? "pause" : "play"), () => play(!state.playing)),
    button("next", "›", () => go(state.step + 1, "next"), { "aria-label": word("next"), disabled: state.step === total - 1 }),
    button("last", "»", () => go(total - 1, "last"), { "aria-label": word("last"), disabled: state.step === total - 1 }),
    element("input", { id: "jump", type: "range", min: 0, max: total - 1, value: state.step, "aria-label": word("jump"),
      oninput: (event) => go(Number(event.target.value), "jump") }),
    element("span", {}, `${state.step + 1} / ${total}`), level,
    view.left ? null : button("predict", word("predict"), () => { state.predict = !state.predict; go(state.step, "predict"); }, { "aria-pressed": String(state.predict) }));
  const score = state.predict ? element("p", { class: "answer", role: "status" }, `${state.said ?? ""} ${word("score")}: ${state.right} / ${state.asked}`) : null;
  const sides = view.left
    ? element("div", { class: "sides two" }, ...["left", "right"].map((name) => {
      const side = drawSide(view[name], head[name]);
      side.prepend(element("h2", {}, part()[name === "left" ? "search" : "versus"]));
      return side;
    }))
    : element("div", { class: "sides" }, drawSide(view, head));
  const cut = part().cut[state.level] ? element("p", { class: "quiet" }, say(part().cut[state.level])) : null;
  const look = say(part().look) ? element("p", { class: "look" }, say(part().look)) : null;
  document.getElementById("page").replaceChildren(...[top, element("p", {}, say(data.text)), parts,
    element("main", {}, element("h2", {}, say(part().title)), element("p", {}, say(part().text)), look ?? "", bar, score ?? "", sides, cut ?? ""),
    element("p", { class: "quiet" }, word("keys"))].filter((one) => one !== null));
  for (const tree of document.querySelectorAll("svg.tree")) {
    const frame = tree.parentElement;
    frame.scrollLeft = Number(tree.dataset.focus) - frame.clientWidth / 2;
  }
  if (focus) document.getElementById(focus)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || ["SELECT", "INPUT"].includes(event.target.tagName)) return;
  const onButton = event.target.tagName === "BUTTON";
  const moves = { ArrowRight: () => go(state.step + 1), ArrowLeft: () => go(state.step - 1), Home: () => go(0), End: () => go(views().length - 1) };
  if (!onButton) moves[" "] = () => play(!state.playing);
  if (moves[event.key]) {
    event.preventDefault();
    moves[event.key]();
  }
});

choosePart(0);
