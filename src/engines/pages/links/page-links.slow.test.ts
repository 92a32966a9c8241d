import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { pageLinks } from "./page-links.js";

describe("a page made to hurt", () => {
  it.each([["a million links", '<a href="/a">'.repeat(1_000_000)]])("by %s is read in time", (_, html) => {
    const before = cpuMs();
    pageLinks(html, "http://example.com/docs/page.html", { text: true, schema: true });
    expect(cpuMs() - before).toBeLessThan(10_000);
  });
});
