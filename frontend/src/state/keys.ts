/** Single keys of a screen: silent while someone types, or while a dialog is open. */

export type Keys = Record<string, (event: KeyboardEvent) => void>;

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|range|button)$/.test(target.type))
  );
}

/** Listen until the returned function is called. */
export function listenKeys(keys: Keys): () => void {
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
      return;
    if (document.querySelector("dialog[open]")) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // A focused button keeps its own Enter and Space, unless it is for pointers only.
    if (
      (name === " " || name === "Enter") &&
      event.target instanceof Element &&
      event.target.closest("button:not([data-pointer]), a, summary, input")
    )
      return;
    if (/^Arrow|^Home$|^End$/.test(name) && event.target instanceof HTMLInputElement) return;
    const action = keys[name];
    if (!action) return;
    event.preventDefault();
    action(event);
  }
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
