import { describe, expect, it } from "vitest";
import { lightColumns } from "./light-pages.js";
import { type ColumnsAsked, pageColumns } from "./page-columns.js";

const LIST = "<h1>Hives</h1><ul><li class=a>Blue <b>1</b></li><li class=a>Red</li></ul><a class=next href=/2>Next</a>";
const ASKED: ColumnsAsked = {
  ...{ text: LIST, url: "https://a.test/", mediaType: "text/html", rowSelector: "li.a", next: "a.next" },
  columns: [
    { name: "name", transform: ["trim"] },
    { name: "count", css: "b", transform: ["number"] },
    { name: "page", css: "h1, h2", repeat: true },
    { name: "link", css: "a[class='next']", take: "attr:href", repeat: true, transform: ["url"] },
  ],
};

describe("a page that is read where it is asked for", () => {
  it("gives what it gives in a thread", () => {
    const read = lightColumns(ASKED);
    expect(read?.rows).toEqual([
      { name: "Blue 1", count: 1, page: "Hives", link: "https://a.test/2" },
      { name: "Red", count: "", page: "Hives", link: "https://a.test/2" },
    ]);
    expect(read).toEqual(pageColumns(ASKED));
  });

  it.each<[string, Partial<ColumnsAsked>]>([
    ["large", { text: LIST.padEnd(110_000) }],
    [
      "asked for many columns",
      { text: LIST.padEnd(90_000), columns: Array.from({ length: 6 }, (_, n) => ({ name: `c${n}` })) },
    ],
    ["nested deeply", { text: `${"<div>".repeat(70)}${LIST}` }],
    ["JSON", { text: "[1]", mediaType: "application/json" }],
    ["asked with an XPath", { columns: [{ name: "a", xpath: "//b" }] }],
    ["asked with an XPath of rows", { rowSelector: "(//li)" }],
    ["asked with an XPath of the next page", { next: "//a" }],
    ["asked with CSS that can take long", { columns: [{ name: "a", css: "li:has(b)" }] }],
    ["asked with siblings", { columns: [{ name: "a", css: "li ~ li" }] }],
    ["asked with a pattern", { columns: [{ name: "a", regex: "a+" }] }],
    ["asked for proposals", { examples: { a: "Blue" } }],
  ])("is none that is %s", (_, other) => {
    expect(lightColumns({ ...ASKED, ...other })).toBeUndefined();
  });

  it("is read at once, whatever is on it", () => {
    const columns = Array.from({ length: 5 }, (_, n) => ({ name: `c${n}`, css: "* * * * em", all: true }));
    const repeated = columns.map((one) => ({ ...one, repeat: true }));
    const nested = `${"<b>".repeat(60)}${"</b>".repeat(60)}`.repeat(220);
    const before = process.cpuUsage();
    expect(lightColumns({ ...ASKED, text: nested, rowSelector: "*", columns })?.rows).toHaveLength(10_000);
    const flat = "<b></b>".repeat(14_000);
    expect(lightColumns({ ...ASKED, text: flat, rowSelector: "b", columns: repeated })?.rows).toHaveLength(10_000);
    // Of this process, whatever else the machine does.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});
