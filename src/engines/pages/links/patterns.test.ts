import { describe, expect, it } from "vitest";
import { addressPatterns } from "./patterns.js";

describe("a line of patterns", () => {
  it.each([
    ["/blog/", "https://example.com/blog/a", true],
    ["/BLOG/", "https://example.com/blog/a", true],
    ["/blog/", "https://example.com/weblogs/a", false],
    ["*/20*/news", "https://example.com/2026/news", true],
    ["*/20*/news", "https://example.com/news/2026", false],
    ["https://example.com/a", "https://example.com/a", true],
    ["https://example.com/a", "https://example.com/ab", false],
    ["https://example.com/a", "http://b.example/?https://example.com/a", false],
    ["https://example.com/a*", "https://example.com/ab", true],
    ["https://example.com/*.pdf", "https://example.com/a/b.pdf", true],
    ["https://example.com/*.pdf", "https://example.com/b.pdf?x", false],
    ["https://example.com/aba*aba", "https://example.com/aba", false],
    ["/\\.pdf$/", "https://example.com/b.pdf", true],
    ["/\\.PDF$/i", "https://example.com/b.pdf", true],
    ["/^https:..example.com.[a-c]+$/", "https://example.com/abc", true],
    ["/(a+)+$/", `https://example.com/${"a".repeat(5000)}!`, false],
    ["?id=", "https://example.com/?id=1", true],
  ])("%s fits %s: %s", (line, address, fits) => {
    expect(addressPatterns(["# a comment", line, " "], "excludePatternsFile")?.(address)).toBe(fits);
  });

  it("that is empty or a comment says nothing", () => {
    expect(addressPatterns(["", "  ", "# /blog/"], "includePatternsFile")).toBeUndefined();
  });

  it("that is no expression is refused by the name of its field", () => {
    expect(() => addressPatterns(["/(/"], "includePatternsFile")).toThrow(
      expect.objectContaining({
        code: "bad-input",
        message: expect.stringMatching(/^The line "\/\(\/" of includePatternsFile is not a regular expression/),
        facts: { field: "includePatternsFile" },
      }),
    );
  });
});
