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
