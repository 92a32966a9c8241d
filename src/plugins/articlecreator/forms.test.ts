import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";

const run = (pages: Readonly<Record<string, string>>, data: Record<string, unknown>) =>
  outcomeOf(
    {
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(pages),
      articleLengthFrom: 40,
      articleLengthTo: 500,
      maxSentencesPerSource: 40,
      sentenceMinWords: 3,
      outputFormats: ["txt", "html"],
      citeSources: "none",
      ...data,
    },
    { providers: { web: cannedWeb(pages) } },
  );

const only = (files: ReadonlyMap<string, string>, ending = "txt") =>
  [...files].find(([path]) => path.endsWith(`.${ending}`))![1];

const KETTLES = {
  "https://k.test/a": page(
    "Copper Kettles",
    `<p>A copper kettle is a vessel that boils water over a flame. Copper kettles carry heat better than steel. Copper kettles were used in most kitchens for two centuries.</p>
<h2>Cleaning</h2><p>To clean a copper kettle, you rub it with lemon until the metal shines. Copper kettles are dull because air darkens their metal. A copper kettle lasts about forty years in daily use. The first copper kettle was made in Delft in 1720.</p>
<h2>Boiling water in a copper kettle</h2><p>Boiling water in a copper kettle takes care.</p>
<h3>You will need</h3><ul><li>A copper kettle</li><li>A litre of water</li></ul>
<h3>Steps</h3><ol><li>Fill the kettle to the line.</li><li>Set the kettle on the flame.</li><li>Wait until the steam comes.</li></ol>
<p>Never leave a copper kettle on the flame when it is empty.</p>`,
  ),
};

describe("the form", () => {
  it("how-to has what is needed, a list of steps in their order and structured data of them", async () => {
    const { files, rows } = await run(KETTLES, {
      articleKeywordsFile: ["copper kettle"],
      articleTemplateInfo: "how-to",
      includeSchema: true,
    });
    const text = only(files);
    expect(text).toContain("What You Need\n\n- A copper kettle\n- A litre of water");
    expect(text).toContain(
      "Step by Step\n\n1. Fill the kettle to the line.\n2. Set the kettle on the flame.\n3. Wait until the steam comes.",
    );
    expect(text).toContain("Tips\n\n- Never leave a copper kettle on the flame when it is empty.");
    expect(only(files, "html")).toContain('"@type":"HowToStep","position":3');
    expect(rows[0]!["status"]).toBe("ok");
  });

  it("faq asks what its sentences answer", async () => {
    const { files } = await run(KETTLES, { articleKeywordsFile: ["copper kettle"], articleTemplateInfo: "faq" });
    const text = only(files);
    expect(text).toContain(
      "How do you clean a copper kettle?\n\nTo clean a copper kettle, you rub it with lemon until the metal shines.",
    );
    expect(text).toContain("Why are copper kettles dull?\n\nCopper kettles are dull because air darkens their metal.");
    expect(text).toContain("How long does a copper kettle last?");
    expect(text).toContain("When was the first copper kettle made in Delft?");
  });

  it("listicle numbers things that have something said of them", async () => {
    const { files, rows } = await run(LIGHTHOUSES, {
      articleKeywordsFile: ["lighthouse"],
      articleTemplateInfo: "listicle",
      articleLengthFrom: 200,
    });
    const numbers = [...only(files).matchAll(/^(\d+)\. \S.*$/gm)].map(([, number]) => Number(number));
    expect(numbers.length).toBeGreaterThanOrEqual(3);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(rows[0]!["title"]).toBe(`Lighthouse: ${numbers.length} Things to Know`);
  });

  it("comparison has a table of what is said of both, and a section for each", async () => {
    const pages = {
      "https://c.test/": page(
        "Gas and Electric Stoves",
        `<p>Gas stoves and electric stoves both cook a meal in the same time.</p>
<h2>Gas stoves</h2><p>A gas stove costs about 700 dollars with its fitting. A gas stove heats a pan faster than any plate. Gas stoves need a pipe that an engineer has tested. Cooks see the flame of a gas stove and judge it.</p>
<h2>Electric stoves</h2><p>An electric stove costs about 500 dollars in most shops. An electric stove heats slowly and stays hot for long. Electric stoves need a socket of their own. Glass tops make an electric stove simple to wipe.</p>`,
      ),
    };
    const { files } = await run(pages, {
      articleKeywordsFile: ["gas stove vs electric stove"],
      articleTemplateInfo: "comparison",
    });
    const text = only(files);
    expect(text).toContain(" | Gas Stove | Electric Stove");
    expect(text).toMatch(/^Price \| A gas stove costs about 700 dollars .*\| An electric stove costs about 500/m);
  });

  it("review has a verdict, what speaks for it and what speaks against it", async () => {
    const pages = {
      "https://r.test/": page(
        "The Harrow Kettle",
        "<p>The Harrow kettle is a kettle of steel for one litre. The Harrow kettle is easy to clean and reliable. The Harrow kettle has an excellent spout. The handle of the Harrow kettle is uncomfortable when it is full. The Harrow kettle comes to the boil in 4 minutes. Overall the Harrow kettle is a good choice for small kitchens.</p>",
      ),
    };
    const { files } = await run(pages, { articleKeywordsFile: ["Harrow kettle"], articleTemplateInfo: "review" });
    const text = only(files);
    expect(text).toContain(
      "Verdict\n\nOverall the Harrow kettle is a good choice for small kitchens.\n\nWhat Speaks for It\n\n- ",
    );
    expect(text).not.toContain("statements below");
    expect(text).toContain("What Speaks against It\n\n- The handle of the Harrow kettle is uncomfortable");
    expect(text).toContain("- The Harrow kettle comes to the boil in 4 minutes.");
  });

  it("news-roundup has dated items, the newest first, each with its source", async () => {
    const pages = {
      "https://n.test/2025/03/02/bridge": page(
        "Bridge Closed",
        "<p>The Arden bridge was closed to lorries by the county. Engineers found cracks in two piers of the Arden bridge. The Arden bridge carries nine thousand cars.</p>",
      ),
      "https://m.test/2025/05/11/bridge": page(
        "Bridge Opens",
        "<p>The Arden bridge carries lorries again after its repair. The county paid two million for the piers of the Arden bridge. Buses cross the Arden bridge at half speed.</p>",
      ),
    };
    const { files } = await run(pages, { articleKeywordsFile: ["Arden bridge"], articleTemplateInfo: "news-roundup" });
    const text = only(files);
    expect(text.indexOf("11 May 2025: Bridge Opens")).toBeGreaterThan(0);
    expect(text.indexOf("2 March 2025: Bridge Closed")).toBeGreaterThan(text.indexOf("11 May 2025: Bridge Opens"));
    expect(only(files, "html")).toContain('Source: <a href="https://n.test/2025/03/02/bridge">Bridge Closed</a>');
  });

  it("local-business says who, where, when and how to get in touch", async () => {
    const pages = {
      "https://b.test/": page(
        "Dover Bakery",
        "<p>Dover Bakery bakes bread from its own mill each night. The ovens of Dover Bakery burn beech.</p><p>Address: 14 Snargate Street, Dover.</p><p>Open Monday to Saturday 7am to 5pm.</p><p>Phone: 01304 555 012</p><p>Write to bread@dover-bakery.test</p>",
      ),
    };
    const { files } = await run(pages, {
      articleKeywordsFile: ["Dover bakery"],
      articleTemplateInfo: "local-business",
      articleLengthFrom: 10,
    });
    const text = only(files);
    expect(text).toContain("Address | 14 Snargate Street, Dover");
    expect(text).toMatch(/Hours \| .*Monday to Saturday 7am to 5pm/);
    expect(text).toContain("Phone | 01304 555 012");
    expect(text).toContain("E-mail | bread@dover-bakery.test");
  });

  it("plain has no heading", async () => {
    const { files } = await run(LIGHTHOUSES, {
      articleKeywordsFile: ["lighthouse"],
      articleTemplateInfo: "plain",
      articleLengthFrom: 380,
      articleLengthTo: 600,
    });
    expect(only(files, "html")).not.toMatch(/<h[23]>/);
  });

  it("that the sources do not fit gives way to the nearest, and the log says so", async () => {
    const { files, log } = await run(LIGHTHOUSES, {
      articleKeywordsFile: ["lighthouse"],
      articleTemplateInfo: "local-business",
    });
    expect(files.size).toBe(2);
    expect(log.join("\n")).toContain('do not fit the form "local-business", since they hold no address');
  });

  it("of the user's own is made of the parts it names", async () => {
    const own = {
      name: "Short",
      title: "All about {keyword}",
      parts: [
        { part: "words", text: "What you see here is about {keyword}." },
        { part: "lead" },
        { part: "text", heading: "The rest of {keyword}" },
      ],
    };
    const { files, rows } = await run(KETTLES, {
      articleKeywordsFile: ["copper kettle"],
      articleTemplateInfo: "short",
      articleTemplates: [own],
    });
    expect(rows[0]!["title"]).toBe("All about Copper Kettle");
    expect(only(files)).toContain("What you see here is about copper kettle.");
    expect(only(files)).toContain("The rest of copper kettle\n\n");
  });

  it("with a name that no template has is the usual one, with the names there are", async () => {
    const { log } = await run(KETTLES, { articleKeywordsFile: ["copper kettle"], articleTemplateInfo: "listical" });
    expect(log.join("\n")).toContain('articleTemplateInfo is "listical", and no template has that name');
    expect(log.join("\n")).toContain('Did you mean "listicle"?');
  });
});

describe("curating", () => {
  it("quotes briefly and word for word, each quotation with its source", async () => {
    const { files, articles } = await run(LIGHTHOUSES, {
      articleKeywordsFile: ["lighthouse"],
      articleMode: "curate",
      outputFormats: ["json", "html"],
    });
    const all = Object.values(LIGHTHOUSES).join(" ");
    for (const sentence of articles.get("lighthouse")!.sentences) expect(all).toContain(sentence);
    const html = only(files, "html");
    const quotations = [...html.matchAll(/<blockquote[^>]*><p>(.*?)<\/p><footer>\u2014 <cite><a href/g)];
    expect(quotations.length).toBeGreaterThan(2);
    expect(html).not.toMatch(/\n<p>/);
    for (const [, text] of quotations) expect(text!.split(" ").length).toBeLessThanOrEqual(50);
  });
});

describe("the files", () => {
  it("have the name that the template gives them, and stay apart", async () => {
    const { files } = await run(LIGHTHOUSES, {
      articleKeywordsFile: ["lighthouse", "lighthouse lamp"],
      exportTemplate: { fileName: "{date} {title}" },
      outputFormats: ["txt"],
    });
    const names = [...files.keys()];
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^articles\/2026-03-01-.*lighthouse(-lamp)?\.txt$/);
  });

  it("become one where articles are appended", async () => {
    const { files } = await run(LIGHTHOUSES, {
      articleKeywordsFile: ["lighthouse", "lighthouse lamp"],
      exportTemplate: { fileName: "all", append: true, separator: "=====" },
      outputFormats: ["txt", "json"],
    });
    expect([...files.keys()].sort()).toEqual(["articles/all.jsonl", "articles/all.txt"]);
    expect(files.get("articles/all.txt")!.match(/^=====$/gm)).toHaveLength(2);
    expect(
      files
        .get("articles/all.jsonl")!
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).keyword),
    ).toEqual(["lighthouse", "lighthouse lamp"]);
  });
});
