import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.js";
import { extractPage } from "./extract.js";

describe("a page made to hurt", () => {
  it.each([
    ["has a million links", "<a href=/a>b</a>".repeat(1_000_000)],
    ["has a million cells", `<table>${"<tr><td>a<td>b".repeat(500_000)}</table>`],
  ])("is answered in time when it %s", async (_, html) => {
    const started = cpuMs();
    const page = await extractPage(html, { url: "https://a.test/" });
    expect(page.content.length).toBeLessThan(40_000);
    expect(cpuMs() - started).toBeLessThan(20_000);
  });
});
