/** Opening the server to the network: the one who does it is its owner from then on. */
import { t } from "../i18n/language.svelte";
import { openNetwork, sentence } from "../net/api";
import { catalogue } from "../state/catalog.svelte";
import { join } from "../state/join.svelte";
import { toasts } from "../state/toasts.svelte";

export async function openToNetwork(): Promise<void> {
  try {
    const opened = await openNetwork();
    join.keepOwner(opened.owner_token);
    await catalogue.reload();
    toasts.show(t("network.opened", { address: opened.address }));
  } catch (problem) {
    toasts.show(sentence(problem), "warn");
  }
}
