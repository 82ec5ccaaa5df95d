/** What a room tells its screen, and what it keeps of the computer's thinking and of events. */
import type { PositionView, SearchView, Side } from "../protocol/messages";

export interface Thinking {
  player: Side;
  progress: number;
  nodes: number;
  depth: number;
  seconds: number;
  waits?: boolean;
  search: SearchView | undefined;
}

export interface LogLine {
  id: number;
  at: Date;
  text: string;
  tone: "plain" | "warn";
}

/** What a screen may want to do besides showing the room. */
export interface Listener {
  moved?: (position: PositionView) => void;
  over?: () => void;
  said?: (mine: boolean) => void;
  next?: (id: string) => void;
  ended?: (granted: boolean) => void;
  /** A swap2 opening, or the other program, has given me the other colour. */
  coloured?: (side: Side) => void;
}
