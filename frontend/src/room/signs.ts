/** The signs of judged moves, as in printed games. */
export const SIGNS: Record<"good" | "inaccuracy" | "mistake" | "blunder", string> = {
  good: "!",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};
