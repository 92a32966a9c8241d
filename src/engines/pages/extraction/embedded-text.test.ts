import { describe, expect, it } from "vitest";
import { extractPage } from "./extract.js";
import { formatted } from "./formats.js";

const FIRST =
  "The harbour of the town is closed from Monday on, because its walls have to be repaired after the winter.";
const SECOND =
  "Fishing boats land their catch in the next bay until June, and the ferry leaves from the old pier instead.";
const page = (head: string, body = '<div id="app"></div>') =>
  `<!doctype html><html lang="en"><head><title>Harbour closed</title>${head}</head><body>${body}</body></html>`;
const DESCRIPTION = '<meta name="description" content="The harbour is closed until June.">';
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const state = (value: unknown) =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(value)}</script>`;
const read = async (html: string) => {
  const found = await extractPage(html, { url: "https://a.test/harbour" });
  return { ...found, text: formatted(found, "txt", { head: false }).trim() };
};

describe("a page that shows nothing without its scripts", () => {
  it("has the text that it states for programs", async () => {
    const found = await read(
      page(
        jsonLd({ "@type": "NewsArticle", headline: "Harbour closed", articleBody: `${FIRST}\n\n${SECOND}` }) +
          DESCRIPTION,
      ),
    );
    expect(found.text).toBe(`${FIRST}\n\n${SECOND}`);
    expect(found).toMatchObject({ method: "rules", words: 40 });
  });

  it("has what was posted and what was answered, as markup where it is markup", async () => {
    const found = await read(
      page(
        jsonLd({
          "@type": "QAPage",
          mainEntity: {
            "@type": "Question",
            text: `<p>${FIRST}</p>`,
            acceptedAnswer: { "@type": "Answer", text: `<p>See <a href="/bay">here</a>. ${SECOND}</p>` },
          },
        }),
      ),
    );
    expect(found.text).toBe(`${FIRST}\n\nSee here. ${SECOND}`);
    expect(found.content[1]).toMatchObject({
      spans: [{ text: "See " }, { text: "here", href: "https://a.test/bay" }, {}],
    });
  });

  it("has what it says in its head to those without scripts, unless that is only that they need them", async () => {
    const said = (text: string) => page(`<noscript><p>${text}</p></noscript>${DESCRIPTION}`);
    expect((await read(said(FIRST))).text).toBe(FIRST);
    expect(
      (
        await read(
          said(
            "You need to enable JavaScript in your browser to run this app, and then to load it again. Thanks for that.",
          ),
        )
      ).text,
    ).toBe("");
  });

  it("has the sentences of the data its scripts begin with, and nothing else of it", async () => {
    const props = {
      build: "f3a9c1",
      style:
        ".page { color: red; } .page p { margin: 0; padding: 0; border: 0; } .page a { color: blue; } @media print { a { color: black; } }",
      menu: ["Home", "News", "Sport"],
      story: { id: 7, paragraphs: [FIRST, `<p>${SECOND}</p>`, FIRST] },
    };
    expect((await read(page(state({ props }) + DESCRIPTION))).text).toBe(`${FIRST}\n\n${SECOND}`);
  });

  it("does not have how it describes itself, which is about the content and not in it", async () => {
    const found = await read(page(`${state({ a: ["Home"] })}${DESCRIPTION}`));
    expect(found).toMatchObject({ content: [], method: "none", words: 0 });
    expect(found.metadata.description).toBe("The harbour is closed until June.");
  });

  it("has nothing where it says nothing at all", async () => {
    expect(await read(page(""))).toMatchObject({ content: [], method: "none", words: 0 });
  });

  it("is not asked for more than it shows where it shows something, nor where selectors find nothing", async () => {
    const stated = jsonLd({ "@type": "NewsArticle", articleBody: SECOND });
    expect((await read(page(stated, `<main><p>${FIRST}</p></main>`))).text).toBe(FIRST);
    const found = await extractPage(page(stated), { mode: "selector", include: ["main"] });
    expect(found.content).toEqual([]);
  });

  it("is bounded, whatever its data hold", async () => {
    const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;
    const many = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => `${FIRST} ${"ab".repeat(n % 7)} and so on.`));
    const script = (text: string) => `<script type="application/json">${text}</script>`;
    const found = await read(
      page(script(deep) + script("{") + script(many).repeat(5) + "<script type=application/json>[".repeat(1000)),
    );
    expect(found.content.length).toBeGreaterThan(0);
    expect(found.text.length).toBeLessThan(400_000);
  });
});
