import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ParsedPage } from "./parsed-page.js";
import { isSame, proposals } from "./proposals.js";
import { isStableName } from "./robust-selectors.js";

const proposed = (html: string, examples: Record<string, string>, mediaType = "text/html") =>
  proposals(new ParsedPage(html, "https://shop.test/list", mediaType), examples);
const best = (...asked: Parameters<typeof proposed>) => {
  const [first] = proposed(...asked);
  return first && { rowSelector: first.rowSelector, columns: first.columns, rows: first.rows };
};

const CARDS = `<div class="css-1x2y3z">${["Blue", "Red", "Grey"]
  .map(
    (name, index) =>
      `<div class="css-9f8e7d card" id="card-10${index}"><span class="Card_name__a8Xk2 name">${name} mug</span><i>by Ann ${name}</i>
<data class="price" value="${index + 9}.5">$${index + 9}.50</data><time datetime="2024-05-0${index + 1}T10:00:00Z">May ${index + 1}</time></div>`,
  )
  .join("")}</div><p>Blue mug is on sale</p>`;

describe("rules for examples", () => {
  it("are of classes that a person has named, not of hashed or numbered ones", () => {
    expect(best(CARDS, { name: "Red mug", price: "10.5", on: "2024-05-02" })).toEqual({
      rowSelector: "div.card",
      columns: [
        { name: "name", css: "span.name" },
        { name: "price", css: "data.price", transform: ["number"] },
        { name: "on", css: "time", take: "attr:datetime", regex: "^(.{10})" },
      ],
      rows: 3,
    });
  });

  it("find a part of a text by what stands around it", () => {
    expect(best(CARDS, { name: "Red mug", by: "Ann Red" })?.columns[1]).toEqual({
      name: "by",
      css: "i",
      regex: "by\\s*(.+?)$",
    });
  });

  it("count the cells of a table, which have no names", () => {
    const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    const table = `<table><tr><th>Hive</th><th>Frames</th></tr>${row(["Warré", "8"])}${row(["Dadant", "12"])}${row(["Layens", "20"])}</table>`;
    const found = best(table, { hive: "Dadant", frames: "12" });
    expect(found?.columns).toEqual([
      { name: "hive", css: "td" },
      { name: "frames", css: "td:nth-of-type(2)" },
    ]);
    expect(found?.rowSelector).toBe("tr");
  });

  it("are of one row where the page is about one thing, from what it says for programs too", () => {
    const page = `<head><script type="application/ld+json">[{"@type":"WebSite","name":"Shop"},{"@type":"Product","sku":"M-1"}]</script></head>
<h1 class="title">Blue mug</h1><span itemprop="price">9.90</span><ul><li>One</li><li>Two</li></ul>`;
    expect(best(page, { title: "Blue mug", price: "9,90", sku: "M-1" })).toEqual({
      rowSelector: "",
      columns: [
        { name: "title", css: "h1.title" },
        { name: "price", css: 'span[itemprop="price"]', transform: ["number"] },
        { name: "sku", from: "jsonld", jsonPath: "$[?@['@type']=='Product'].sku" },
      ],
      rows: 1,
    });
  });

  it("look in the whole page for what is in no row", () => {
    const columns = best(`<h1>Mugs</h1>${CARDS}`, { name: "Red mug", price: "10.5", shelf: "Mugs" })?.columns;
    expect(columns?.[2]).toMatchObject({ name: "shelf", css: "h1", repeat: true });
  });

  it("that put one value in every row are behind those whose rows have their own", () => {
    const mugs = ["Blue", "Red", "Grey"].map((name) => `<p class="name">${name} mug</p>`);
    const page = `<div class="row">${mugs.join(`</div><div class="row">`)}<b class="price">1227</b></div>`;
    const found = proposed(page, { name: "Grey mug", price: "1227" });
    const isRepeated = found.map(({ columns }) => columns.some(({ repeat }) => repeat === true));
    expect(isRepeated).toEqual([...isRepeated].sort());
    expect(isRepeated).toContain(true);
  });

  it("are JSON paths in a page of JSON", () => {
    const json = JSON.stringify({
      data: {
        items: [
          { id: 1, v: { n: "a" } },
          { id: 2, v: { n: "b" } },
        ],
      },
    });
    expect(best(json, { id: "2", name: "b" }, "application/json")).toEqual({
      rowSelector: "$.data.items[*]",
      columns: [
        { name: "id", jsonPath: "$.id" },
        { name: "name", jsonPath: "$.v.n" },
      ],
      rows: 2,
    });
  });

  it("are none where an example is nowhere, and for none", () => {
    expect(proposed(CARDS, { name: "Red mug", size: "XXL" })).toEqual([]);
    expect(proposed(CARDS, { name: " " })).toEqual([]);
  });

  it("give the examples back, whatever the page", () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{3,8} [a-z]{2,6}$/);
    const items = fc.uniqueArray(fc.record({ name: word, price: fc.integer({ min: 1, max: 9999 }) }), {
      minLength: 2,
      maxLength: 6,
      selector: ({ name }) => name,
    });
    fc.assert(
      fc.property(
        items,
        fc.nat(),
        fc.constantFrom("li", "div", "tr", "article"),
        fc.boolean(),
        (list, at, tag, hasClass) => {
          const mark = hasClass ? ' class="item"' : "";
          const cells = tag === "tr" ? ["td", "td"] : ["b", "span"];
          const html = list
            .map(
              ({ name, price }) =>
                `<${tag}${mark}><${cells[0]}>${name}</${cells[0]}> <${cells[1]}>${price}</${cells[1]}></${tag}>`,
            )
            .join("\n");
          const meant = list[at % list.length]!;
          const examples = { name: meant.name, price: String(meant.price) };
          const found = proposed(`<h1>List</h1><section>${html}</section>`, examples);
          expect(found.length).toBeGreaterThan(0);
          for (const { first, rows, columns } of found) {
            expect(columns.map(({ name }) => name)).toEqual(["name", "price"]);
            if (rows <= first.length) {
              expect(
                first.some((row) =>
                  Object.entries(examples).every(([name, value]) => isSame(row[name] ?? "", value, "")),
                ),
              ).toBe(true);
            }
          }
          expect(found[0]!.rows).toBe(list.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});

it.each([
  ["price", true],
  ["entry-title", true],
  ["product_card", true],
  ["col-2", true],
  ["h1", true],
  ["css-1x2y3z", false],
  ["sc-bdVaJa", false],
  ["Card_name__a8Xk2", false],
  ["post-123", false],
  ["jsx-3847562", false],
  ["a8f3e2c1", false],
  ["x", false],
  ["md:flex", false],
])("the name %j is stable: %j", (name, stable) => {
  expect(isStableName(name)).toBe(stable);
});
