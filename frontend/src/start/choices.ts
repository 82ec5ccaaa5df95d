/** The choices of a new game, as the catalogue offers them. */
import { say, t } from "../i18n/language.svelte";
import type { Catalog, CatalogGame, NewSeat, OptionView } from "../protocol/messages";

export type Value = number | string;

export function defaults(game: CatalogGame): Record<string, Value> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** Everyone who can sit at the computer's side of this game: levels, classic programs, registered engines. */
export function programs(catalog: Catalog, game: string): { value: string; label: string }[] {
  const found = catalog.games.find((known) => known.name === game);
  return [
    ...catalog.levels.map((level) => ({ value: level.spec, label: say(level.label) })),
    ...(found?.classics ?? []).map((classic) => ({ value: classic.spec, label: say(classic.label) })),
    ...engines(catalog, game),
  ];
}

export function engines(catalog: Catalog, game: string): { value: string; label: string }[] {
  return catalog.engines
    .filter((engine) => !engine.game || engine.game === game)
    .map((engine) => ({ value: `engine ${engine.name}`, label: engine.name }));
}

export function seatFor(value: string): NewSeat {
  return value.startsWith("engine ")
    ? { kind: "engine", spec: value.slice(7) }
    : { kind: "computer", spec: value };
}

export function optionChoices(option: OptionView): { value: string; label: string }[] {
  return option.choices.map((choice) => ({
    value: String(choice),
    label: say(option.labels[String(choice)]) || String(choice),
  }));
}

/** The catalogue's own value behind a chosen text. */
export function optionValue(option: OptionView, text: string): Value {
  return option.choices.find((choice) => String(choice) === text) ?? option.default;
}

/** `300+5` in words. */
export function clockWords(control: string): string {
  if (control === "none") return t("No clock");
  const perMove = /^(\d+)\/move$/.exec(control);
  if (perMove) return t("{seconds} s a move", { seconds: perMove[1] ?? "" });
  const match = /^(\d+)(?:\+(\d+)(?:x(\d+))?)?$/.exec(control);
  if (!match) return control;
  const [, main = "0", more, length] = match;
  const minutes =
    Number(main) % 60 === 0
      ? t("{minutes} min", { minutes: Number(main) / 60 })
      : t("{seconds} s", { seconds: main });
  if (length)
    return t("{main}, then {periods} × {seconds} s", { main: minutes, periods: more ?? "", seconds: length });
  return more ? t("{main} + {seconds} s a move", { main: minutes, seconds: more }) : minutes;
}
