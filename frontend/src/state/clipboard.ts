/** Copying by button: says that it worked, or what to do instead. */
import { t } from "../i18n/language.svelte";
import { toasts } from "./toasts.svelte";

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await put(text);
    toasts.show(done);
  } catch {
    toasts.show(t("Could not copy. Please select the text and copy it by hand."), "warn");
  }
}

/** On the local network there is no https, and browsers offer only the old way. */
async function put(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  // Inside an open dialog nothing outside of it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (!copied) throw new Error("not copied");
}
