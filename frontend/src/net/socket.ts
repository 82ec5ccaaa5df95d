/** The WebSocket of one room: joins first, reconnects by itself, sends again what is safe to send twice. */
import type { ClientBody, Join, ServerMessage } from "../protocol/messages";

export type Connection = "connecting" | "open" | "lost" | "closed";

interface Waiting {
  body: ClientBody;
  settle: (answer: ServerMessage) => void;
}

export interface SocketOptions {
  address: string;
  join: () => Join;
  receive: (message: ServerMessage) => void;
  changed: (connection: Connection) => void;
  /** Replaced in tests. */
  open?: (address: string) => WebSocket;
}

const LONGEST_PAUSE = 5_000;
const HEARTBEAT = 15_000;

export class RoomSocket {
  private socket: WebSocket | undefined;
  private waiting = new Map<number, Waiting>();
  private ref = 0;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private ended = false;
  private joined = false;

  constructor(private readonly options: SocketOptions) {
    this.connect();
    this.heart = setInterval(() => this.beat(), HEARTBEAT);
  }

  /** Send a message; the promise brings the server's answer (`done`, `refused`, `position`). */
  send(body: ClientBody): Promise<ServerMessage> {
    const ref = (this.ref += 1);
    return new Promise((settle) => {
      this.waiting.set(ref, { body, settle });
      this.transmit(ref, body);
    });
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.heart);
    this.socket?.close(1000);
    this.options.changed("closed");
  }

  private connect(): void {
    this.options.changed(this.failures === 0 ? "connecting" : "lost");
    this.joined = false;
    const socket = (this.options.open ?? ((address) => new WebSocket(address)))(this.options.address);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.options.join()));
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = () => {
      if (this.ended || socket !== this.socket) return;
      this.failures += 1;
      this.options.changed("lost");
      const pause = Math.min(400 * 2 ** (this.failures - 1), LONGEST_PAUSE);
      this.timer = setTimeout(() => this.connect(), pause);
    };
  }

  private hear(message: ServerMessage): void {
    if (message.type === "room" && !this.joined) {
      this.joined = true;
      this.failures = 0;
      this.options.receive(message);
      this.options.changed("open");
      this.resend();
      return;
    }
    if ("ref" in message) {
      const waiting = message.ref === null ? undefined : this.waiting.get(message.ref);
      if (waiting && message.ref !== null) {
        this.waiting.delete(message.ref);
        waiting.settle(message);
      }
    }
    this.options.receive(message);
  }

  /** Moves and comments name their place, questions change nothing; all else is given up, not done twice. */
  private resend(): void {
    for (const [ref, { body, settle }] of [...this.waiting]) {
      if (isSafeTwice(body)) {
        this.transmit(ref, body);
      } else {
        this.waiting.delete(ref);
        settle({ type: "refused", ref, code: "lost", text: {} });
      }
    }
  }

  private transmit(ref: number, body: ClientBody): void {
    if (this.socket?.readyState === 1 && this.joined) this.socket.send(JSON.stringify({ ...body, ref }));
  }

  private beat(): void {
    if (this.joined && this.socket?.readyState === 1) void this.send({ type: "ping" });
  }
}

function isSafeTwice(body: ClientBody): boolean {
  return ["play", "look", "watch"].includes(body.type) || (body.type === "edit" && body.what === "comment");
}

export function socketAddress(id: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/games/${encodeURIComponent(id)}/socket`;
}
