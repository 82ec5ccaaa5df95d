/** Short messages in one corner; they leave by themselves, or with the screen they belong to. */

export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "warn" | "danger";
}

let next = 0;
let list = $state<Toast[]>([]);
let lifted = $state(0);

export const toasts = {
  get list(): readonly Toast[] {
    return list;
  },
  /** Show a sentence; it replaces the last one of its kind, so that nothing piles up. Its number, to drop it. */
  show(text: string, tone: Toast["tone"] = "plain", seconds = 4): number {
    if (!text) return 0;
    const id = (next += 1);
    list = [...list.filter((toast) => toast.tone !== tone), { id, text, tone }];
    setTimeout(() => toasts.drop(id), seconds * 1000);
    return id;
  },
  drop(id: number): void {
    list = list.filter((toast) => toast.id !== id);
  },
  /** Another screen: what was said here no longer matters. */
  clear(): void {
    list = [];
  },
  /** A dialog has opened: toasts shall lie above it. */
  lift(): void {
    lifted += 1;
  },
  get lifted(): number {
    return lifted;
  },
};
