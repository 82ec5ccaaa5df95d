/** One room as this page knows it: the server's view, kept up to date by its messages. */
import { hintWords } from "./hint";
import { Failure } from "../net/api";
import { RoomSocket, socketAddress, type Connection } from "../net/socket";
import { keepToken, tokenFor } from "../net/tokens";
import { say, t } from "../i18n/language.svelte";
import type {
  Action,
  ClientBody,
  NodeView,
  PositionView,
  RoomView,
  SearchView,
  ServerMessage,
  ShapeView,
  Side,
  You,
} from "../protocol/messages";
import { seatName } from "../state/catalog.svelte";
import { join } from "../state/join.svelte";
import { settings } from "../state/settings.svelte";
import { other } from "./drawing";
import { may } from "./permissions";
import { isMine, requestWords } from "./request";
import type { Listener, LogLine, Thinking } from "./listener";
import { growTree, isMain, lineEnd, mainLine, otherBranch, type Tree } from "./tree";

export class Room {
  connection = $state<Connection>("connecting");
  failure = $state<string>();
  you = $state.raw<You>({ seats: [], owner: false, name: "" });
  view = $state.raw<RoomView>();
  /** The node that is looked at; undefined follows the game. */
  looking = $state<number>();
  thinking = $state.raw<Thinking>();
  /** What the computer saw before its last move. */
  thought = $state.raw<SearchView>();
  hint = $state.raw<SearchView>();
  analysis = $state.raw<SearchView>();
  reviewing = $state<number>();
  log = $state.raw<LogLine[]>([]);
  /** What is written in the chat and not sent yet. */
  draft = $state("");
  clockAt = $state(0);
  /** The position of the node looked at, or of the one before while the answer is on its way. */
  private displayed = $state.raw<PositionView>();
  private cache = new Map<number, PositionView>();
  private socket: RoomSocket | undefined;
  private lines = 0;
  /** The latest drawings that the server has not confirmed: an older tree must not take them away. */
  private drawn = new Map<number, ShapeView[]>();
  private saying = new Set<string>();

  readonly tree: Tree = $derived(growTree(this.view?.nodes ?? []));
  readonly at: number = $derived(this.looking ?? this.view?.position.node ?? 0);
  readonly shown: PositionView | undefined = $derived(
    this.looking === undefined ? this.view?.position : (this.displayed ?? this.view?.position),
  );
  readonly live: boolean = $derived(this.looking === undefined || this.looking === this.view?.position.node);

  constructor(
    readonly id: string,
    private readonly listener: Listener = {},
  ) {}

  connect(): void {
    this.socket = new RoomSocket({
      address: socketAddress(this.id),
      join: () => ({
        type: "join",
        token: tokenFor(this.id),
        name: settings.name,
        server_token: join.word,
      }),
      receive: (message) => this.apply(message),
      changed: (connection) => this.connected(connection),
    });
  }

  /** Leaving stops what the server searches for me. */
  close(): void {
    if (this.connection === "open") void this.send({ type: "act", what: "leave" });
    this.socket?.close();
  }

  /** Chat; what comes back as mine is not announced to me. */
  say(text: string): Promise<ServerMessage> {
    this.saying.add(text);
    return this.send({ type: "say", text });
  }

  /** Write a comment; it stands at once, and waits for the connection if there is none. */
  async comment(node: NodeView, text: string): Promise<ServerMessage> {
    this.replaceNode({ ...node, comment: text });
    const answer = await this.send({ type: "edit", what: "comment", node: node.node, text });
    if (answer.type === "refused") this.replaceNode(node);
    return answer;
  }

  /** Draw on the board of a node; it stands at once, and is kept where I may change the record. */
  async draw(node: NodeView, shapes: ShapeView[]): Promise<ServerMessage | undefined> {
    this.replaceNode({ ...node, shapes });
    if (!this.may("edit")) return undefined;
    this.drawn.set(node.node, shapes);
    const answer = await this.send({ type: "edit", what: "shapes", node: node.node, shapes });
    if (this.drawn.get(node.node) === shapes) this.drawn.delete(node.node);
    if (answer.type === "refused") this.replaceNode(node);
    return answer;
  }

  async send(body: ClientBody): Promise<ServerMessage> {
    if (!this.socket) throw new Failure("closed", undefined);
    return this.socket.send(body);
  }

  /** Carry out one message of the server. */
  apply(message: ServerMessage): void {
    switch (message.type) {
      case "room":
        this.enter(message.you, message.room);
        break;
      case "moved":
        this.moved(message.node, message.position);
        this.patch({ clock: message.clock, acts: message.acts ?? null });
        this.listener.moved?.(message.position);
        break;
      case "taken-back":
        this.cache = new Map();
        this.thinking = this.thought = undefined;
        this.hint = undefined;
        this.looking = undefined;
        this.patch({
          position: message.position,
          nodes: message.nodes,
          clock: message.clock,
          acts: message.acts ?? null,
        });
        this.note(t("Taken back to move {ply}.", { ply: message.position.ply }));
        break;
      case "clocks":
        this.patch({ clock: message.clock });
        break;
      case "thinking":
        if (this.byHand(message.player)) break; // said before the person took the side back
        this.thinking = { ...message, search: message.search ?? undefined };
        if (message.search) this.thought = message.search;
        break;
      case "hinted":
        this.hint = message.search;
        this.note(hintWords(message.search));
        break;
      case "requested": {
        const before = this.view?.request ?? undefined;
        this.patch({ request: message.request });
        if (message.request && this.view) this.note(requestWords(message.request, this.view, this.you));
        else if (typeof message.granted === "boolean") {
          this.note(t(message.granted ? "Accepted." : "Refused."));
          if (before && before.request !== "join" && this.view && isMine(before, this.view, this.you))
            this.listener.ended?.(message.granted);
        }
        break;
      }
      case "over":
        this.thinking = undefined;
        this.hint = undefined;
        if (this.view) {
          const position = { ...this.view.position, outcome: message.outcome, moves: [] };
          this.patch({ position, clock: message.clock, phase: "over", request: null, acts: null });
        }
        this.note(say(message.outcome.text));
        this.listener.over?.();
        break;
      case "people":
        this.patch({
          people: message.people,
          seats: message.seats,
          phase: message.phase,
          locked: message.locked,
          lock_code: message.lock_code ?? false,
          task: message.task ?? null,
          course: message.course ?? null,
          spectator_chat: message.spectator_chat ?? false,
          acts: message.acts ?? null,
          pace: message.pace ?? null,
        });
        if (message.locked) this.hint = undefined;
        this.forgetThinking();
        break;
      case "opening":
        this.patch({ opening: message.opening, acts: message.acts ?? null });
        break;
      case "may":
        this.patch({ may: message.may });
        break;
      case "said":
        if (this.view && !this.view.chat.some((line) => line.number === message.chat.number)) {
          this.patch({ chat: [...this.view.chat, message.chat] });
          this.listener.said?.(this.saying.delete(message.chat.text) && message.chat.name === this.you.name);
        }
        break;
      case "position":
        this.remember(message.position);
        break;
      case "tree":
        this.cache = new Map();
        this.patch({ nodes: message.nodes });
        this.looking = message.at;
        this.remember(message.position);
        break;
      case "nodes":
        // The part around a node that I have left meanwhile is not shown: that of the next one comes.
        if (message.nodes.some((node) => node.node === this.at)) this.patch({ nodes: message.nodes });
        break;
      case "analysis":
        this.analysis = message.search;
        this.evaluate(message.search);
        break;
      case "reviewed":
        this.replaceNode(message.node);
        this.reviewing = message.progress < 1 ? message.progress : undefined;
        break;
      case "next":
        keepToken(message.id, message.token ?? "");
        this.listener.next?.(message.id);
        break;
      case "refused":
        if (message.ref === null) {
          this.note(say(message.text), "warn");
          if (message.code === "not-found") {
            this.failure = say(message.text);
            this.socket?.close(); // it will not be there later either
          }
        }
        break;
      case "judged":
      case "done":
        break;
    }
  }

  /** Whether I may do something now, as the server says. */
  may(action: Action): boolean {
    return this.view !== undefined && may(this.view, this.you, action);
  }

  /** Whether the player of a side of mine may do something. */
  mayAs(side: Side, action: Action): boolean {
    return this.view?.may?.[`player${side}`]?.includes(action) ?? false;
  }

  /** Look at a node; its position is asked for if it is not known. */
  async look(node: number): Promise<void> {
    if (!this.view || !this.tree.byId.has(node)) return;
    const end = node === this.view.position.node;
    this.hint = undefined;
    if (this.analysis?.node !== node) this.analysis = undefined;
    // A game that is being played is followed again once its end is reached.
    if (end && this.view.phase === "playing") {
      this.looking = undefined;
      return;
    }
    this.displayed = this.shown;
    this.looking = node;
    const known = end ? this.view.position : this.cache.get(node);
    if (known) this.displayed = known;
    const around = Boolean(this.tree.byId.get(node)?.more);
    if (!known || around) await this.send({ type: "look", node, around });
  }

  previous(): void {
    const parent = this.tree.byId.get(this.at)?.parent;
    if (parent !== null && parent !== undefined) void this.look(parent);
  }

  next(): boolean {
    const child = this.tree.children.get(this.at)?.[0];
    if (child !== undefined) void this.look(child);
    return child !== undefined;
  }

  first(): void {
    void this.look(this.tree.root);
  }

  last(): void {
    void this.look(lineEnd(this.tree, this.at));
  }

  branch(step: 1 | -1): void {
    void this.look(otherBranch(this.tree, this.at, step));
  }

  /** The node of the main line at this ply, as near as there is one. */
  nodeAtPly(ply: number): number {
    const line = mainLine(this.tree);
    const found = line.find((node) => node.ply === ply) ?? line[line.length - 1];
    return found?.node ?? this.tree.root;
  }

  get onMainLine(): boolean {
    return isMain(this.tree, this.at);
  }

  /** A line for the status log. */
  note(text: string, tone: LogLine["tone"] = "plain"): void {
    if (!text) return;
    this.log = [...this.log.slice(-199), { id: (this.lines += 1), at: new Date(), text, tone }];
  }

  /** Whether I wait before a free seat. */
  get knocks(): boolean {
    return this.you.admission === "waiting";
  }

  /** I came by an invitation and was not let in. */
  get turnedAway(): boolean {
    return this.you.admission === "refused";
  }

  /** Knock once more. */
  knockAgain(): void {
    this.socket?.close();
    this.connect();
  }

  private enter(you: You, room: RoomView): void {
    const again = this.view !== undefined;
    const side = you.seats[0];
    if (again && this.you.seats.length === 1 && side !== undefined && side !== this.you.seats[0])
      this.listener.coloured?.(side);
    const grown = (this.view?.nodes.length ?? 0) !== room.nodes.length;
    this.you = you;
    if (grown) this.cache = new Map();
    this.view = room;
    this.clockAt = performance.now();
    this.forgetThinking();
    if (this.looking !== undefined && !room.nodes.some((node) => node.node === this.looking))
      this.looking = undefined;
    if (!again) this.note(t("{game}: ready.", { game: say(room.title) }));
    if (again && grown) this.listener.moved?.(room.position);
  }

  private moved(node: NodeView, position: PositionView): void {
    const view = this.view;
    if (!view) return;
    this.thinking = undefined;
    this.hint = undefined;
    const nodes = view.nodes.filter((known) => known.node !== node.node);
    this.patch({ nodes: [...nodes, node], position });
    this.remember(position);
    // In an opening one side puts stones of both colours: their colour does not name who put them.
    const side = view.opening?.side ?? other(position.turn);
    const seat = view.seats[side];
    const name = (seat && seatName(seat)) || (view.opening ? "" : say(view.board.players[side]));
    const move = node.text ?? "";
    this.note(name ? t("{ply}. {name}: {move}", { ply: node.ply, name, move }) : `${node.ply}. ${move}`);
  }

  /** A person moves for this side, not the computer. */
  private byHand(side: Side): boolean {
    const seat = this.view?.seats[side];
    return (seat?.kind === "human" || seat?.kind === "friend") && !seat.auto;
  }

  /** The computer may have stopped without a move. */
  private forgetThinking(): void {
    if (this.thinking && this.byHand(this.thinking.player)) this.thinking = undefined;
  }

  private remember(position: PositionView): void {
    this.cache.set(position.node, position);
    if (this.looking === position.node) this.displayed = position;
  }

  private evaluate(search: SearchView): void {
    const known = this.tree.byId.get(search.node);
    if (!known) return;
    const rate = search.win_rate;
    if (rate !== null) this.replaceNode({ ...known, evaluation: search.turn === 0 ? rate : 1 - rate });
  }

  private replaceNode(node: NodeView): void {
    if (!this.view) return;
    this.patch({ nodes: this.view.nodes.map((known) => (known.node === node.node ? node : known)) });
  }

  private patch(part: Partial<RoomView>): void {
    if (!this.view) return;
    this.view = { ...this.view, ...part };
    if (part.nodes && this.drawn.size > 0)
      this.view.nodes = part.nodes.map((node) => ({
        ...node,
        shapes: this.drawn.get(node.node) ?? node.shapes ?? [],
      }));
    if (part.clock) this.clockAt = performance.now();
  }

  private connected(connection: Connection): void {
    if (connection === "lost" && this.connection === "open") this.note(t("Connection lost."), "warn");
    if (connection === "open" && this.connection === "lost") this.note(t("Connected again."));
    this.connection = connection;
  }
}
