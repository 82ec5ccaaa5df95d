import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { navigate } from "../src/state/router.svelte";
import { toasts } from "../src/state/toasts.svelte";

const texts = (): string[] => toasts.list.map((toast) => toast.text);

describe("toasts", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    toasts.clear();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("leave by themselves, and replace the last of their kind", () => {
    toasts.show("one");
    toasts.show("careful", "warn");
    toasts.show("two");
    expect(texts()).toEqual(["careful", "two"]);
    vi.advanceTimersByTime(4_000);
    expect(texts()).toEqual([]);
  });

  it("do not follow to another screen, unless they are said there", () => {
    vi.stubGlobal("history", { pushState() {}, replaceState() {} });
    toasts.show("of the game before");
    navigate("/library");
    toasts.show("of the library");
    expect(texts()).toEqual(["of the library"]);
  });
});
