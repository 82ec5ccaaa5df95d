/** Copying by button: says that it worked, or what to do instead. */
import { t } from "../i18n/language.svelte";
import { toasts } from "./toasts.svelte";

export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(done);
  } catch {
    toasts.show(t("copy.failed"), "warn");
  }
}
