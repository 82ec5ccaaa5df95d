/** Where a dialog stands so that it covers nothing of an element: to its right, else below it, else nowhere. */

export interface Place {
  left: number;
  width: number;
  maxHeight: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const GAP = 12;
const NARROWEST = 272;
const WIDEST = 376;
const LOWEST = 128;

/** It stands at the lower edge of the screen. */
export function placeBeside(kept: Box, width: number, height: number): Place | undefined {
  const right = width - kept.right - 2 * GAP;
  if (right >= NARROWEST) {
    const wide = Math.min(right, WIDEST);
    return { left: width - GAP - wide - (right - wide) / 2, width: wide, maxHeight: height - 2 * GAP };
  }
  const below = height - kept.bottom - GAP;
  if (below < LOWEST) return undefined;
  const wide = Math.min(width - 2 * GAP, 440);
  return { left: (width - wide) / 2, width: wide, maxHeight: below };
}
