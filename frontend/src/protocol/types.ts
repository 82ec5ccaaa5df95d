/** The messages between page and server, as in boyi/server/messages.py and views.py. */
export type Side = 0 | 1;
export type Languages = { en?: string; zh?: string };
export interface BoardShape {
  style: "crossings" | "squares";
  theme: "wood" | "felt" | "checked";
  size: number;
  columns: string[];
  rows: string[];
  stars: number[];
  players: Languages[];
}

export interface MoveView {
  move: number;
  text: string;
  to: number | null;
  origin?: number | null;
}

export interface OutcomeView {
  winner: Side | null;
  reason: string;
  score?: number | null;
  text: Languages;
  detail?: string;
}

export interface PositionView {
  node: number;
  ply: number;
  cells: string;
  turn: Side;
  moves: MoveView[];
  last?: MoveView | null;
  changed?: number[];
  line?: number[];
  refused?: Record<string, Languages>;
  counts: number[];
  outcome?: OutcomeView | null;
}

export interface NodeView {
  node: number;
  parent: number | null;
  ply: number;
  move?: number | null;
  text?: string;
  comment?: string;
  evaluation?: number | null;
  spent?: number | null;
  mark?: "" | "good" | "inaccuracy" | "mistake" | "blunder";
  better?: string[];
}

export interface ClockView {
  left: (number | null)[];
  whole: (number | null)[];
  running: Side | null;
  control: string;
}

export interface SeatView {
  kind: "human" | "computer" | "friend" | "engine" | "course";
  name: string;
  spec?: string;
  online?: boolean;
  auto?: boolean;
  taken?: boolean;
}

export interface CandidateView {
  move: number;
  text: string;
  to: number | null;
  visits: number;
  win_rate: number;
  score: number;
  pv: MoveView[];
}

export interface SearchView {
  node: number;
  turn: Side;
  win_rate: number;
  nodes: number;
  depth: number;
  seconds: number;
  proven?: "win" | "loss" | "draw" | null;
  candidates: CandidateView[];
}

export interface ChatView {
  number: number;
  name: string;
  seat: Side | null;
  text: string;
  at: number;
}

export interface PersonView {
  name: string;
  seat: Side | null;
}

export interface RequestView {
  request: "draw" | "take back" | "restart" | "rematch" | "join";
  player: Side | null;
  name: string;
}

export interface Origin {
  id: string;
  node: number;
}

export type Phase = "waiting" | "playing" | "over" | "review";
export interface RoomView {
  id: string;
  game: string;
  options: Record<string, number | string | boolean>;
  title: Languages;
  board: BoardShape;
  seats: SeatView[];
  position: PositionView;
  nodes: NodeView[];
  clock: ClockView;
  request?: RequestView | null;
  chat: ChatView[];
  people: PersonView[];
  take_back: "never" | "ask" | "free";
  locked: boolean;
  phase: Phase;
  rematch?: string | null;
  origin?: Origin | null;
  headers?: Record<string, string>;
}

export interface You {
  seats: Side[];
  owner: boolean;
  name: string;
}

export type ClientBody =
  | { type: "play"; ply: number; move: number }
  | { type: "act"; what: "resign" | "draw" | "undo" | "hint" | "restart" | "rematch" | "leave"; side?: Side | null }
  | { type: "answer"; granted: boolean }
  | { type: "auto"; side: Side; on: boolean }
  | { type: "lock"; on: boolean }
  | { type: "watch"; on: boolean }
  | { type: "say"; text: string }
  | { type: "look"; node: number }
  | { type: "explain"; node: number; cell: number; origin?: number | null }
  | { type: "edit"; what: "add" | "line" | "remove" | "promote" | "comment"; node: number; move?: number | null; moves?: number[]; text?: string }
  | { type: "analyse"; on: boolean; node?: number; candidates?: number }
  | { type: "review"; on?: boolean; seconds?: number }
  | { type: "ping" };
export type Join = { type: "join"; token: string; name: string; language: "en" | "zh" };
export type ServerMessage =
  | { type: "room"; you: You; room: RoomView }
  | { type: "moved"; node: NodeView; position: PositionView; clock: ClockView }
  | { type: "taken-back"; position: PositionView; nodes: NodeView[]; clock: ClockView }
  | { type: "clocks"; clock: ClockView }
  | { type: "thinking"; player: Side; progress: number; nodes: number; depth: number; seconds: number; search?: SearchView | null }
  | { type: "hinted"; search: SearchView }
  | { type: "requested"; request: RequestView | null; granted?: boolean | null }
  | { type: "over"; outcome: OutcomeView; clock: ClockView }
  | { type: "people"; people: PersonView[]; seats: SeatView[]; phase: Phase; locked: boolean }
  | { type: "said"; chat: ChatView }
  | { type: "position"; ref: number; position: PositionView }
  | { type: "tree"; nodes: NodeView[]; at: number; position: PositionView }
  | { type: "analysis"; search: SearchView }
  | { type: "reviewed"; node: NodeView; progress: number }
  | { type: "next"; id: string; token?: string }
  | { type: "done"; ref: number }
  | { type: "refused"; ref: number | null; code: string; text: Languages };
export interface Option {
  name: string;
  default: number | string | boolean;
  choices: (number | string | boolean)[];
  label: Languages;
  labels: Record<string, Languages>;
}

export interface CatalogGame {
  name: string;
  title: Languages;
  options: Option[];
  players: Languages[];
  classics: { spec: string; label: Languages }[];
  board: BoardShape;
}

export interface Catalog {
  version: string;
  games: CatalogGame[];
  levels: { level: number; spec: string; label: Languages }[];
  engines: { name: string; game: string }[];
  clocks: string[];
  lan: boolean;
  needs_token: boolean;
  protection: Languages;
}

export interface NewSeat {
  kind: "human" | "computer" | "friend" | "engine";
  spec?: string;
  name?: string;
}

export interface NewGame {
  game: string;
  options: Record<string, number | string | boolean>;
  start?: { position?: string; moves?: string; from?: Origin };
  seats: [NewSeat, NewSeat];
  clock: string;
  take_back?: "free" | "ask" | "never";
  locked?: boolean;
  opening?: "free" | "swap2";
  hidden?: boolean;
  join_token?: string;
}

export interface Made {
  id: string;
  tokens: { owner: string; seats: (string | null)[] };
  link: string;
  invite: string | null;
}

export interface Summary {
  id: string;
  game: string;
  options: Record<string, number | string | boolean>;
  black: string;
  white: string;
  result: OutcomeView | null;
  plies: number;
  started: number | string;
  changed: number | string;
  phase: Phase;
}

export interface Looked {
  board: BoardShape;
  position: PositionView;
  text: string;
}

