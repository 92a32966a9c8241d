import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/any-character.js";
import { proxyAuthorization, readProxyAddress } from "./proxy-address.js";

describe("a proxy as it is written", () => {
  it.each([
    ["http://proxy.example", { scheme: "http", host: "proxy.example", port: 80, origin: "http://proxy.example:80" }],
    [" HTTPS://Proxy.Example/ ", { scheme: "https", host: "proxy.example", port: 443 }],
    ["socks5://proxy.example", { scheme: "socks5", port: 1080, origin: "http://proxy.example:1080" }],
    ["socks5h://proxy.example:80", { scheme: "socks5h", port: 80 }],
    ["http://[2606:4700::1]:3128", { host: "2606:4700::1", port: 3128, origin: "http://[2606:4700::1]:3128" }],
    ["socks5://0x7f.1", { host: "127.0.0.1" }],
    ["http://ann:100%@proxy.example", { user: "ann", password: "100%" }],
    ["http://ann:a%40b%3A@proxy.example", { user: "ann", password: "a@b:" }],
    ["http://ann@proxy.example", { user: "ann", password: "" }],
  ])("%s is taken apart", (line, parts) => {
    expect(readProxyAddress(line)).toMatchObject(parts);
  });

  it.each([
    "",
    "proxy",
    "http://",
    "http://a b",
    "http://a\\b",
    "//proxy.example",
    "http://a?b",
    "http://a#b",
    "http://a:x",
  ])("%j is none", (line) => {
    expect(readProxyAddress(line)).toEqual(expect.any(String));
  });

  it("whatever the user name and the password, they are read as they were meant and sent as they were read", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((each) => !/[\r\n\0:]/.test(each));
    fc.assert(
      fc.property(text, text, (user, password) => {
        const line = `socks5://${encodeURIComponent(user)}:${encodeURIComponent(password)}@proxy.example:1`;
        const proxy = readProxyAddress(line);
        if (typeof proxy === "string") throw new Error(proxy);
        expect(proxy).toMatchObject({ user, password, host: "proxy.example", port: 1 });
        const sent = proxyAuthorization(proxy)?.replace("Basic ", "") ?? "";
        expect(Buffer.from(sent, "base64").toString()).toBe(`${user}:${password}`);
      }),
    );
  });

  it("whatever the line, what is wrong with it repeats nothing of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (junk) => {
        const read = readProxyAddress(`${junk}hunter2${junk}`);
        if (typeof read === "string") expect(read).not.toContain("hunter2");
      }),
    );
  });
});
