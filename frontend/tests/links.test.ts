import { describe, expect, it } from "vitest";
import { linkTo } from "../src/net/links";

const at = (address: string) => new URL(address);

describe("a link for others", () => {
  it("names the network when the page was opened on the machine itself", () => {
    const network = "http://192.168.1.5:8710";
    expect(linkTo("/play/a#b", network, at("http://127.0.0.1:8710/x"))).toBe(`${network}/play/a#b`);
    expect(linkTo("/play/a", network, at("http://[::1]:8710/"))).toBe(`${network}/play/a`);
  });

  it("keeps the name by which others came already", () => {
    expect(linkTo("/a", "http://192.168.1.5:8710", at("http://boyi.school:80/"))).toBe(
      "http://boyi.school/a",
    );
    expect(linkTo("/a", "", at("http://127.0.0.1:8710/"))).toBe("http://127.0.0.1:8710/a");
  });
});
