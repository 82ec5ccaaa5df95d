/** The server's catalogue, once it has come: games, levels, programs. */
import { say, t } from "../i18n/language.svelte";
import { catalog as ask } from "../net/api";
import type { Catalog, SeatView } from "../protocol/messages";

let known = $state.raw<Catalog>();

export const catalogue = {
  get known(): Catalog | undefined {
    return known;
  },
  async load(): Promise<Catalog> {
    known = await ask();
    return known;
  },
};

/** What a computer is called here: its level or its program; empty for a person without a name. */
export function programName(spec: string): string {
  const level = known?.levels.find((entry) => entry.spec === spec);
  if (level) return t("seat.level", { level: say(level.label) });
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
