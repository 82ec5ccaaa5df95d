/** What an assignment asks for, in words. */
import { say, t } from "../i18n/language.svelte";
import type { Languages, Side } from "../protocol/messages";

export function goalWords(side: Side, within: number, players: readonly Languages[]): string {
  const words = { side: say(players[side]), count: within };
  return t(within ? "{side} to win in at most {count} {count|move|moves}" : "{side} to win", words);
}
