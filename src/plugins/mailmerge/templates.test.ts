import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import { type Data, merged, mergedRow, mergeWorld, PEOPLE } from "../../../test/web/merge-world.js";
import { escapedHtml } from "../../kernel/values/escaped-text.js";

describe("placeholders", () => {
  it.each([
    ["curly", "{{name}} {{ CITY }} {{2}} 100% [x]", "Anna Bonn Bonn 100% [x]"],
    [
      "percent",
      "%name% %City% %2%, 100% of it, a%20b%C3%A4 and 5 % more",
      "Anna Bonn Bonn, 100% of it, a%20b%C3%A4 and 5 % more",
    ],
    ["bracket", "[name] [city] [2] [name](https://a.test) {x}", "Anna Bonn Bonn [name](https://a.test) {x}"],
  ])("in the style %s are found out", async (_style, template, text) => {
    expect((await mergedRow(template, { name: "Anna", city: "Bonn" })).text).toBe(text);
  });

  it("of columns that there are not are refused before anything is written", async () => {
    const { task, files } = await merged({ rowsFile: ["name,phone", "Anna,1"], template: "{{name}} {{city}}" });
    expect(task.error).toMatchObject({
      code: "bad-input",
      message:
        'Column "city" used in the template is not in the CSV header (name, phone). Correct the name, or add the column.',
    });
    expect(files).toEqual({});
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "a.b", "x)(.*", "$&"])(
    "named %j are columns like others, where there are such, and refused where not",
    async (name) => {
      expect(
        (await mergedRow(`<{{${name}}}>`, { [`${name}`]: "cell", other: "x" }, { resolveSpintax: false })).text,
      ).toContain("cell");
      const { task } = await merged({ rowsFile: PEOPLE, template: `{{${name}}}` });
      expect(task.error?.message).toContain("is not in the CSV header");
    },
  );

  it("are filled in once: what a cell holds is never looked at again", async () => {
    const cells = { a: "{{a}} {{b}} {x|y} $& $1 $` \\{ %b% [b]", b: "B" };
    expect((await mergedRow("{{a}}-{{b}}", cells)).text).toBe(`${cells.a}-B`);
    expect((await mergedRow("{1|1} {{a}}-{{b}}", cells)).text).toBe(`1 ${cells.a}-B`);
  });

  it("give every cell as it is and never change another's, in any template", async () => {
    const here = await mergeWorld();
    const part = fc.constantFrom("{{a}}", "{{b}}", "{{c}}", " and ", "$&", "%a%", "[b]", "é");
    const cell = fc.string({ unit: fc.constantFrom(..."{}|ab\\$&%[]# ".split("")), maxLength: 12 });
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 8 }), rows, async (parts, cells) => {
      const quoted = (row: readonly string[]) => row.map((one) => `"x${one}x"`).join(",");
      const id = await here.task({
        rowsFile: ["a,b,c", ...cells.map(quoted)],
        template: `{{a}}${parts.join("")}`,
        outputFormats: ["json"],
        mode: "single",
      });
      const { files } = await here.run(id);
      const pages = JSON.parse(files["articles/merged.json"]!) as { content: string }[];
      const filled = cells.map((row) => {
        const value = (place: string) => ({ "{{a}}": row[0], "{{b}}": row[1], "{{c}}": row[2] })[place];
        return ["{{a}}", ...parts].map((one) => (value(one) === undefined ? one : `x${value(one)}x`)).join("");
      });
      expect(pages.map(({ content }) => content)).toEqual(filled);
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it("whose cells are empty fail their row, stay empty or stay, as onMissing says", async () => {
    const data = { rowsFile: ["name,city", "Anna,", "Ben,Kiel"], template: "{{name}} in {{city}}" };
    const strict = await merged(data);
    expect(strict.task.status).toBe("complete");
    expect(strict.rows[0]).toMatchObject({
      row: 1,
      file: "",
      missing: "city",
      error: 'This cell is empty: city. Fill it, or set onMissing to "empty".',
    });
    expect(Object.keys(strict.files)).toEqual(["articles/ben.txt"]);
    expect((await merged({ ...data, onMissing: "empty" })).files["articles/anna.txt"]).toBe("Anna in \n");
    expect((await merged({ ...data, onMissing: "keep" })).files["articles/anna.txt"]).toBe("Anna in {{city}}\n");
  });

  it("with slug before give what an address holds", async () => {
    expect((await mergedRow("/{{slug city}}/", { city: "Köln am Rhein!" })).text).toBe("/köln-am-rhein/");
  });
});

describe("cells in Markdown", () => {
  const md = async (template: string, cells: Readonly<Record<string, string>>, data: Data = {}) =>
    (await mergedRow(template, cells, { outputFormats: ["md"], ...data })).text;

  it.each([
    "# x",
    "*a* _b_ **c** `d` ~~e~~",
    "<script>alert(1)</script>",
    "[x](https://a.test) ![y](z)",
    "- one",
    "+ one",
    "1. one",
    "> quoted",
    "---",
    "===",
    "&copy; a|b \\",
    "wow!",
    "-5",
    "3.50 & more",
    "a_b@c.test",
  ])("are words: %j", async (cell) => {
    const text = await md("{{c}}\n\nIn a line {{c}}, and {{c}}[x](y)", { c: cell });
    const html = marked.parse(text!, { async: false, gfm: true });
    const bare = html.replace(/<a href="([^"]*)">(?=\1|a_b)(.*?)<\/a>/g, "$2");
    expect(bare.replaceAll("`", "&#96;")).toBe(
      `<p>${escapedHtml(cell)}</p>\n<p>In a line ${escapedHtml(cell)}, and ${escapedHtml(cell)}<a href="y">x</a></p>\n`,
    );
  });

  it("end no heading", async () => {
    expect(await md("# {{c}}", { c: "A song in F ##" })).toBe("# A song in F \\##");
  });

  it("are written without signs that they do not need", async () => {
    const cell = "Anna-Lena O'Neil (1. place), -5 or 3.50 at https://a.test/b_c?d=1&e=2";
    expect(await md("Dear {{c}}", { c: cell })).toBe(`Dear ${cell}`);
  });

  it("stay in their column, and in their lines", async () => {
    const text = await md("| a | b |\n| - | - |\n| {{c}} | 1 |\n\n{{d}}", { c: "x|y", d: "p\n# q\n\n- r" });
    expect(text).toBe("| a | b |\n| - | - |\n| x\\|y | 1 |\n\np\n\\# q\n\n\\- r");
  });

  it.each(["\n", "\r\n"])(
    "are as they are in what heads the page, in code, and where it is wanted (%j)",
    async (end) => {
      const lines = [
        "---",
        "title: {{c}}",
        "---",
        "",
        "`{{c}}` {{c}} {{{c}}} {{h}}",
        "",
        "```sh",
        "{{c}}",
        "```",
        "{{c}}",
      ];
      const { files } = await merged(
        {
          rowsFile: ["c,h", "*a*,**b**"],
          templateFile: "in/t.md",
          fileNameTemplate: "x",
          htmlColumns: ["h"],
          outputFormats: ["md"],
        },
        { "t.md": lines.join(end) },
      );
      expect(files["articles/x.md"]?.trim().split(end)).toEqual([
        ...["---", "title: *a*", "---", "", "`*a*` \\*a\\* *a* **b**", "", "```sh", "*a*", "```", "\\*a\\*"],
      ]);
    },
  );

  it("are as they are in plain text beside it, and choose as it does", async () => {
    const { files } = await merged({
      rowsFile: ["c", "*a*"],
      template: "{one|two|three|four} {{c}}",
      fileNameTemplate: "x",
      outputFormats: ["md", "txt"],
    });
    const text = files["articles/x.txt"]!;
    expect(text).toMatch(/ \*a\*\n$/);
    expect(files["articles/x.md"]).toBe(text.replaceAll("*", "\\*"));
  });
});

describe("sections", () => {
  it.each([
    ["a{{#x}}[{{x}}]{{/x}}b", "1", "a[1]b"],
    ["a{{#x}}[{{x}}]{{/x}}b", "", "ab"],
    ["a{{#x}}[{{x}}]{{/x}}b", "FALSE", "ab"],
    ["a{{^x}}none{{/x}}b", "", "anoneb"],
    ["a{{^x}}none{{/x}}b", "1", "ab"],
    ["{{#x}}<{{.}}>{{/x}}", "p| q ||r", "<p><q><r>"],
    ["{{#x}}once{{/x}}", "p|q", "once"],
    ["{{#x}}{{^y}}{{.}},{{/y}}{{/x}}", "p|q", "p,q,"],
    ["l1\n{{#x}}\nl2\n{{/x}}\nl3", "1", "l1\nl2\nl3"],
    ["a{{! note }}b", "1", "ab"],
  ])("%j with %j is %j", async (template, x, text) => {
    expect((await mergedRow(template, { k: "k", x, y: "" })).text).toBe(text);
  });

  it.each([
    ["percent", "a%#x%<%.%>%/x%%^y%, none of y%/y% %k%"],
    ["bracket", "a[#x]<[.]>[/x][^y], none of y[/y] [k]"],
  ])("are written in the style %s, too", async (placeholderStyle, template) => {
    const cells = { k: "k", x: "p|q", y: "" };
    expect((await mergedRow(template, cells, { placeholderStyle })).text).toBe("a<p><q>, none of y k");
    expect((await mergedRow(template, cells)).text).toBe("a<p><q>, none of y k");
  });

  it.each([
    ["%k% %#x%open", "template has %#x%, which is never closed. Close it with %/x%."],
    ["[k] [#x]open", "template has [#x], which is never closed. Close it with [/x]."],
    ["%k% %.%", "template has %.% outside of a section. Put it between %#column% and %/column%."],
    ["{{#x}}open", "template has {{#x}}, which is never closed. Close it with {{/x}}."],
    ["close{{/x}}", "template has {{/x}}, which closes nothing. Open it before, or leave it out."],
    ["{{#x}}{{#y}}{{/x}}{{/y}}", "template closes {{#y}} with {{/x}}. Close the inner section first."],
    ["{{.}}", "template has {{.}} outside of a section. Put it between {{#column}} and {{/column}}."],
  ])("of %j are refused", async (template, message) => {
    expect((await mergedRow(template, { k: "k", x: "1", y: "1" })).task.error?.message).toBe(message);
  });
});

describe("spintax", () => {
  it("is chosen again for each row, the same with the same seed, and holds placeholders", async () => {
    const rowsFile = ["name", ...Array.from({ length: 40 }, (_, index) => `n${index}`)];
    const data = {
      rowsFile,
      template: "{Hello|Hi} {{{name}}|you}{{#name}} {a|b}{{/name}}",
      randomSeed: 7,
      mode: "single",
    };
    const [first, second] = [(await merged(data)).files, (await merged(data)).files];
    expect(first).toEqual(second);
    const lines = first["articles/merged.txt"]!.trim().split("\n");
    expect(new Set(lines.map((line) => line.split(" ")[0]))).toEqual(new Set(["Hello", "Hi"]));
    expect(lines.some((line) => line.includes("you"))).toBe(true);
    expect(lines.some((line) => /n\d/.test(line))).toBe(true);
  });

  it("is not what stands in scripts and styles, nor anything with resolveSpintax off", async () => {
    const template = "<script>if (a||b) {c|d}</script><p>{{name}}</p>";
    expect((await mergedRow(template, { name: "A" }, { outputFormats: ["html"] })).text).toContain("{c|d}");
    expect((await mergedRow("{a|b} {{name}}", { name: "A" }, { resolveSpintax: false })).text).toBe("{a|b} A");
  });

  it("says the same in all forms of a page", async () => {
    const { files } = await merged({
      rowsFile: PEOPLE,
      template: "{one|two|three|four} {{name}}",
      outputFormats: ["txt", "html"],
    });
    for (const name of ["anna", "ben"])
      expect(files[`articles/${name}.html`]).toContain(files[`articles/${name}.txt`]!.trim());
  });
});

describe("the front matter of a Markdown template", () => {
  const template = [
    "---",
    "title: Life in {{city}}",
    "slug: in-{{slug city}}",
    "categories: [Places, Sport > Football]",
    "tags: [{{tag}}, summer]",
    'excerpt: "Of <{{city}}>."',
    "status: draft",
    "---",
    "# {{name}}",
    "",
    "Lives in {{city}}.",
  ].join("\n");
  const data = { csvFile: "in/x.csv", templateFile: "in/t.md", titleTemplate: "{{name}}", outputFormats: ["html"] };
  const files = (rows: string) => ({ "x.csv": `name,city,tag\n${rows}\n`, "t.md": template });

  it("is the head of its HTML", async () => {
    const { files: written } = await merged(data, files("Anna,Bonn,sun"));
    expect(written["articles/anna.html"]).toBe(
      [
        "<!DOCTYPE html>",
        "<html>",
        "<head>",
        '<meta charset="utf-8">',
        "<title>Life in Bonn</title>",
        '<meta name="description" content="Of &lt;Bonn&gt;.">',
        '<meta name="keywords" content="sun, summer">',
        '<meta name="slug" content="in-bonn">',
        '<meta name="status" content="draft">',
        '<meta property="article:section" content="Places">',
        '<meta property="article:section" content="Sport &gt; Football">',
        "</head>",
        "<body>",
        "<h1>Anna</h1>",
        "<p>Lives in Bonn.</p>",
        "",
        "</body>",
        "</html>",
        "",
      ].join("\n"),
    );
  });

  it("that a cell makes unreadable is noted once, and the page is there without", async () => {
    const { files: written, log } = await merged(data, files('Anna,Bonn,"[x"\nBen,Kiel,"[y"'));
    expect(log.filter((entry) => entry.startsWith("warn: Line 5 of the template cannot be read"))).toHaveLength(1);
    expect(written["articles/anna.html"]).toContain("<title>Anna</title>\n</head>");
  });
});
