/** Small things a player chose last time. */

const LEVEL = "boyi.level";

export function level(): number {
  try {
    const stored = Number(localStorage.getItem(LEVEL));
    return stored >= 1 && stored <= 10 ? Math.round(stored) : 3;
  } catch {
    return 3;
  }
}

export function rememberLevel(chosen: number): void {
  try {
    localStorage.setItem(LEVEL, String(chosen));
  } catch {
    // Then the next game starts at the default.
  }
}

/** The move at which a try-out left its game, while this tab is open. */
export function triedFrom(id: string): number | undefined {
  try {
    const ply = sessionStorage.getItem(`boyi.try.${id}`);
    return ply === null ? undefined : Number(ply);
  } catch {
    return undefined;
  }
}

export function rememberTry(id: string, ply: number): void {
  try {
    sessionStorage.setItem(`boyi.try.${id}`, String(ply));
  } catch {
    // Then the way back is named without its number.
  }
}
