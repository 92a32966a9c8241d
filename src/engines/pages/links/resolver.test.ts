import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolver } from "./resolver.js";

const BASES = [
  "http://example.com",
  "http://example.com/",
  "http://example.com/a/b/page.html?x=1#y",
  "https://example.com:8443/a/",
  "http://127.0.0.1:80/a",
  "http://example.com/a//b/",
];

describe("addresses in a page", () => {
  const pieces = fc.constantFrom(
    ...["a", "B", "..", ".", "../", "./", "/", "//", "?", "#", "=", "&", ":", "@", "%2e", "%41", " ", "\t", "\\", "'"],
    ...[
      "http://",
      "https://Host.example/",
      "http://example.org",
      "xn--a",
      "1",
      "0x1",
      "\u00e4",
      "|",
      "javascript:",
      "é",
    ],
  );
  const references = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.webPath(),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.string(),
  );

  it("become whole as a URL parser would make them", () => {
    fc.assert(
      fc.property(fc.constantFrom(...BASES), references, (base, reference) => {
        const url = URL.parse(reference.trim(), base);
        const expected = url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
        expect(resolver(base)(reference)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,a",
    "vbscript:a",
    "mailto:a@example.com",
    "http://",
  ])("%j leads nowhere", (reference) => {
    expect(resolver("http://example.com/")(reference)).toBeUndefined();
  });

  it("stay what they are where the page's own address is none", () => {
    expect(resolver("")("http://example.com/a")).toBe("http://example.com/a");
    expect(resolver("file:///a")("b")).toBeUndefined();
  });
});
