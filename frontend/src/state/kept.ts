/** A line that was tried in a game of its own, on its way back into the record it came from. */
export interface KeptLine {
  id: string;
  node: number;
  moves: number[];
}

let waiting: KeptLine | undefined;

export function keepLine(line: KeptLine): void {
  waiting = line;
}

/** The line for this game, once. */
export function takeLine(id: string): KeptLine | undefined {
  if (waiting?.id !== id) return undefined;
  const line = waiting;
  waiting = undefined;
  return line;
}
