import fc from "fast-check";
import { marked, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { finderWorld } from "../../../../test/web/finder-world.js";
import { cannedFolder } from "../../../adapters/doubles/canned-files.js";
import { cannedParaphraser } from "../../../adapters/doubles/canned-texts.js";
import type { TranslatorProvider } from "../../../kernel/index.js";
import { bulktranslator } from "../../bulktranslator/index.js";
import { paraphraser } from "../../paraphraser/index.js";

/** What no rewording may touch, as a reader of Markdown finds it. */
function marksOf(markdown: string): readonly string[] {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, "");
  const marks: string[] = [markdown.slice(0, markdown.length - body.length).replace(/^title:.*$/m, "")];
  marked.walkTokens(marked.lexer(body), (token: Token) => {
    if (token.type === "codespan" || token.type === "def") marks.push(token.raw.trim());
    else if (token.type === "html") marks.push(...(token.raw.match(/<[^>]*>/g) ?? []));
    else if (token.type === "code") marks.push((token as Tokens.Code).text);
    else if (token.type === "link" || token.type === "image") marks.push((token as Tokens.Link).href);
    else if (token.type === "table") marks.push(`${(token as Tokens.Table).align}`);
  });
  return marks.sort();
}

const INLINE = [
  ...["`let x = 1`", "`` `code` ``", "[the `run` command](https://a.test/b_c)", "[a page][ref]", "[ref][]", "<br>"],
  ...["<kbd>Ctrl</kbd>", "<b>bold words</b>", "![a picture](x_y.png)", "<https://a.test/>", "**`strong`**", "`a|b`"],
  ...["`{one|two}`", "a lone ` tick", "[text]( https://a.test/d )", "&amp;", "`ends\nhere`", "\\`no code\\`"],
];
const BLOCKS = [
  ...["```js\nlet big = house;\n```", "| Name | Note |\n| --- | :-: |\n| big dog | `a` |", "    const big = 1;"],
  ...[
    "- one item\n\n      let deep = 1;",
    "<div>\n<p>big house</p>\n</div>",
    "> a quote with `code`",
    "~~~\n`` ` ``\n~~~",
  ],
  ...["1. an item\n\n   More of it.\n\n  A paragraph.\n\n      code big", "# A heading with `code`"],
];
const words = fc.constantFrom("the", "big", "house", "stands", "in", "our", "street", "today");
const sentence = fc
  .array(fc.oneof({ weight: 3, arbitrary: words }, fc.constantFrom(...INLINE)), { minLength: 5, maxLength: 14 })
  .map((parts) => `The ${parts.join(" ")}.`);
const document = fc
  .array(fc.oneof(sentence, fc.constantFrom(...BLOCKS)), { minLength: 1, maxLength: 8 })
  .map((blocks) => `---\ntitle: Big house\nslug: x\n---\n\n${blocks.join("\n\n")}\n\n[ref]: https://a.test/ref\n`);

/** Says the words in capitals; one that jumbles has them from the last to the first. */
function translator(order: (words: string[]) => string[]): TranslatorProvider {
  const shouted = (word: string) =>
    word.replace(/<x\d+>|\p{L}+/gu, (one) => (one[0] === "<" ? one : one.toUpperCase()));
  return {
    translate: async (text) =>
      text
        .split("\n")
        .map((line) => order(line.split(" ")).map(shouted).join(" "))
        .join("\n"),
  };
}

const RUNS = { numRuns: 8 };

/** Documents are files of one run: a world for each would take longer than their work. */
const folderOf = fc
  .array(document, { minLength: 20, maxLength: 20 })
  .map((texts) => Object.fromEntries(texts.map((text, index) => [`${index}.md`, text])));

describe("code, links, tags, tables and front matter of Markdown", () => {
  it.each([
    ["keeps", (all: string[]) => all],
    ["turns round", (all: string[]) => all.toReversed()],
    ["loses the marks of", (all: string[]) => all.filter((word) => !/<x\d+>/.test(word))],
  ])("come through a translator that %s the order of the words", async (_, order) => {
    await fc.assert(
      fc.asyncProperty(folderOf, async (texts) => {
        const here = await finderWorld(bulktranslator, {
          folder: cannedFolder("in", texts),
          translator: translator(order),
        });
        const data = { inputFolder: "in", articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "es" };
        const { files } = await here.run(await here.task(data));
        for (const [name, text] of Object.entries(texts))
          expect(marksOf(String(files[`out/es/${name}`]))).toEqual(marksOf(text));
      }),
      RUNS,
    );
  });

  it("come through an engine that says other words in code and addresses, too", async () => {
    const engine = cannedParaphraser((unit) => unit.replaceAll("big", "large").replace(/let|run|a\.test/, "big"));
    await fc.assert(
      fc.asyncProperty(folderOf, async (texts) => {
        const here = await finderWorld(paraphraser, { folder: cannedFolder("in", texts), paraphraser: engine });
        const { files } = await here.run(await here.task({ inputFolder: "in", minSimilarity: 0 }));
        for (const [name, text] of Object.entries(texts))
          expect(marksOf(String(files[`out/${name}`]))).toEqual(marksOf(text));
      }),
      RUNS,
    );
  });
});
