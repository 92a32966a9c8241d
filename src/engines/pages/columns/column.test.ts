import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readyColumn, readyRows } from "./column.js";
import type { ColumnRule } from "./column-rule.js";
import { wholeOf } from "./finder.js";
import { numberIn } from "./numbers.js";
import { pageColumns } from "./page-columns.js";
import { ParsedPage } from "./parsed-page.js";

const SHOP = `<html><head><title>Shop</title>
<meta property="og:title" content="Mugs">
<script type="application/ld+json">{"@graph":[{"@type":"Product","name":"Blue mug","offers":{"price":"9.90"}}]}</script>
<script id="__NEXT_DATA__" type="application/json">{"props":{"items":[{"sku":"a1"},{"sku":"b2"}]}}</script>
</head><body><h1>Mugs</h1><ul>
<li class="item"><a href="/blue">Blue  mug</a> <b class="price">1.234,50 €</b><i>new</i></li>
<li class="item"><a href="/red">Red &amp; white</a> <b class="price">9,90 €</b></li>
</ul><div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ann</span></div></body></html>`;

const page = (text: string, mediaType = "text/html") => new ParsedPage(text, "https://shop.test/mugs", mediaType);
const read = (rule: Omit<ColumnRule, "name">, text = SHOP, mediaType = "text/html") => {
  const parsed = page(text, mediaType);
  return readyColumn({ name: "x", ...rule }).read(wholeOf(parsed), parsed);
};

describe("a column", () => {
  it.each<[Omit<ColumnRule, "name">, unknown]>([
    [{ css: "h1" }, "Mugs"],
    [{ css: ".item a", all: true }, "Blue mug|Red & white"],
    [{ css: ".item a", take: "attr:href", transform: ["url"] }, "https://shop.test/blue"],
    [{ css: ".price", transform: ["number"] }, 1234.5],
    [{ css: ".item", take: "count" }, 2],
    [{ css: ".none", take: "exists" }, false],
    [{ css: ".none", default: "-" }, "-"],
    [{ css: ".item i", take: "html" }, "<i>new</i>"],
    [{ xpath: "//li[2]/a" }, "Red & white"],
    [{ xpath: "//li[2]/a/@href" }, "/red"],
    [{ xpath: "count(//li)", transform: ["number"] }, 2],
    [{ xpath: "//b[contains(., '9,90')]/preceding-sibling::a" }, "Red & white"],
    [{ xpath: "//h1/following::a[1]" }, "Blue mug"],
    [{ xpath: "//i/following::*[1]/a" }, "Red & white"],
    [{ xpath: "//b[last()]/ancestor::ul/li[1]/i/text()" }, "new"],
    [{ xpath: "//span/preceding::b[1]" }, "9,90 €"],
    [{ xpath: "string-join(//li/a/@href, ' ')" }, "/blue /red"],
    [{ from: "jsonld", jsonPath: "$[?@['@type']=='Product'].name" }, "Blue mug"],
    [{ from: "state", jsonPath: "$['__NEXT_DATA__'].props.items[*].sku", all: true, join: ", " }, "a1, b2"],
    [{ from: "microdata", jsonPath: "$[0].name" }, "Ann"],
    [{ from: "meta", jsonPath: "$['og:title']" }, "Mugs"],
    [{ css: ".price", regex: "(\\d+) €" }, "50"],
    [{ regex: '<a href="([^"]+)"', all: true }, "/blue|/red"],
    [{ css: "h1", transform: ["upper", "replace:UGS|ILK", "regex:.I."] }, "MIL"],
    [{ css: ".item a", transform: ["split:  |1"] }, "Blue mug"],
  ])("of %j is %j", (rule, value) => {
    expect(read(rule)).toEqual(value);
  });

  it.each([0, 62, 63, 64, 65, 300])("finds what is below another element, %i deep", (depth) => {
    const nested = (what: string) => `<ul>${"<div>".repeat(depth)}${what}${"</div>".repeat(depth)}</ul>`;
    const text = `<section class=a>${nested("<B>1</B>")}</section>${nested("<b>2</b>")}<i>3</i>`;
    const found = ["section b", ".a  ul b", ".a *", "section b, i", "section i"].map((css) =>
      String(read({ css, all: true, join: " " }, text)).trim(),
    );
    expect(found).toEqual(["1", "1", Array.from({ length: depth + 2 }, () => "1").join(" "), "1 3", ""]);
    expect(read({ css: "a b" }, `<a>${"<c>".repeat(depth)}<B>1</B><b>2</b>`, "application/xml")).toBe("2");
  });

  it("of a row is looked for in it, or in the whole page for every row", () => {
    const parsed = page(SHOP);
    const [name, title] = [readyColumn({ name: "n", css: "a" }), readyColumn({ name: "t", css: "h1", repeat: true })];
    const rows = readyRows("li.item")(parsed).map((scope) => [name, title].map((column) => column.read(scope, parsed)));
    expect(rows).toEqual([
      ["Blue mug", "Mugs"],
      ["Red & white", "Mugs"],
    ]);
    expect(readyRows("//li")(parsed)).toHaveLength(2);
  });

  it("is read from JSON", () => {
    const json = '{"items":[{"id":1,"tags":["a","b"]},{"id":2}]}';
    const parsed = page(json, "application/json");
    const rows = readyRows("$.items[*]")(parsed);
    expect(rows.map((scope) => readyColumn({ name: "id", jsonPath: "$.id" }).read(scope, parsed))).toEqual(["1", "2"]);
    expect(read({ jsonPath: "$..tags[*]", all: true }, json, "application/json")).toBe("a|b");
    expect(() => read({ jsonPath: "$.a" }, "<p>", "application/json")).toThrow(/is said to be JSON, and is none/);
  });

  it("of JSON keeps the digits of integers that a number does not hold", () => {
    const json = '{"big": 9007199254740993, "small": 9007199254740991, "price": 9.5}';
    const linked = `<script type="application/ld+json">{"productID": -12345678901234567891}</script>`;
    const ofJson = (jsonPath: string, transform: string[] = []) =>
      read({ jsonPath, transform }, json, "application/json");
    expect(["$.big", "$.small", "$.price"].map((path) => ofJson(path))).toEqual([
      "9007199254740993",
      "9007199254740991",
      "9.5",
    ]);
    expect([ofJson("$.big", ["number"]), ofJson("$.small", ["number"])]).toEqual(["", 9007199254740991]);
    expect(read({ from: "jsonld", jsonPath: "$..productID" }, linked)).toBe("-12345678901234567891");
  });

  it.each([
    ['<base href="deep/er/">', "https://shop.test/deep/er/x/1"],
    ['<base target="_top"><base href="https://b.test/a/b">', "https://b.test/a/x/1"],
    ['<base href="javascript:0">', "https://shop.test/x/1"],
    ["", "https://shop.test/x/1"],
  ])("makes links whole as browsers do, with %j", (base, address) => {
    const text = `<head>${base}</head><a class="next" href="x/1">1</a>`;
    expect(read({ css: "a", take: "attr:href", transform: ["url"] }, text)).toBe(address);
    const asked = { text, url: "https://shop.test/mugs", mediaType: "text/html", rowSelector: "", columns: [] };
    expect(pageColumns({ ...asked, next: "a.next" }).next).toBe(address);
  });

  it.each<[Partial<ColumnRule>, RegExp]>([
    [{ css: "a[" }, /^The column "x" has "a\[", which is no CSS selector that can be used\. Correct it\.$/],
    [{ xpath: "//a[" }, /which is no XPath/],
    [{ jsonPath: "$[" }, /which is no JSON path/],
    [{ regex: "(?=a)" }, /which is no regular expression of RE2/],
    [{ css: "a", xpath: "//a" }, /has several of css, xpath and jsonPath/],
    [{ css: "a", take: "value" }, /takes "value"\. Write text, html/],
    [{ css: "a", transform: ["sort"] }, /has the transform "sort"\. Write trim/],
    [{ from: "jsonld", css: "a" }, /needs a jsonPath/],
    [{ name: " " }, /^A column has no name/],
  ])("of %j is refused", (rule, message) => {
    expect(() => readyColumn({ name: "x", ...rule })).toThrow(message);
  });

  it("takes pages that are deep, broken or anything at all", () => {
    const deep = (levels: number) => `${"<div>".repeat(levels)}x`;
    expect(read({ css: "div", take: "count" }, deep(4900))).toBe(4900);
    expect(read({ css: "div" }, deep(4900))).toBe("x");
    // The library that parses takes time by the square of the depth.
    expect(() => read({ css: "div" }, deep(100_000))).toThrow(
      /^The elements of the page are nested more than 5,000 deep/,
    );
    // What ends by itself is not nested.
    expect(read({ css: "p", take: "count" }, "<p>x".repeat(9000))).toBe(9000);
    expect(read({ xpath: "string(//div)" }, "<div><p>a")).toBe("a");
    const rules: Omit<ColumnRule, "name">[] = [
      { css: "*", all: true },
      { xpath: "//*/@*", all: true },
      { from: "jsonld", jsonPath: "$..*", all: true },
      { take: "html" },
    ];
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              "<p>",
              "</div>",
              "<script type=application/ld+json>",
              "{",
              "<a href='x",
              "<!--",
              "<![CDATA[",
            ),
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          for (const rule of rules) expect(typeof read(rule, parts.join(""))).toBe("string");
        },
      ),
      { numRuns: 25 },
    );
  });
});

it.each([
  ["1,234.56", 1234.56],
  ["1.234,56 €", 1234.56],
  ["$ 9.90", 9.9],
  ["from 1 234 567", 1234567],
  ["1.234", 1234],
  ["0.123", 0.123],
  ["12,5 %", 12.5],
  ["-3", -3],
  ["− 3,00", -3],
  ["1'000.-", 1000],
  ["1.5k", 1500],
  ["1,1 Mio. €", 1_100_000],
  ["12 Tsd.", 12_000],
  ["2.3M views", 2_300_000],
  ["$4bn", 4e9],
  ["5 km", 5],
  ["7 Monate", 7],
  ["2–4", undefined],
  ["€ 10 - € 20", undefined],
  ["10 bis 20", undefined],
  ["1.5k–2k", undefined],
  ["2026-01-02", undefined],
  ["none", undefined],
  ["12.5.3", undefined],
  ["1,2,3", undefined],
  ["1.299.000", 1_299_000],
  ["12,34,567", 1_234_567],
  ["3.5, as far as known", 3.5],
  ["1e3", 1000],
  ["2.5E-3", 0.0025],
  ["$.99", 0.99],
  ["$ .75", 0.75],
  ["USD .05", 0.05],
  ["€,50", 0.5],
  [".500", 0.5],
  ["-.5", -0.5],
  ["Rs.500", 500],
  ["...5", 5],
  ["3 million", 3_000_000],
  ["2 Milliarden", 2e9],
  ["100 m2", 100],
  ["Reviews (128)", 128],
  ["5,-", 5],
  ["Was $20.00 Now $15.00", undefined],
  ["Item 5: $7", undefined],
  ["3 for $10", undefined],
  ["+44 20 7946", undefined],
  ["1/2", undefined],
  ["12:30", undefined],
  ["(12.00)", undefined],
  ["$(12.00)", undefined],
  ["5-", undefined],
  ["9007199254740991", 9007199254740991],
  ["12345678901234567890", undefined],
])("the number in %j is %j", (text, number) => {
  expect(numberIn(text)).toBe(number);
});
