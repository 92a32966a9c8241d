import { expect, it } from "vitest";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import type { TranslatorProvider } from "../../kernel/index.js";
import { bulktranslator } from "./index.js";

const translator: TranslatorProvider = { translate: async (text) => text.replaceAll("cat", "gato") };

async function done(file: string, text: string, lines: readonly string[], target = "es") {
  const here = await finderWorld(bulktranslator, { folder: cannedFolder("in", { [file]: text }), translator });
  const data = { inputFolder: "in", articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: target };
  const { task, files } = await here.run(await here.task({ ...data, articleReplaceFilterFile: [...lines] }));
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

it("a line that is no rule is refused", async () => {
  expect((await done("a.txt", "A cat.", ["/(/|x"])).task.error).toMatchObject({ code: "bad-input" });
});
