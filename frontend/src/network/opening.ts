/** Opening the server to the network, and closing it: the one who opens it is its owner until then. */
import { t } from "../i18n/language.svelte";
import { closeNetwork, openNetwork, sentence } from "../net/api";
import { catalogue } from "../state/catalog.svelte";
import { join } from "../state/join.svelte";
import { toasts } from "../state/toasts.svelte";

export async function openToNetwork(): Promise<void> {
  try {
    const opened = await openNetwork();
    join.keepOwner(opened.owner_token);
    await catalogue.reload();
    toasts.show(t("Open to the network: {address}", { address: opened.address }));
  } catch (problem) {
    toasts.show(sentence(problem), "warn");
  }
}

export async function closeToNetwork(): Promise<void> {
  try {
    await closeNetwork();
    await catalogue.reload(); // first: without its token the card would ask for what it may not see
    join.keep("");
    toasts.show(t("Only this computer reaches the server now."));
  } catch (problem) {
    toasts.show(sentence(problem), "warn");
  }
}
