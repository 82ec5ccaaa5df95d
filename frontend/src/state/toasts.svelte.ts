/** Short messages in one corner; they leave by themselves. */

export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "warn" | "danger";
}

let next = 0;
let list = $state<Toast[]>([]);

export const toasts = {
  get list(): readonly Toast[] {
    return list;
  },
  /** Show a sentence; it replaces the last one of its kind, so that nothing piles up. */
  show(text: string, tone: Toast["tone"] = "plain", seconds = 4): void {
    if (!text) return;
    const id = (next += 1);
    list = [...list.filter((toast) => toast.tone !== tone), { id, text, tone }];
    setTimeout(() => toasts.drop(id), seconds * 1000);
  },
  drop(id: number): void {
    list = list.filter((toast) => toast.id !== id);
  },
};
