import { describe, expect, it } from "vitest";
import { contentFaults } from "../../quality/content-faults.mjs";
import { areAuthorsNear, isAuthorJunk, isNear, isSameDay, isSiteTitle } from "../../quality/metadata-measures.mjs";
import type { ContentBlock } from "../../src/engines/pages/extraction/page.js";

describe("what is near to what people found", () => {
  it.each([
    ["Ten bees & a hive", "Ten Bees and a Hive!", true],
    ["The hive’s first year", "The hive's first year", true],
    ["First hive: all you need", "First hive", false],
    ["First hive in May: all you need", "First hive in May", true],
    ["Colour of wax", "Color of wax", true],
    ["Bee Weekly", "Ten bees and a hive", false],
    ["", "Bees", false],
    ["", "", false],
  ])("has %j and %j as titles: %s", (found, wanted, near) => {
    expect(isNear(found, wanted)).toBe(near);
    expect(isNear(wanted, found)).toBe(near);
  });

  it.each([
    [["Jane Doe"], "Jane Doe, MS, RD", true],
    [["Jane Doe"], "Jane Doe, Senior Editor of the Bees", true],
    [["Jane Doe", "Jack Roe"], "Jack Roe and Jane Doe", true],
    [["Jane Doe"], "Jane Doe, Jack Roe & Ada Poe", true],
    [["Jane Doe", "Bee Weekly", "All posts"], "Jane Doe", false],
    [["Bee Weekly"], "Jane Doe", false],
    [[], "Jane Doe", false],
  ])("has %j for %j as authors: %s", (found, wanted, near) => {
    expect(areAuthorsNear(found, wanted)).toBe(near);
  });

  it("has moments of one day as the same date, and nothing as none", () => {
    expect(isSameDay("2024-05-01T23:00:00Z", "2024-05-01")).toBe(true);
    expect(isSameDay("2024-05-02", "2024-05-01")).toBe(false);
    expect(isSameDay("", "")).toBe(false);
    expect(isSameDay("May 1, 2024", "May 1, 2024")).toBe(false);
  });
});

describe("faults that show by themselves", () => {
  it("are names that nobody has, and titles that name the site", () => {
    const junk = [
      "View more posts",
      "4m Read",
      "No Author",
      "Podcast",
      "Page 2",
      "admin",
      "https://a.example/j",
      "5 min read",
    ];
    expect(junk.filter((name) => !isAuthorJunk(name))).toEqual([]);
    expect(["Jane Doe", "Bee Weekly", "jane77", "Viewpoint Lab", "Ho"].filter(isAuthorJunk)).toEqual([]);
    const page = { site: "Bee Weekly", url: "https://bees.example/x" };
    expect(["Bee weekly", "bees", "bees.example", "First hive"].map((title) => isSiteTitle(title, page))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isSiteTitle("Bee Weekly", { ...page, url: "https://bees.example/" })).toBe(false);
  });

  it("are fences without the language stated, headings and colons with nothing behind them", () => {
    const heading = (level: number): ContentBlock => ({ kind: "heading", level, spans: [{ text: "Bees" }] });
    const paragraph = (text: string): ContentBlock => ({ kind: "paragraph", spans: [{ text }] });
    const content: ContentBlock[] = [
      heading(2),
      heading(3),
      paragraph("You need:"),
      heading(2),
      heading(2),
      { kind: "code", text: "hum()", language: "js" },
      { kind: "code", text: "buzz" },
      { kind: "code", text: "whirr" },
      paragraph("As follows:"),
      paragraph("It hums."),
      heading(2),
    ];
    const html =
      "<pre class=language-js>hum()</pre><pre><code class='lang-sh'>buzz</code></pre><pre class=lang-none>whirr</pre>";
    expect(contentFaults({ content, html })).toEqual({ fences: 1, lastHeadings: 1, emptySections: 1, openColons: 1 });
  });
});
