import { describe, expect, it } from "vitest";
import { staysWith } from "./headers.js";

describe("a redirect stays with the host that was asked", () => {
  it.each([
    ["http://a.test/x", "http://a.test/y", true],
    ["http://a.test/", "https://a.test/", true],
    ["https://a.test/", "http://a.test/", false],
    ["http://a.test:8080/", "https://a.test/", false],
    ["http://a.test/", "https://a.test:8443/", false],
    ["https://a.test/", "https://a.test:8443/", false],
    ["https://a.test/", "https://www.a.test/", false],
    ["https://a.test/", "https://a.test.evil.test/", false],
  ])("from %s to %s: %s", (from, to, stays) => {
    expect(staysWith(new URL(from), new URL(to))).toBe(stays);
  });
});
