import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.js";
import { blocks, passages } from "./index.js";

const prose = (text: string) =>
  passages(text)
    .filter(({ kind }) => kind === "prose")
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((part) => /\p{L}/u.test(part));
const blockTexts = (text: string) => blocks(text).map(({ start, end }) => text.slice(start, end).trim());
const legible = (text: string) => blocks(text).map((block) => block.legible.replace(/\s+/g, " ").trim());

const PIECES = [
  ..."<>[](){}|\\`*_~#&;:/.!?'\"=$%@-+ \n\t",
  "{{x}}",
  "{a|b}",
  "<b>",
  "</b>",
  "<!--",
  "-->",
  "<script>",
  "</script>",
  '<a href="',
  "```\n",
  "~~~",
  "---\n",
  "[x]: y",
  "](z)",
  "![",
  "&amp;",
  "word",
  "Zürich",
  "12",
  "http://",
  "www.",
  "\r\n",
  "\u0000",
  "\ud83d",
  "אב",
];

describe("markup", () => {
  it("gives a word between two constructs to one of them", () => {
    expect(passages("12{a|b}Zürich{word").map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [2, 13],
      [13, 18],
    ]);
  });

  it("covers any text in order and without gaps", () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (text) => {
        let at = 0;
        for (const { start, end } of passages(text)) {
          expect(start).toBe(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBe(text.length);
        at = 0;
        for (const block of blocks(text)) {
          expect(block.start).toBeGreaterThanOrEqual(at);
          expect(block.legible).toHaveLength(block.end - block.start);
          expect(block.passages[0]?.start).toBe(block.start);
          expect(block.passages.at(-1)?.end).toBe(block.end);
          for (const { kind, start, end } of block.passages) {
            if (kind === "prose")
              expect(block.legible.slice(start - block.start, end - block.start)).toBe(text.slice(start, end));
          }
          at = block.end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    "<",
    "[",
    "`",
    "{",
    "*",
    "<a ",
    '<a b="',
    "<!--",
    "[a](",
    "![",
    "`` ` ",
    "{{",
    "_a ",
    "<script>",
    "&",
    "$x",
    "http://",
    "\n",
    "```\n",
    "~~~~\n",
    "> ",
    "a|",
    "\\",
    "</b",
    "<a x='<b y=\"",
    "](x (",
  ])("reads 100 KB of %j", (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    expect(passages(text).at(-1)?.end).toBe(text.length);
    expect(blocks(text).length).toBeLessThanOrEqual(text.length);
  });

  it("leaves tags, comments, scripts, styles and CDATA alone", () => {
    const html =
      '<!-- a note --><p class="big > small" title=it>Fresh <b>bread</b> daily.</p><script>let cake = 1 < 2;</script>' +
      "<style>p { color: red }</style><![CDATA[ raw ]]><pre>code here</pre><br/>Come in.";
    expect(prose(html)).toEqual(["Fresh", "bread", "daily.", "Come in."]);
    expect(blockTexts(html)).toEqual(["Fresh <b>bread</b> daily.", "Come in."]);
    expect(legible(html)).toEqual(["Fresh bread daily.", "Come in."]);
  });

  it("bears broken HTML", () => {
    expect(prose('<p>One <a href="x>two</a> three')).toEqual(["One", "two", "three"]);
    expect(prose("<div <p>four</p")).toEqual([]);
    expect(prose("<!-- never closed and <b>bold</b> words")).toEqual(["<!-- never closed and", "bold", "words"]);
  });

  it("takes a lone mark in prose for prose", () => {
    expect(prose("Prices are < mine and * yours, but > ours ~ theirs.")).toEqual([
      "Prices are < mine and * yours, but > ours ~ theirs.",
    ]);
    expect(prose("I <3 cake, if cake < pie")).toEqual(["I", "cake, if cake < pie"]);
  });

  it("keeps entities, and a word around one", () => {
    expect(prose("Fish &amp; chips in the caf&eacute; of old")).toEqual(["Fish", "chips in the", "of old"]);
    expect(prose("plain&nbsp;words and do<b>gg</b>y")).toEqual(["plain", "words and"]);
    expect(legible("It&rsquo;s late &mdash; go")).toEqual(["It’s late — go"]);
  });

  it("leaves code, links and images of Markdown alone", () => {
    const markdown = [
      "---",
      "title: My garden",
      "---",
      "# A *green* garden #",
      "",
      'Read [the guide](https://a.test/x_y "All of it") or `npm run x` with ``a ` b``, ![a fern](fern.png).',
      "More in [the book][1] and at <https://b.test>.[^2]",
      "",
      "```js",
      "const plant = grow();",
      "```",
      "- [ ] water it",
      "1. feed it",
      "> somebody said this",
      "",
      "[1]: https://c.test 'Book'",
      "[^2]: Or so we think.",
      "",
      "| Plant | Colour |",
      "|-------|:------|",
      "| fern | **deep** green |",
    ].join("\n");
    expect(prose(markdown)).toEqual(
      [
        "A",
        "green",
        "garden #",
        "Read",
        "the guide",
        "or",
        "with",
        ",",
        "More in",
        "the book",
        "and at",
        "water it",
        "feed it",
        "Or so we think.",
        "Plant",
        "Colour",
        "fern",
        "deep",
        "green",
      ].filter((part) => part !== ","),
    );
    expect(blockTexts(markdown)).toContain("**deep** green");
    expect(legible(markdown)).toContain("deep green");
  });

  it("leaves groups, escapes and placeholders alone", () => {
    expect(prose("A {big|large {old|aged}} house, \\{so\\} to say")).toEqual(["A", "house,", "so", "to say"]);
    expect(
      prose(
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a template, as it is in a text.
        'Dear {{first name}}, {name}, ${user}, %name%, %s, [city], [[page]], [gallery ids="1,2"] and {% if x %}: hello',
      ),
    ).toEqual(["Dear", "and", ": hello"]);
    expect(legible("A {big|large} house for {{name}}")).toEqual(["A big house for X"]);
  });

  it("leaves addresses, numbers, dates, paths and words of code alone", () => {
    const text =
      "Write to ann@mail.test or @ann about #gardens: www.a.test/x?y=z, (https://b.test/c_d_e), example.com, " +
      "5 kg or 3.5% or $1,200 by 2024-05-01 at 10:30 am in C:\\Users\\ann, ~/x/y, src/main, camelCase, snake_case, v1.2.3, " +
      "e.g. grow() and --force too";
    expect(
      prose(text)
        .join(" ")
        .replace(/[^a-z ]/gi, "")
        .replace(/\s+/g, " "),
    ).toBe("Write to or about or or by at in and too");
  });

  it("opens quotations when asked to, and unwraps their lines", () => {
    const text = [
      "She wrote:",
      "> The first line goes",
      "> on here.",
      "> - an item",
      ">> Another voice.",
      "> ```",
      "> const plant = grow();",
      "> ```",
      "",
      "<blockquote>Grow <q>old</q> with me.</blockquote><pre>no prose</pre>",
    ].join("\n");
    expect(legible(text)).toEqual(["She wrote:"]);
    expect(blocks(text, { openQuotations: true }).map(({ legible }) => legible.replace(/\s+/g, " ").trim())).toEqual([
      "She wrote:",
      "The first line goes on here.",
      "an item",
      "Another voice.",
      "Grow old with me.",
    ]);
  });

  it("divides plain text into paragraphs and unwraps lines", () => {
    expect(blockTexts("A Title\nThe first line goes\non here, and\nEnglish ends it.\n\nNext.")).toEqual([
      "A Title",
      "The first line goes\non here, and\nEnglish ends it.",
      "Next.",
    ]);
  });
});
