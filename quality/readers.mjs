import { fromSource } from "./source.mjs";

/**
 * Each takes a page and its address, and gives its text, in more than one way where that matters, and what it says of the page.
 * Its date is that of publication, or where there is none that of the last change.
 */
export async function allReaders() {
  const { extractPage } = await fromSource("engines/pages/extraction/extract.js");
  const { formatted } = await fromSource("engines/pages/extraction/formats.js");
  const { pageTree } = await fromSource("engines/pages/extraction/page-tree.js");
  const { textBlocks } = await fromSource("engines/pages/extraction/text-blocks.js");
  const { parseHTML } = await import("linkedom/cached");
  const { Readability } = await import("@mozilla/readability");
  const { Defuddle } = await import("defuddle/node");
  const listed = (name) => (name ? [name] : []);
  const lines = (html) => {
    const { blocks } = textBlocks(pageTree(html ?? ""));
    return blocks.map((block) => block.text).join("\n");
  };
  return [
    {
      name: "Shipped weights, on the pages they were trained on",
      ours: true,
      read: async (html, url) => {
        const page = await extractPage(html, { url });
        const { title, authors, published, modified, site } = page.metadata;
        return {
          texts: { "": formatted(page, "txt", { head: false }) },
          metadata: { title, authors, date: published || modified, site },
          content: page.content,
        };
      },
    },
    {
      name: "Readability on linkedom",
      read: (html) => {
        const article = new Readability(parseHTML(html).document).parse();
        return {
          texts: { textContent: article?.textContent ?? "", "a line for every block": lines(article?.content) },
          metadata: {
            title: article?.title ?? "",
            authors: listed(article?.byline),
            date: article?.publishedTime ?? "",
            site: article?.siteName ?? "",
          },
        };
      },
    },
    {
      name: "defuddle on linkedom",
      read: async (html, url) => {
        const { document } = parseHTML(html);
        // It logs every page on which it fails.
        const { error } = console;
        console.error = () => {};
        try {
          const { content, title, author, published, site } = await Defuddle(document, url || undefined, {
            useAsync: false,
          });
          return {
            texts: { "a line for every block": lines(content) },
            metadata: { title, authors: listed(author), date: published ?? "", site },
          };
        } finally {
          console.error = error;
        }
      },
    },
  ];
}
