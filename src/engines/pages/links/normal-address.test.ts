import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.js";
import { type AddressRules, normalAddress } from "./normal-address.js";

const ALL: AddressRules = { stripTracking: true, sortQuery: true, ignoreHash: true, ignoreWww: true };

describe("the normal address", () => {
  it.each([
    ["HTTP://Example.COM:80/a/../b/./c", "http://example.com/b/c"],
    ["https://example.com:443", "https://example.com/"],
    ["https://example.com:8443/a", "https://example.com:8443/a"],
    ["http://example.com/a?", "http://example.com/a"],
    ["http://example.com/a#", "http://example.com/a"],
    ["http://example.com/%7euser/%c3%a4%2f", "http://example.com/~user/%C3%A4%2F"],
    ["http://example.com/ä b", "http://example.com/%C3%A4%20b"],
    ["http://example.com./a", "http://example.com/a"],
    ["http://bücher.example/", "http://xn--bcher-kva.example/"],
    ["http://example.com\\a\\b", "http://example.com/a/b"],
    ["http://0x7f.1/", "http://127.0.0.1/"],
    ["http://example.com/100%", "http://example.com/100%25"],
  ])("of %s is %s", (address, normal) => {
    expect(normalAddress(address)).toBe(normal);
  });

  it("leaves out what only says where a visitor came from, and sessions", () => {
    const address =
      "http://example.com/a;jsessionid=AB12?b=2&utm_source=x&a=1&gclid=1&fbclid=2&mc_cid=3&PHPSESSID=4&UTM_Campaign=y";
    expect(normalAddress(address, { stripTracking: true })).toBe("http://example.com/a?b=2&a=1");
    expect(normalAddress("http://example.com/?utm_source=x", { stripTracking: true })).toBe("http://example.com/");
    expect(normalAddress("http://example.com/?utm_source=x")).toBe("http://example.com/?utm_source=x");
  });

  it("sorts parameters by name and keeps the order of those with the same", () => {
    expect(normalAddress("http://example.com/?c=1&a=2&b=3&a=1", { sortQuery: true })).toBe(
      "http://example.com/?a=2&a=1&b=3&c=1",
    );
  });

  it("forgets query, hash and www only where the rules say so", () => {
    const address = "http://www.example.com/a?b=1#c";
    expect(normalAddress(address)).toBe(address);
    expect(normalAddress(address, { ignoreQuery: true })).toBe("http://www.example.com/a#c");
    expect(normalAddress(address, { ignoreHash: true })).toBe("http://www.example.com/a?b=1");
    expect(normalAddress(address, { ignoreWww: true })).toBe("http://example.com/a?b=1#c");
    expect(normalAddress("http://www.com/", { ignoreWww: true })).toBe("http://www.com/");
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,a",
    "ftp://example.com/",
    "mailto:a@example.com",
    "/a",
    "//example.com/",
    "",
    "http://",
    "http://user:word@example.com/",
    "http://exa mple.com/",
  ])("there is none for %s", (address) => {
    expect(normalAddress(address)).toBeUndefined();
  });

  it("there is none for an address that is longer than any page has", () => {
    expect(normalAddress(`http://example.com/${"a".repeat(5000)}`)).toBeUndefined();
    expect(normalAddress(`http://example.com/${"\u00e4".repeat(1000)}`)).toBeUndefined();
  });

  const rules = fc.record({
    ignoreQuery: fc.boolean(),
    stripTracking: fc.boolean(),
    sortQuery: fc.boolean(),
    ignoreHash: fc.boolean(),
    ignoreWww: fc.boolean(),
  });
  const pieces = fc.constantFrom(
    ...[
      "a",
      "B",
      "www.",
      "%",
      "%41",
      "%2f",
      "%2e",
      ".",
      "..",
      "/",
      "//",
      "?",
      "&",
      "=",
      "#",
      ";jsessionid=1",
      ":80",
      "@",
    ],
    ...["utm_a=1", "z=1", "a=2", "\u00e4", "\ud800", " ", "\t", "\\", "+", "xn--", "1", "0x7f", "[::1]", "'", '"', "|"],
  );
  const addresses = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: anyCharacter }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => `http://${parts.join("")}`),
    fc.array(pieces, { maxLength: 12 }).map((parts) => `http://www.example.com/${parts.join("")}`),
  );

  it("of a normal address is itself, and nothing makes it throw", () => {
    fc.assert(
      fc.property(addresses, rules, (address, chosen) => {
        const normal = normalAddress(address, chosen);
        if (normal === undefined) return;
        expect(normalAddress(normal, chosen)).toBe(normal);
        expect(URL.canParse(normal)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("is the same on the short way as by the parser", () => {
    const plain = fc.stringMatching(/^https?:\/\/(www\.)?[a-z]{1,4}\.[a-z]{2}(\/[\w\-.~/]{0,9})?$/);
    fc.assert(
      fc.property(plain, (address) => {
        // A space before it is of no meaning, and keeps it off the short way.
        expect(normalAddress(address, ALL)).toBe(normalAddress(` ${address}`, ALL));
      }),
    );
  });

  it("is the same with and without the parser", () => {
    const host = fc.constantFrom(
      "example.com",
      "www.example.com",
      "127.0.0.1:8080",
      "a.b:80",
      "0x7f.1",
      "x@y",
      "example.com.",
    );
    const rest = fc.string({
      unit: fc.constantFrom("/", ".", "a", ";jsessionid=1", "?", "&", "utm_a=1", "b=", "#", "~"),
    });
    fc.assert(
      fc.property(host, rest, fc.constantFrom({}, ALL), (name, text, rules) => {
        const path = text.replace(/^(?![/?#])/, "/");
        // A scheme in capitals is one that only the parser reads.
        expect(normalAddress(`http://${name}${path}`, rules)).toBe(normalAddress(`HTTP://${name}${path}`, rules));
      }),
    );
  });
});
