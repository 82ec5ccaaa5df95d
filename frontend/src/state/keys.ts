/** Single keys of a screen: silent while someone types, or while a dialog is open. */

export type Keys = Record<string, (event: KeyboardEvent) => void>;

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|range|button)$/.test(target.type))
  );
}

/** Keys that step through the moves, wherever the focus is. */
const STEPS = /^Arrow|^Home$|^End$/;

/** Listen until the returned function is called. */
export function listenKeys(keys: Keys): () => void {
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    // A closed list is not typed into: left and right are not its keys.
    const list = event.target instanceof HTMLSelectElement && /^Arrow(Left|Right)$/.test(name);
    if (isTyping(event.target) && !list) return;
    if (document.querySelector("dialog[open]:modal")) return;
    // A focused button keeps its own Enter and Space, unless it is for pointers only.
    if (
      (name === " " || name === "Enter") &&
      event.target instanceof Element &&
      event.target.closest("button:not([data-pointer]), a, summary, input")
    )
      return;
    // A slider steps through the moves by itself.
    if (STEPS.test(name) && event.target instanceof HTMLInputElement && event.target.type !== "checkbox")
      return;
    const action = keys[name];
    if (!action) return;
    event.preventDefault();
    action(event);
  }
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
