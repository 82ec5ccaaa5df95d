import { afterEach, describe, expect, it } from "vitest";
import { languages, say, speak, t, template } from "../src/i18n/language.svelte";
import { settings } from "../src/state/settings.svelte";

const LANGUAGES = [
  { code: "en", name: "English", sign: "EN" },
  { code: "zh_CN", name: "简体中文", sign: "中" },
];

function answer(code: string, words: Record<string, string>, status = 200): Promise<Response> {
  return Promise.resolve(Response.json({ code, languages: LANGUAGES, words }, { status }));
}

afterEach(() => speak("en", answer("en", {})));

describe("a text of the page", () => {
  it("is its template until another language is spoken", async () => {
    expect(t("Move {ply}", { ply: 4 })).toBe("Move 4");
    await speak("zh-TW", answer("zh_CN", { "Move {ply}": "第 {ply} 手" }));
    expect(t("Move {ply}", { ply: 4 })).toBe("第 4 手");
    expect(t("never translated")).toBe("never translated");
    expect(settings.language).toBe("zh_CN");
    expect(languages()).toEqual(LANGUAGES);
  });

  it("knows one from many", () => {
    const moves = template("{plies} {plies|move|moves}");
    expect(t(moves, { plies: 1 })).toBe("1 move");
    expect(t(moves, { plies: 0 })).toBe("0 moves");
    expect(t(moves, { plies: 21 })).toBe("21 moves");
    expect(t("{nodes} {nodes|node|nodes}", { nodes: "12k" })).toBe("12k nodes");
    expect(t("{left} left", {})).toBe("{left} left");
  });

  it("is told from others with the same words by its context", async () => {
    const kind = template("Game", "kind of game");
    expect(t(kind)).toBe("Game");
    await speak("zh", answer("zh_CN", { "Game": "对局", "kind of game\u0004Game": "棋种" }));
    expect([t("Game"), t(kind)]).toEqual(["对局", "棋种"]);
  });

  it("stays as it is where the catalogue does not come", async () => {
    await speak("zh", answer("zh_CN", { Back: "返回" }));
    await speak("de", answer("de", {}, 503));
    await speak("de", Promise.reject(new Error("no server")));
    expect([t("Back"), settings.language]).toEqual(["返回", "zh_CN"]);
  });
});

it("a text of the server is shown in the language that is spoken, else in English", async () => {
  const text = { en: "Black wins.", zh_CN: "黑方胜。" };
  expect([say(text), say(undefined)]).toEqual(["Black wins.", ""]);
  await speak("zh", answer("zh_CN", {}));
  expect([say(text), say({ en: "A teacher's own" })]).toEqual(["黑方胜。", "A teacher's own"]);
});
