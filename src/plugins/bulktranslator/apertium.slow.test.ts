import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApertium, whyNoApertium } from "../../../test/doubles/apertium-program.js";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import { apertium, pivoting } from "../../adapters/translation/index.js";
import type { TranslatorProvider } from "../../kernel/index.js";
import { bulktranslator } from "./index.js";

const PAGE = `<html lang="en"><head><title>The red house</title></head><body>
<h1>The red house</h1>
<p>The red house has 12 rooms and a <a href="https://a.test/garden?x=1&amp;y=2" title="The garden">large garden</a>.
Anna sees <b>the dog</b> and the cat.</p>
<table><tr><th>Name</th><th>Rooms</th></tr><tr><td>House</td><td>12</td></tr></table>
<pre>const house = "red";</pre></body></html>
`;
const NOTES = `---
title: The house
slug: the-house
---

# The garden

- The dog is **big**.
- Run \`npm start\` in [the house](./house.md).

\`\`\`js
const dog = "big";
\`\`\`
`;

const missing = whyNoApertium();
describe.skipIf(missing !== undefined)(
  `translating in bulk with the real Apertium${missing ? ` (${missing})` : ""}`,
  () => {
    let server: Awaited<ReturnType<typeof startApertium>>;
    let translator: TranslatorProvider;
    beforeAll(async () => {
      server = await startApertium();
      translator = pivoting(apertium({ url: server.url }), { through: ["en", "es"] });
    }, 60_000);
    afterAll(async () => await server?.stop());

    async function translated(targets: string, data = {}) {
      const folder = cannedFolder("in", { "page.html": PAGE, "notes.md": NOTES });
      const here = await finderWorld(bulktranslator, { folder, translator });
      return await here.run(await here.task({ inputFolder: "in", articleSpinnerTranslateTarget: targets, ...data }));
    }

    it("gives pages and notes in several languages, with their markup", async () => {
      const { task, rows, files } = await translated("es,fr");
      expect(task.status).toBe("complete");
      expect(rows.map(({ file, lang, status, keptPieces }) => [file, lang, status, keptPieces])).toEqual([
        ["notes.md", "es", "ok", 0],
        ["notes.md", "fr", "ok", 0],
        ["page.html", "es", "ok", 0],
        ["page.html", "fr", "ok", 0],
      ]);
      const tags = (html: string) => html.replace(/ (?:title|lang)="[^"]*"/g, "").match(/<[^<>]+>/g);
      const page = files["out/es/page.html"]!;
      expect(tags(page)).toEqual(tags(PAGE));
      expect(page).toContain("<h1>La casa roja</h1>");
      expect(page).toContain('lang="es"');
      expect(page).toContain('title="El jardín"');
      expect(page).toContain('<pre>const house = "red";</pre>');
      expect(page).toMatch(/<p>La casa roja .*12 .*<b>.*<\/b>.*<\/p>/);
      const notes = files["out/es/notes.md"]!;
      expect(notes).toMatch(
        /^---\ntitle: La casa\nslug: the-house\n---\n\n# El jardín\n\n- El perro es \*\*grande\*\*\.\n/,
      );
      expect(notes).toContain("`npm start`");
      expect(notes).toContain("](./house.md)");
      expect(notes).toContain('```js\nconst dog = "big";\n```\n');
    });

    it("keeps to a glossary", async () => {
      const { files } = await translated("es", { glossaryFile: ["garden|parque"] });
      expect(files["out/es/notes.md"]).toMatch(/# El parque/i);
    });
  },
);
