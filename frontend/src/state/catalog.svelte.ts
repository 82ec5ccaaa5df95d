/** The server's catalogue, once it has come: games, levels, programs. */
import { say, t } from "../i18n/language.svelte";
import { catalog as ask, forgetCatalog } from "../net/api";
import type { Catalog, RoomView, SeatView } from "../protocol/messages";

let known = $state.raw<Catalog>();

export const catalogue = {
  get known(): Catalog | undefined {
    return known;
  },
  async load(): Promise<Catalog> {
    known = await ask();
    return known;
  },
  /** The server was opened or locked: what it offers has changed. */
  reload(): Promise<Catalog> {
    forgetCatalog();
    return this.load();
  },
};

/** What a computer is called here: its level or its program; empty for a person without a name. */
export function programName(spec: string): string {
  const level = known?.levels.find((entry) => entry.spec === spec);
  if (level) return t("Computer, {level}", { level: say(level.label) });
  for (const game of known?.games ?? []) {
    const classic = game.classics.find((entry) => entry.spec === spec);
    if (classic) return say(classic.label);
  }
  return spec;
}

/** The name on a seat. */
export function seatName(seat: SeatView): string {
  const unnamed = seat.name === "" || seat.name === seat.spec;
  return unnamed && seat.kind === "computer" ? programName(seat.spec ?? "") : seat.name;
}

/** What is special about a game: its size, and every option that is not the usual one. */
export function gameDetail(room: RoomView): string {
  return optionsDetail(room.game, room.options, room.board.style === "text" ? 0 : room.board.size);
}

/** The same of a game that is only known by its options. */
export function optionsDetail(name: string, chosen: RoomView["options"], size: number): string {
  const options = known?.games.find((game) => game.name === name)?.options ?? [];
  const words = size > 0 ? [`${size} × ${size}`] : [];
  for (const option of options) {
    const value = chosen[option.name];
    if (option.name === "size" || value === undefined || value === option.default) continue;
    words.push(
      (say(option.labels[String(value)]) || `${say(option.label)} ${value}`).split(/[:：]/)[0] ?? "",
    );
  }
  return words.join(" · ");
}
