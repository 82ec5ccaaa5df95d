/** Trying to do better than a mistake: the position before it, judged moves, until one is good. */
import { say, t } from "../i18n/language.svelte";
import type { NodeView } from "../protocol/messages";
import { moveText } from "../room/drawing";
import type { Room } from "../room/room.svelte";
import { lossText } from "../room/value";

export class Retry {
  phase = $state<"find" | "judging" | "wrong" | "good" | "failed">("find");
  /** The move that was tried last. */
  move = $state<number>();
  words = $state("");

  constructor(
    private readonly room: Room,
    /** The mistake. */
    readonly fault: NodeView,
  ) {
    this.words = t("Find a better move for {side} than {move}.", { side: this.side, move: fault.text ?? "" });
  }

  /** Where it is tried. */
  get node(): number {
    return this.fault.parent ?? this.room.tree.root;
  }

  private get side(): string {
    const view = this.room.view;
    const first = view ? (view.position.turn + view.position.ply) % 2 : 0;
    return say(view?.board.players[(this.fault.ply - 1 + first) % 2]);
  }

  async attempt(move: number): Promise<void> {
    const { room } = this;
    if (this.phase === "judging" || !room.shown || !room.view) return;
    const text = moveText(move, room.shown, room.view.board);
    this.move = move;
    if (move === this.fault.move) {
      this.phase = "wrong";
      this.words = t("{move} is the mistake. Find another move.", { move: text });
      return;
    }
    this.phase = "judging";
    this.words = t("{move}: judging …", { move: text });
    const answer = await room.send({ type: "judge", node: this.node, move });
    if (answer.type === "judged") {
      const cost = lossText(answer, room.view.board.points).replace("−", "");
      this.phase = answer.mark === "" && answer.loss !== null ? "good" : "wrong";
      this.words =
        this.phase === "good"
          ? t("{move} is a good move!", { move: text })
          : t("{move} costs {cost}. Find another move.", { move: text, cost: cost || t("unknown") });
    } else {
      this.phase = "failed";
      this.words =
        (answer.type === "refused" && say(answer.text)) ||
        t("The connection was lost before this arrived. Please try again.");
    }
  }

  /** Give up: say what should have been played. */
  reveal(): void {
    this.phase = "failed";
    this.words = t("Better: {line}", { line: (this.fault.better ?? []).join(" ") });
  }
}
