import { expect, it } from "vitest";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import type { Json, TranslatorProvider } from "../../kernel/index.js";
import { bulktranslator } from "./index.js";

const translator: TranslatorProvider = { translate: async (text) => text.replaceAll("cat", "gato") };

async function done(
  file: string,
  text: string,
  lines: readonly string[],
  target = "es",
  more: Record<string, Json> = {},
) {
  const here = await finderWorld(bulktranslator, { folder: cannedFolder("in", { [file]: text }), translator });
  const data = { inputFolder: "in", articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: target };
  const { task, files } = await here.run(await here.task({ ...data, articleReplaceFilterFile: [...lines], ...more }));
  return { task, text: files[`out/${target || "en"}/${file}`] };
}

it.each([
  [
    "a.html",
    '<p title="gato">The <b>cat</b> sat &amp; <a href="/gato">the cat</a> slept.</p>\n<pre>gato</pre>\n',
    '<p title="gato">The <b>perro &amp; co</b> sat &amp; <a href="/gato">the perro &amp; co</a> slept.</p>\n<pre>gato</pre>\n',
    "perro & co",
  ],
  [
    "a.md",
    "# The cat\n\nThe **cat** and `gato`.\n\n- a cat [sat](https://a.test/gato)\n",
    "# The perro\n\nThe **perro** and `gato`.\n\n- a perro [sat](https://a.test/gato)\n",
    "perro",
  ],
  ["a.txt", "The cat sat.\n\nCats are no cat.\n", "The perro sat.\n\nCats are no perro.\n", "perro"],
])("words of the translation are replaced, but no markup, code and addresses: %s", async (file, text, wanted, to) => {
  expect((await done(file, text, [`gato|${to}`])).text).toBe(wanted);
});

it("words are taken out, and without a translation there is something to do", async () => {
  const { task, text } = await done("a.txt", "A very old cat sat.\n", ["very|"], "");
  expect(task.error).toBeUndefined();
  expect(text).toBe("A old cat sat.\n".replace("A old", "An old"));
});

it.each([
  [
    "a.html",
    "<h1>Cats</h1><p>A cat sat. Follow us <b>now</b>!</p><h2>Follow</h2><p>Follow us again.</p>",
    "<h1>Cats</h1><p>A gato sat.</p>",
  ],
  ["a.md", "# Cats\n\nA cat sat. Follow us **now**!\n\n- Follow us.\n", "# Cats\n\nA gato sat.\n\n"],
  ["a.txt", "A cat sat. Follow us now!", "A gato sat."],
])("sentences and headings that are junk are not translated and left out: %s", async (file, text, wanted) => {
  const { task, text: made } = await done(file, text, [], "es", { articleJunkFilterFile: ["follow us"] });
  expect(task.error).toBeUndefined();
  expect(made).toBe(wanted);
});

it("a text of junk alone has a row that says so, and a line that is no expression is refused", async () => {
  const { task } = await done("a.txt", "Follow us.", [], "es", { articleJunkFilterFile: ["follow"] });
  expect(task.error).toMatchObject({
    code: "empty-result",
    message: expect.stringContaining("leaves nothing of a.txt"),
  });
  const refused = await done("a.txt", "A cat.", [], "es", { articleJunkFilterFile: ["/(/"] });
  expect(refused.task.error).toMatchObject({ code: "bad-input" });
});

it("a line that is no rule is refused", async () => {
  expect((await done("a.txt", "A cat.", ["/(/|x"])).task.error).toMatchObject({ code: "bad-input" });
});

it.each([
  [
    "a.html",
    '<h1>A cat</h1><p><a href="/x">A cat</a> &amp; <b>a cat</b> slept.</p><ul><li>A cat</li></ul>',
    '<h1>A gato</h1><p><a href="/x">A gato</a> &amp; <b>a <a href="https://c.example/" rel="nofollow">gato</a></b> slept. See <a href="https://d.example/" rel="nofollow">dogs</a>.</p><ul><li>A gato</li></ul>',
  ],
  [
    "a.md",
    "# A cat\n\n[A cat](/x) and a **cat** slept.\n\n| cat |\n| --- |\n| cat |\n",
    "# A gato\n\n[A gato](/x) and a **[gato](<https://c.example/>)** slept. See [dogs](<https://d.example/>).\n\n| gato |\n| --- |\n| gato |\n",
  ],
  ["a.txt", "A cat slept.", "A gato slept."],
])("links are put on words of paragraphs, and not on headings, cells and links: %s", async (file, text, wanted) => {
  const set = { nofollow: true, maxPerArticle: 2, lockUrl: true, whenMissing: "sentence" };
  const lists = { keywordsFile: ["gato", "dogs"], urlsFile: ["https://c.example/", "https://d.example/"] };
  const linkSets = [{ ...set, ...lists, linkSentencesFile: ["See {keyword}."] }];
  expect((await done(file, text, [], "es", { linkSets })).text).toBe(wanted);
});
