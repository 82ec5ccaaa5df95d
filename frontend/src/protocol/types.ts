// Made by tools/page_types.py from the server's messages; do not edit.

export type Client = Join | Play | Act | Choose | Answer | Auto | Pace | Lock | OpenChat | Watch | Say | Look | Explain | Edit | Analyse | JudgeMove | ReviewGame | Ping;

export type Server = RoomMessage | Moved | TakenBack | Clocks | Thinking | Hinted | Requested | Opening | Over | People | May | Said | Position | Tree | Nodes | Analysis | Judged | Reviewed | Next | Done | Refused;

/** Something without further words. */
export interface Act {
  type: "act";
  ref: number;
  what: "resign" | "draw" | "undo" | "hint" | "restart" | "rematch" | "leave";
  side?: 0 | 1 | null;
}

export type Action = "undo" | "hint" | "draw" | "resign" | "restart" | "rematch" | "auto" | "pace" | "answer" | "say" | "open-chat" | "lock" | "watch" | "analyse" | "review" | "edit" | "promote" | "delete";

/** Start (or move, or stop) the analysis of a node; answers come as ``analysis`` until stopped. */
export interface Analyse {
  type: "analyse";
  ref: number;
  on: boolean;
  node?: number;
  candidates?: number;
}

/** What the analysis has found so far. */
export interface Analysis {
  type: "analysis";
  search: SearchView;
}

/** Grant or refuse the request that stands (draw, take back, rematch, or a friend who wants to join). */
export interface Answer {
  type: "answer";
  ref: number;
  granted: boolean;
}

/** An assignment was made: its owner sees the results, whoever has the link may try. */
export interface AssignmentMade {
  id: string;
  owner: string;
  link: string;
}

/** An assignment as pupils see it; the attempts are for its owner. */
export interface AssignmentView {
  id: string;
  title: string;
  game: string;
  name: Languages;
  board: BoardShape;
  position: PositionView;
  side: 0 | 1;
  level: number;
  within: number;
  attempts?: AttemptView[];
  is_owner?: boolean;
}

/** All assignments of the server, the newest first. */
export interface Assignments {
  assignments: AssignmentView[];
}

/** What was tried on the board of a lesson: moves, or a click on a cell that may not be played. */
export interface Attempt {
  lesson: number;
  moves?: number[];
  cell?: number | null;
  origin?: number | null;
}

/** What became of one pupil's try. */
export interface AttemptView {
  id: string;
  name: string;
  state: "open" | "solved" | "failed";
  moves: number;
  started: number;
}

/** Let the computer take over my side, or take it back. */
export interface Auto {
  type: "auto";
  ref: number;
  side: 0 | 1;
  on: boolean;
}

/** An explanation was opened; its state has a ``head`` besides, as ``boyi.lab`` makes it. */
export interface Begun {
  explanation: Opened;
  state: ExplanationState;
}

/** The board of a game with its options: the same for every position of a room. */
export interface BoardShape {
  style: "crossings" | "squares" | "text";
  theme: "wood" | "felt" | "checked";
  size: number;
  columns: string[];
  rows: string[];
  letters?: "above" | "below";
  stars: number[];
  turns?: boolean;
  players: Languages[];
  points?: Languages | null;
}

/** A move that a search considers. */
export interface CandidateView {
  move: number;
  text: string;
  to: number | null;
  origin?: number | null;
  visits: number;
  win_rate: number | null;
  score: number | null;
  proven?: "win" | "loss" | "draw" | null;
  plies?: number | null;
  kind?: "heuristic" | "selective" | "exact" | null;
  pv: MoveView[];
  after?: string;
}

/** Everything a new game can be made of. */
export interface Catalog {
  version: string;
  games: CatalogGame[];
  levels: LevelView[];
  engines: EngineView[];
  clocks: string[];
  lan: boolean;
  address: string;
  can_open: boolean;
  owner: boolean;
  needs_token: boolean;
  locked: boolean;
  protection: Languages;
  ladder?: boolean;
  tournament?: boolean;
}

/** A game that can be played. */
export interface CatalogGame {
  name: string;
  title: Languages;
  about: Languages;
  sample: SampleView;
  options: OptionView[];
  players: Languages[];
  classics: Classic[];
  formats: string[];
  board: BoardShape;
}

/** One line of talk. */
export interface ChatView {
  number: number;
  name: string;
  seat: 0 | 1 | null;
  text: string;
  at: number;
  spectator?: boolean;
}

/** Swap2: take a colour, or put two more stones and let the other choose. */
export interface Choose {
  type: "choose";
  ref: number;
  what: "black" | "white" | "more";
}

/** A new owner's token of a game. */
export interface Claimed {
  id: string;
  tokens: Tokens;
}

/** One board of the class. */
export interface ClassBoard {
  id: string;
  title: Languages;
  board: BoardShape;
  position: PositionView;
  names: string[];
  specs: string[];
  online: boolean[];
  phase: "waiting" | "playing" | "over" | "review";
  locked: boolean;
  task?: string;
}

/** All boards of the server, those in play first; for its owner. */
export interface ClassView {
  boards: ClassBoard[];
  locked: boolean;
  needs_code: boolean;
}

/** A program of the sources. */
export interface Classic {
  spec: string;
  label: Languages;
}

/** Both sides' time at the moment the message was sent. */
export interface ClockView {
  left: (number | null)[];
  whole: (number | null)[];
  running: 0 | 1 | null;
  control: string;
}

/** The clocks, when they change hands or stop. */
export interface Clocks {
  type: "clocks";
  clock: ClockView;
}

/** A NoGo game against a program of the course, over its protocol. */
export interface Course {
  mode: "host" | "join";
  host?: string;
  port?: number;
  name?: string;
  seat?: 0 | 1;
  seconds?: number;
  player?: string;
  join_token?: string;
}

/** The way to a program of the course. */
export interface CourseView {
  state: "listening" | "connected" | "gone";
  address?: string;
}

/** How many games are gone. */
export interface Deleted {
  deleted: number;
}

/** The message with this ``ref`` was carried out. */
export interface Done {
  type: "done";
  ref: number;
}

/** Change the tree (owner of a game that is not being played): the answer is ``tree``. */
export interface Edit {
  type: "edit";
  ref: number;
  what: "add" | "line" | "remove" | "promote" | "comment" | "shapes";
  node: number;
  move?: number | null;
  moves?: number[];
  text?: string;
  shapes?: ShapeView[];
}

/** A registered engine. */
export interface EngineView {
  name: string;
  game: string | null;
}

/** Every answer that is not a success. */
export interface Error {
  error: ErrorText;
}

/** What went wrong. */
export interface ErrorText {
  code: string;
  text: Languages;
}

/** Why may this cell not be played? The answer is ``refused``. */
export interface Explain {
  type: "explain";
  ref: number;
  node: number;
  cell: number;
  origin?: number | null;
}

/** How far a search is. */
export interface ExplanationState {
  levels: ("phase" | "iteration")[];
  known: { phase?: number; iteration?: number };
  finished: boolean;
  problem: Languages | null;
  share: number;
  estimates: Languages[];
}

/** Several games as one file. */
export interface Export {
  ids: string[];
  format: "sgf" | "json" | "psq" | "ggf" | "dat" | "txt" | "svg" | "png" | "gif";
}

/** A file or text that holds no game. */
export interface FailedImport {
  name: string;
  text: Languages;
}

/** One check of a file. */
export interface FindingView {
  good: boolean;
  title: Languages;
  text: Languages;
}

/** A move that someone tries; none: the answer is to be shown. */
export interface Guess {
  move?: number | null;
}

/** What became of it. */
export interface Guessed {
  right: boolean;
  text: Languages;
  line: string[];
  position: PositionView;
  due?: number | null;
}

/** How to play a game. */
export interface GuideView {
  game: string;
  title: Languages;
  about: Languages;
  lessons: LessonView[];
  notation: Languages;
  tips: Languages[];
}

/** The answer to ``hint``, to the asker alone. */
export interface Hinted {
  type: "hinted";
  search: SearchView;
}

/** Several games. */
export interface Ids {
  ids: string[];
}

/** What an import brought. */
export interface Imported {
  games: ImportedGame[];
  errors: FailedImport[];
}

/** A game that was imported, for review. */
export interface ImportedGame {
  id: string;
  tokens: Tokens;
  summary: Summary;
}

/** The first message: who I am. A token gives a seat or the owner's rights; without one I watch. */
export interface Join {
  type: "join";
  token?: string;
  name?: string;
  language?: string;
  server_token?: string;
}

/** What would this move cost at this node? The answer is ``judged``; the record stays as it is. */
export interface JudgeMove {
  type: "judge";
  ref: number;
  node: number;
  move: number;
}

/** The answer to ``judge``, to the asker alone. */
export interface Judged {
  type: "judged";
  ref: number;
  node: number;
  move: number;
  mark: "" | "good" | "inaccuracy" | "mistake" | "blunder";
  loss: number | null;
  loss_points?: number | null;
}

/** The blunders of a reviewed game are to be repeated. */
export interface KeepMistakes {
  game: string;
}

/** How many blunders a game has, and how many of them were new. */
export interface Kept {
  found: number;
  new: number;
}

/** What can be explained here. */
export interface LabView {
  searches: SearchKind[];
  lessons: LessonCard[];
  problems: Languages[];
  locked: boolean;
}

/** A finished game. */
export interface LadderGameView {
  number: number;
  black: string;
  white: string;
  points: number;
  reason: Languages;
}

/** A finished game to be replayed, with what its programs said. */
export interface LadderReplay {
  number: number;
  black: string;
  white: string;
  board: BoardShape;
  moves: string[];
  positions: PositionView[];
  said: SaidLine[];
}

/** A bot or a level on the ladder. */
export interface LadderRow {
  name: string;
  level: boolean;
  elo: number | null;
  error: number | null;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** The game that is played now. */
export interface LadderRunning {
  black: string;
  white: string;
  moves: string;
}

/** The ladder as everybody sees it. */
export interface LadderView {
  name: string;
  title: Languages;
  closed: Languages | null;
  seconds: number;
  timing: Languages;
  memory: number;
  tmp: number;
  largest: number;
  uploads: number;
  rows: LadderRow[];
  games: LadderGameView[];
  played: number;
  running: LadderRunning | null;
  trouble: Languages | null;
  problems: Languages[];
}

/** A language that Boyi speaks. */
export interface LanguageView {
  code: string;
  name: string;
  sign: string;
}

export type Languages = Record<string, string>;

/** A lesson. */
export interface LessonCard {
  name: string;
  own: boolean;
  title: Languages;
  text: Languages;
  parts: PartView[];
}

/** One small board of a guide. */
export interface LessonView {
  title: Languages;
  text: Languages;
  task: Languages;
  board: BoardShape;
  position: PositionView;
  free: boolean;
}

/** A strength. */
export interface LevelView {
  level: number;
  spec: string;
  label: Languages;
}

/** The games of a page of the library. */
export interface Listed {
  ids: string[];
}

/** A page of the library. */
export interface Listing {
  total: number;
  games: Summary[];
}

/** The games that wait for someone. */
export interface Lobby {
  games: LobbyGame[];
}

/** A game that waits for someone. */
export interface LobbyGame {
  id: string;
  game: string;
  title: Languages;
  options: Record<string, number | string | boolean>;
  name: string;
  side: 0 | 1;
  clock: string;
  take_back: "never" | "ask" | "free";
}

/** The teacher's lock (owner only). A code that comes with locking is needed to unlock again. */
export interface Lock {
  type: "lock";
  ref: number;
  on: boolean;
  code?: string;
}

/** Show me the position at a node; the answer is ``position``. */
export interface Look {
  type: "look";
  ref: number;
  node: number;
  around?: boolean;
}

/** A position to be looked at: the editor's cells, a pasted position or a list of moves. */
export interface LookAt {
  game: string;
  options?: Record<string, number | string>;
  position?: string | null;
  cells?: string | null;
  turn?: 0 | 1 | null;
  moves?: string | null;
}

/** A position, its board and its text. */
export interface Looked {
  board: BoardShape;
  position: PositionView;
  text: string;
}

/** A room was made. */
export interface Made {
  id: string;
  tokens: Tokens;
  link: string;
  invite?: string | null;
}

/** What each role may do has changed. */
export interface May {
  type: "may";
  may: Permissions;
}

/** A mistake of one's own that is repeated. */
export interface MistakeCard {
  id: string;
  game: string;
  title: Languages;
  task: Languages;
  due: number;
  tries: number;
  solved: number;
  source: string;
  ply: number;
}

/** A move that may be played. */
export interface MoveView {
  move: number;
  text: string;
  to: number | null;
  origin?: number | null;
}

/** A move was played; ``position`` follows the node that it made. */
export interface Moved {
  type: "moved";
  node: NodeView;
  position: PositionView;
  clock: ClockView;
  acts?: 0 | 1 | null;
}

/** All files of a student, the newest first. */
export interface MyBots {
  name: string;
  versions: VersionView[];
}

/** How others on the network get in; for the owner of the server alone. */
export interface NetworkView {
  lan: boolean;
  address: string;
  link: string;
  join_token: string;
  owner_token: string;
  can_close?: boolean;
}

/** A position to be won, as a link for pupils. */
export interface NewAssignment {
  game: string;
  options?: Record<string, number | string>;
  position: string;
  side: 0 | 1;
  level?: number;
  within?: number;
  title?: string;
  join_token?: string;
}

/** A search of a position, perhaps another beside it; or a part of a lesson. */
export interface NewExplanation {
  search?: string;
  versus?: string;
  game?: string;
  options?: Record<string, number | string>;
  start?: Start;
  lesson?: string;
  part?: number;
}

/** A room to be made. */
export interface NewGame {
  game: string;
  options?: Record<string, number | string>;
  start?: Start;
  seats: NewSeat[];
  clock?: string;
  take_back?: "never" | "ask" | "free";
  locked?: boolean;
  lock_code?: string;
  opening?: "free" | "swap2";
  hidden?: boolean;
  lobby?: boolean;
  pace?: number;
  join_token?: string;
}

/** Who shall sit on one side. */
export interface NewSeat {
  kind: "human" | "computer" | "friend" | "engine";
  spec?: string;
  name?: string;
}

/** The game continues in the room with this id (restart, rematch). Players get a new token with it. */
export interface Next {
  type: "next";
  id: string;
  token?: string;
}

/** One node of the record's tree. */
export interface NodeView {
  node: number;
  parent: number | null;
  ply: number;
  move?: number | null;
  text?: string;
  to?: number | null;
  origin?: number | null;
  comment?: string;
  evaluation?: number | null;
  spent?: number | null;
  mark?: "" | "good" | "inaccuracy" | "mistake" | "blunder";
  better?: string[];
  better_move?: MoveView | null;
  loss?: number | null;
  loss_points?: number | null;
  shapes?: ShapeView[];
  more?: number;
}

/** The part of a large tree that is near a node, in the place of the part that was shown. */
export interface Nodes {
  type: "nodes";
  nodes: NodeView[];
}

/** Whether spectators may write too (owner only). */
export interface OpenChat {
  type: "open-chat";
  ref: number;
  on: boolean;
}

/** Where the steps of an explanation are, and what it explains. */
export interface Opened {
  id: string;
  search: string;
  versus: string;
  game: string;
  options: Record<string, number | string | boolean>;
  position: string;
  moves: string;
  board: BoardShape | null;
}

/** The next step of a swap2 opening; None: the game is over, or colours are settled (``room`` follows). */
export interface Opening {
  type: "opening";
  opening: OpeningView | null;
  acts?: 0 | 1 | null;
}

/** Where a swap2 opening stands: the one who begins puts three stones, then colours are chosen. */
export interface OpeningView {
  step: "place3" | "choose" | "place2" | "choose2";
  side: 0 | 1;
  stones?: number;
  choices?: ("black" | "white" | "more")[];
}

/** An option of a game. */
export interface OptionView {
  name: string;
  default: number | string;
  choices: (number | string)[];
  label: Languages;
  labels: Record<string, Languages>;
}

/** Where a try-out came from. */
export interface Origin {
  id: string;
  node: number;
  ply: number;
}

/** How a game ended. */
export interface OutcomeView {
  winner: 0 | 1 | null;
  reason: string;
  score?: number | null;
  text: Languages;
  detail?: string;
  details?: Languages;
}

/** The game is over. */
export interface Over {
  type: "over";
  outcome: OutcomeView;
  clock: ClockView;
}

/** The pace of computers that play both sides; what is not given stays as it is. */
export interface Pace {
  type: "pace";
  ref: number;
  paused?: boolean | null;
  seconds?: number | null;
  step?: boolean;
}

/** The pace of computers that play both sides. */
export interface PaceView {
  seconds: number;
  paused: boolean;
}

/** A part of a lesson. */
export interface PartView {
  title: Languages;
  text: Languages;
  look: Languages;
  search: string;
  versus: string;
  level: "phase" | "iteration";
}

/** Who is here, and the seats. */
export interface People {
  type: "people";
  people: PersonView[];
  seats: SeatView[];
  phase: "waiting" | "playing" | "over" | "review";
  locked: boolean;
  lock_code?: boolean;
  course?: CourseView | null;
  spectator_chat?: boolean;
  acts?: 0 | 1 | null;
  task?: TaskView | null;
  pace?: PaceView | null;
}

export type Permissions = Partial<Record<Role, Action[]>>;

/** Someone who is connected. */
export interface PersonView {
  name: string;
  seat: 0 | 1 | null;
}

/** Are you there? Answered by ``done``. */
export interface Ping {
  type: "ping";
  ref: number;
}

/** A node of a stored game. */
export interface Place {
  id: string;
  node?: number;
}

/** Play a move as the side to move; ``ply`` is its number (1 is the game's first move). */
export interface Play {
  type: "play";
  ref: number;
  ply: number;
  move: number;
}

/** The answer to ``look``. */
export interface Position {
  type: "position";
  ref: number;
  position: PositionView;
}

/** One position of the record. */
export interface PositionView {
  node: number;
  ply: number;
  cells: string;
  drawing?: string;
  turn: 0 | 1;
  moves: (number | MoveView)[];
  last?: MoveView | null;
  changed?: number[];
  line?: number[];
  refused?: Record<string, Languages>;
  counts: number[];
  outcome?: OutcomeView | null;
}

/** Everything that can be practised. */
export interface Practice {
  sets: PuzzleSet[];
  mistakes: MistakeCard[];
  now: number;
}

/** What someone thinks a step will show: the place of an option. */
export interface Prediction {
  level: "phase" | "iteration";
  step: number;
  option: number;
}

/** The puzzles of a game that come with Boyi. */
export interface PuzzleSet {
  game: string;
  title: Languages;
  solved: boolean[];
  tried: boolean[];
}

/** A position with a move to find. */
export interface PuzzleView {
  title: Languages;
  task: Languages;
  board: BoardShape;
  position: PositionView;
  plies: number;
  solved: boolean;
  due?: number | null;
  played?: MoveView | null;
  source?: string;
  ply?: number;
}

/** The message with this ``ref`` was not carried out; nothing was changed. */
export interface Refused {
  type: "refused";
  ref: number | null;
  code: "bad-message" | "too-large" | "too-many" | "needs-token" | "not-joined" | "not-allowed" | "not-your-turn" | "thinking" | "illegal" | "stale" | "locked" | "busy" | "not-found" | "failed";
  text: Languages;
}

/** Something that one player asks of the other. */
export interface RequestView {
  request: "draw" | "take back" | "restart" | "rematch" | "join" | "invite";
  player: 0 | 1;
  name: string;
  colour?: 0 | 1 | null;
}

/** A request stands, or no request any more. */
export interface Requested {
  type: "requested";
  request: RequestView | null;
  granted?: boolean | null;
}

/** Judge every move of the main line; ``reviewed`` comes for each, ``progress`` meanwhile. */
export interface ReviewGame {
  type: "review";
  ref: number;
  on?: boolean;
  seconds?: number;
}

/** One move was judged. */
export interface Reviewed {
  type: "reviewed";
  node: NodeView;
  progress: number;
}

export type Role = "player0" | "player1" | "owner" | "guest" | "stranger" | "host";

/** The whole room, after ``join`` and after great changes. */
export interface RoomMessage {
  type: "room";
  you: You;
  room: RoomView;
}

/** Everything about a room: sent when someone joins and whenever much has changed. */
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
  spectator_chat?: boolean;
  people: PersonView[];
  take_back: "never" | "ask" | "free";
  locked: boolean;
  phase: "waiting" | "playing" | "over" | "review";
  acts?: 0 | 1 | null;
  pace?: PaceView | null;
  may?: Permissions;
  opening?: OpeningView | null;
  rematch?: string | null;
  origin?: Origin | null;
  course?: CourseView | null;
  task?: TaskView | null;
  lock_code?: boolean;
  headers?: Record<string, string>;
}

/** A line of chat. */
export interface Said {
  type: "said";
  chat: ChatView;
}

/** Something that was said to a program or by it. */
export interface SaidLine {
  ply: number;
  player: string;
  voice: string;
  text: string;
}

/** A typical position of a game, for its picture. */
export interface SampleView {
  board: BoardShape;
  cells: string;
  drawing?: string;
  last?: MoveView | null;
}

/** Chat, of players and the owner; of spectators where the owner lets them. */
export interface Say {
  type: "say";
  ref: number;
  text: string;
}

/** A search that can be explained. */
export interface SearchKind {
  name: string;
  about: Languages;
  needs_position: boolean;
  settings: SettingView[];
}

/** What a search has found so far, or its end. */
export interface SearchView {
  node: number;
  turn: 0 | 1;
  win_rate: number | null;
  nodes: number;
  depth: number;
  seconds: number;
  proven?: "win" | "loss" | "draw" | null;
  plies?: number | null;
  candidates: CandidateView[];
}

/** A token with which one asks for a seat. */
export interface SeatToken {
  id: string;
  token: string;
}

/** Who sits on one side. */
export interface SeatView {
  kind: "human" | "computer" | "friend" | "engine" | "course";
  name: string;
  spec?: string;
  online?: boolean;
  auto?: boolean;
  taken?: boolean;
}

/** A setting of a search, as it is declared. */
export interface SettingView {
  name: string;
  help: Languages;
  kind: "whole" | "number" | "word" | "switch";
  usual: string;
  low?: number;
  high?: number;
  words?: string[];
  free?: boolean;
  sample?: string;
}

/** Something drawn on the board. */
export interface ShapeView {
  kind: "circle" | "triangle" | "square" | "cross" | "label" | "arrow" | "line";
  cell: number;
  to?: number | null;
  text?: string;
}

/** Where a game begins: the game's own start unless something is given. */
export interface Start {
  position?: string | null;
  moves?: string | null;
  from?: Place | null;
}

/** One line of the library. */
export interface Summary {
  id: string;
  game: string;
  options: Record<string, number | string | boolean>;
  black: string;
  white: string;
  result: OutcomeView | null;
  plies: number;
  started: number;
  changed: number;
  phase: "waiting" | "playing" | "over" | "review";
}

/** Moves were taken back; the nodes after ``position.node`` are gone. */
export interface TakenBack {
  type: "taken-back";
  position: PositionView;
  nodes: NodeView[];
  clock: ClockView;
  acts?: 0 | 1 | null;
}

/** The assignment that is played here. */
export interface TaskView {
  id: string;
  title: string;
  side: 0 | 1;
  within: number;
  state: "open" | "solved" | "failed";
}

/** The computer thinks: how far it is, and what it sees if the receiver watches. */
export interface Thinking {
  type: "thinking";
  player: 0 | 1;
  progress: number;
  nodes: number;
  depth: number;
  seconds: number;
  waits?: boolean;
  search?: SearchView | null;
}

/** A small picture of where a game stands. */
export interface Thumbnail {
  size: number;
  cells: string;
}

/** Small pictures by the ids of their games; games that cannot be read have none. */
export interface Thumbnails {
  thumbnails: Record<string, Thumbnail>;
}

/** Secrets of a room: keep them. The owner's plays every ``human`` seat, a friend's its own. */
export interface Tokens {
  owner: string;
  seats: (string | null)[];
}

/** The tree after an edit; ``at`` is the node the editor stands on. */
export interface Tree {
  type: "tree";
  nodes: NodeView[];
  at: number;
  position: PositionView;
}

/** The drawn tree after a step; without ``unfolded`` the path to the node of the step is. */
export interface TreeQuestion {
  level: "phase" | "iteration";
  step: number;
  side?: "left" | "right";
  unfolded?: number[] | null;
}

/** The board after it, and what it is worth. */
export interface Tried {
  position: PositionView;
  verdict: "open" | "right" | "wrong";
  text: Languages;
}

/** One file of a student, and what the check found. */
export interface VersionView {
  number: number;
  file: string;
  uploaded: number;
  state: "waiting" | "checking" | "good" | "bad";
  findings: FindingView[];
}

/** Whether I want to see the computer's candidates while it thinks. */
export interface Watch {
  type: "watch";
  ref: number;
  on: boolean;
}

/** The page's own texts in one language. */
export interface Words {
  code: string;
  languages: LanguageView[];
  words: Record<string, string>;
}

/** What the receiver of a message is in this room. */
export interface You {
  seats: (0 | 1)[];
  owner: boolean;
  name: string;
  admission?: "" | "waiting" | "refused";
  chat?: boolean;
  server_owner?: boolean;
  roles?: Role[];
}
