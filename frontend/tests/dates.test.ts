import { describe, expect, it } from "vitest";
import { localeFor } from "../src/state/dates";

describe("dates", () => {
  it("are written as the browser's own kind of the language", () => {
    expect(localeFor("en", ["zh-CN", "en-GB", "en-US"])).toBe("en-GB");
    expect(localeFor("zh-CN", ["en-GB", "zh-TW"])).toBe("zh-TW");
    expect(localeFor("zh-CN", ["de"])).toBe("zh-CN");
    expect(localeFor("en", [])).toBe("en");
  });
});
