import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import { workbook } from "../../engines/sheets/xlsx.js";
import type { Json } from "../../kernel/index.js";
import { mailmerge } from "./index.js";

type Files = Readonly<Record<string, string | Uint8Array>>;
type Data = Readonly<Record<string, Json>>;

async function world(files: Files = {}) {
  return await finderWorld(mailmerge, { folder: cannedFolder("in", files) });
}

async function merged(data: Data, files: Files = {}) {
  const here = await world(files);
  return await here.run(await here.task({ outputFormats: ["txt"], ...data }));
}

const PEOPLE = ["name,city", "Anna,Bonn", "Ben,Kiel"];

/** What the template makes of one row of these cells. */
async function one(template: string, cells: Readonly<Record<string, string>>, data: Data = {}) {
  const row = (values: readonly string[]) => values.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  const rowsFile = [row(Object.keys(cells)), row(Object.values(cells))];
  const { rows, files, task } = await merged({
    rowsFile,
    template,
    fileNameTemplate: "page",
    onMissing: "empty",
    ...data,
  });
  return { task, row: rows[0]!, text: Object.values(files)[0]?.replace(/\n$/, "") };
}

describe("each row", () => {
  it("becomes a page, with its title as the name of the file", async () => {
    const { task, rows, files } = await merged({ rowsFile: PEOPLE, template: "Dear {{name}} of {{city}}" });
    expect(task.status).toBe("complete");
    expect(files).toEqual({ "articles/anna.txt": "Dear Anna of Bonn\n", "articles/ben.txt": "Dear Ben of Kiel\n" });
    expect(rows.map(({ similarity: _, ...row }) => row)).toEqual([
      { row: 1, title: "Anna", file: "articles/anna.txt", words: 4, missing: "", error: "" },
      { row: 2, title: "Ben", file: "articles/ben.txt", words: 4, missing: "", error: "" },
    ]);
  });

  it("becomes a page of HTML whose cells are text, whatever is in them", async () => {
    const { text } = await one(
      '<p title="{{name}}">{{name}}</p><b>{{html}}</b>{{{name}}}',
      { name: '<i>"A" & B</i>', html: "<u>ok</u>" },
      { outputFormats: ["html"], htmlColumns: ["html"], titleTemplate: "{{name}}" },
    );
    expect(text).toContain('<p title="&lt;i&gt;&quot;A&quot; &amp; B&lt;/i&gt;">');
    expect(text).toContain('<b><u>ok</u></b><i>"A" & B</i>');
    expect(text).toContain("<title>&lt;i&gt;&quot;A&quot; &amp; B&lt;/i&gt;</title>");
  });

  it("becomes what its cells of HTML are, in a template that has no tags of its own", async () => {
    const { files } = await merged({
      rowsFile: ["title,body", "One,<p>Hi <b>you</b></p>"],
      template: "{{body}}",
      htmlColumns: ["body"],
      outputFormats: ["html", "md"],
    });
    expect(files["articles/one.html"]).toContain("<body>\n<p>Hi <b>you</b></p>\n</body>");
    expect(files["articles/one.md"]).toBe("Hi **you**\n");
  });

  it("becomes HTML of a template of Markdown, whose cells are never taken for Markdown", async () => {
    const template = "# {{name}}\n\nHello *you* in {{city}}\n\n{{#list}}\n- {{.}}\n{{/list}}\n";
    const { text } = await one(
      template,
      { name: "A *b* _c_", city: "[x](javascript:1)", list: "one|two" },
      { outputFormats: ["html"] },
    );
    expect(text).toContain("<h1>A *b* _c_</h1>");
    expect(text).toContain("<p>Hello <em>you</em> in [x](javascript:1)</p>");
    expect(text).toContain("<ul>\n<li>one</li>\n<li>two</li>\n</ul>");
  });

  it("becomes HTML without tags that a cell makes, and without what only heads the Markdown", async () => {
    const template = "---\ntitle: {{name}}\n---\n\nWrite to <{{mail}}> or </{{mail}}>.";
    const cells = { name: "A", mail: "img src=x onerror=alert(1)" };
    const { text } = await one(template, cells, { outputFormats: ["html"] });
    expect(text).toContain(
      "<body>\n<p>Write to &lt;img src=x onerror=alert(1)&gt; or &lt;/img src=x onerror=alert(1)&gt;.</p>",
    );
  });

  it("becomes text and Markdown of a template of HTML", async () => {
    const { files } = await merged({
      rowsFile: PEOPLE.slice(0, 2),
      template: "<h1>{{name}}</h1><p>Lives in <b>{{city}}</b>.</p>",
      outputFormats: ["txt", "md"],
    });
    expect(files).toEqual({
      "articles/anna.txt": "Anna\n\nLives in Bonn.\n",
      "articles/anna.md": "# Anna\n\nLives in **Bonn**.\n",
    });
  });

  it("becomes data, in tables with formulas disarmed", async () => {
    const { files } = await merged({
      rowsFile: ["name,sum", "Anna,=1+1", "Ben,@SUM(1)", "Cleo,+1", "Dora,-1+1", "Eva,＝1"],
      template: "{{sum}}",
      mode: "single",
      outputFormats: ["csv", "json"],
    });
    expect(files["articles/merged.csv"]?.split("\r\n")).toEqual([
      "row,title,name,sum,content",
      "1,Anna,Anna,'=1+1,'=1+1",
      "2,Ben,Ben,'@SUM(1),'@SUM(1)",
      "3,Cleo,Cleo,'+1,'+1",
      "4,Dora,Dora,'-1+1,'-1+1",
      "5,Eva,Eva,'＝1,'＝1",
      "",
    ]);
    expect(JSON.parse(files["articles/merged.json"]!)[0]).toEqual({
      row: 1,
      title: "Anna",
      columns: { name: "Anna", sum: "=1+1" },
      content: "=1+1",
    });
  });

  it("stands in one file with the others, with a separator between", async () => {
    const { files, rows } = await merged({
      rowsFile: PEOPLE,
      template: "{{name}}",
      mode: "single",
      separator: "\\n--\\n",
    });
    expect(files).toEqual({ "articles/merged.txt": "Anna\n--\nBen\n" });
    expect(rows.map(({ file }) => file)).toEqual(["articles/merged.txt", "articles/merged.txt"]);
  });

  it("stands in one HTML document with the others, and a second run writes it again", async () => {
    const here = await world();
    const id = await here.task({ rowsFile: PEOPLE, template: "<p>{{name}}</p>", mode: "single", separator: "<hr>" });
    const first = (await here.run(id)).files;
    expect(first["articles/merged.html"]).toContain("<body>\n<p>Anna</p><hr><p>Ben</p>\n</body>");
    expect((await here.run(id)).files).toEqual(first);
  });
});

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
    expect((await one(template, { name: "Anna", city: "Bonn" })).text).toBe(text);
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
        (await one(`<{{${name}}}>`, { [`${name}`]: "cell", other: "x" }, { resolveSpintax: false })).text,
      ).toContain("cell");
      const { task } = await merged({ rowsFile: PEOPLE, template: `{{${name}}}` });
      expect(task.error?.message).toContain("is not in the CSV header");
    },
  );

  it("are filled in once: what a cell holds is never looked at again", async () => {
    const cells = { a: "{{a}} {{b}} {x|y} $& $1 $` \\{ %b% [b]", b: "B" };
    expect((await one("{{a}}-{{b}}", cells)).text).toBe(`${cells.a}-B`);
    expect((await one("{1|1} {{a}}-{{b}}", cells)).text).toBe(`1 ${cells.a}-B`);
  });

  it("give every cell as it is and never change another's, in any template", async () => {
    const here = await world();
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
    expect((await one("/{{slug city}}/", { city: "Köln am Rhein!" })).text).toBe("/köln-am-rhein/");
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
    expect((await one(template, { k: "k", x, y: "" })).text).toBe(text);
  });

  it.each([
    ["{{#x}}open", "template has {{#x}}, which is never closed. Close it with {{/x}}."],
    ["close{{/x}}", "template has {{/x}}, which closes nothing. Open it before, or leave it out."],
    ["{{#x}}{{#y}}{{/x}}{{/y}}", "template closes {{#y}} with {{/x}}. Close the inner section first."],
    ["{{.}}", "template has {{.}} outside of a section. Put it between {{#column}} and {{/column}}."],
  ])("of %j are refused", async (template, message) => {
    expect((await one(template, { x: "1", y: "1" })).task.error?.message).toBe(message);
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
    expect((await one(template, { name: "A" }, { outputFormats: ["html"] })).text).toContain("{c|d}");
    expect((await one("{a|b} {{name}}", { name: "A" }, { resolveSpintax: false })).text).toBe("{a|b} A");
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

describe("names of files", () => {
  it.each([
    ["../../x", "articles/x.txt"],
    ["CON", "articles/CON-page.txt"],
    ["a/b\\c:d", "articles/a-b-c-d.txt"],
    [" .hidden. ", "articles/hidden.txt"],
    ["x".repeat(300), `articles/${"x".repeat(60)}.txt`],
    ["", "articles/row-1.txt"],
    ["🙂", "articles/🙂.txt"],
  ])("made of the cell %j are safe", async (name, file) => {
    const { row } = await one("{{k}}", { k: "k", name }, { fileNameTemplate: "{{name}}" });
    expect(row["file"]).toBe(file);
  });

  it("make folders by a slash of the template alone", async () => {
    const { files } = await merged({
      rowsFile: ["city,name", "Bonn/Beuel,Anna", "Kiel,Ben"],
      template: "{{name}}",
      fileNameTemplate: "{{slug city}}/{{name}} {{row}}",
    });
    expect(Object.keys(files)).toEqual(["articles/bonn-beuel/Anna 1.txt", "articles/kiel/Ben 2.txt"]);
  });

  it("that are taken get the number of the row", async () => {
    const rowsFile = ["name", "Anna", "ANNA", "anna", "anna-2"];
    const { rows } = await merged({ rowsFile, template: "{{name}}", fileNameTemplate: "{{name}}" });
    expect(rows.map(({ file }) => file)).toEqual([
      "articles/Anna.txt",
      "articles/ANNA-2.txt",
      "articles/anna-3.txt",
      "articles/anna-2-4.txt",
    ]);
  });
});

describe("the table", () => {
  const text = (table: string | Uint8Array, data: Data = {}, file = "x.csv") =>
    merged({ csvFile: `in/${file}`, template: "{{1}}/{{2}}", mode: "single", ...data }, { [file]: table });
  const TABLE = "näme;city\nÅsa;Bonn, Beuel\n";

  it.each<[string, string | Uint8Array, Data, string]>([
    ["UTF-8", TABLE, {}, "x.csv"],
    ["UTF-8 with a mark", `\ufeff${TABLE}`, {}, "x.csv"],
    ["UTF-16", Buffer.from(`\ufeff${TABLE}`, "utf16le"), {}, "x.csv"],
    ["UTF-16 without a mark", Buffer.from(TABLE, "utf16le"), {}, "x.csv"],
    ["Windows-1252", Buffer.from(TABLE, "latin1"), {}, "x.csv"],
    ["tabs", TABLE.replaceAll(";", "\t"), {}, "x.tsv"],
    ["a separator that is named", TABLE.replaceAll(";", "^"), { delimiter: "^" }, "x.csv"],
    ["the line of Excel", `sep=;\r\n${TABLE}`, {}, "x.csv"],
    ["mixed line ends and blank lines", `\r\n${TABLE.replace("\n", "\r")}\n\n`, {}, "x.csv"],
    ["JSON lines", '{"näme":"Åsa","city":"Bonn, Beuel"}\n', {}, "x.jsonl"],
    ["JSON lines of another name", '{"näme":"Åsa","city":"Bonn, Beuel"}', {}, "x.txt"],
  ])("in %s is read", async (_name, table, data, file) => {
    expect((await text(table, data, file)).files).toEqual({ "articles/merged.txt": "Åsa/Bonn, Beuel\n" });
  });

  it("in a workbook is read", async () => {
    const book = await workbook([{ name: "Åsa", n: 12.5 }], ["name", "n"]);
    expect((await text(book, {}, "x.xlsx")).files).toEqual({ "articles/merged.txt": "Åsa/12.5\n" });
  });

  it("that comes from another task is read", async () => {
    const here = await world();
    const parent = await here.task({ rowsFile: PEOPLE, template: "x", mode: "single", outputFormats: ["csv"] });
    await here.run(parent);
    const csvFile = `task:${parent}/articles/merged.csv`;
    const { files } = await here.run(
      await here.task({ csvFile, template: "{{name}} {{city}}", mode: "single", outputFormats: ["txt"] }),
    );
    expect(files).toEqual({ "articles/merged.txt": "Anna Bonn\nBen Kiel\n" });
  });

  it("without a header has numbers for names", async () => {
    const { files } = await merged({
      rowsFile: ["Anna,Bonn"],
      hasHeader: false,
      template: "{{2}} {{1}}",
      mode: "single",
    });
    expect(files["articles/merged.txt"]).toBe("Bonn Anna\n");
  });

  it("with a name twice, an empty name and short or long rows is read, and says so", async () => {
    const { files, log } = await merged({
      rowsFile: ["name,name,", "a,b,c", "d", "e,f,g,h"],
      template: "{{name}}{{2}}{{3}}",
      mode: "single",
      onMissing: "empty",
    });
    expect(files["articles/merged.txt"]).toBe("abc\nd\nefg\n");
    expect(log).toContain(
      'warn: Column "name" is in the header more than once. Its name means the first; the others have their numbers.',
    );
    expect(log.join("\n")).toContain("1 row with more cells than the header has names.");
  });

  it("with ten thousand columns is read", async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
    const { task, files } = await merged({
      rowsFile: [names.join(","), names.join(",")],
      template: "{{c9999}}",
      mode: "single",
    });
    expect([task.status, files["articles/merged.txt"]]).toEqual(["complete", "c9999\n"]);
  });

  it("with a row that is no JSON goes on behind it", async () => {
    const { task, rows } = await text('{"a":"1","b":["x","y"]}\nnonsense\n{"a":"2","b":true}\n', {}, "x.jsonl");
    expect(task.status).toBe("complete");
    expect(rows.map(({ title, error }) => [title, error])).toEqual([
      ["1", ""],
      ["", "Line 2 is not a JSON object."],
      ["2", ""],
    ]);
  });

  it.each<[string, string | Uint8Array, string, Data, string]>([
    [
      "an open quotation mark",
      `a,b\n1,"2\n${"3,4\n".repeat(400_000)}`,
      "x.csv",
      {},
      "Line 2 of the table in/x.csv has a quotation mark that is never closed. Close it, or write it twice where it belongs to the text.",
    ],
    ["nothing", "", "x.csv", {}, "The table in/x.csv is empty. Put rows into it."],
    ["blank lines", "\n\n", "x.csv", {}, "The table in/x.csv is empty. Put rows into it."],
    ["a header alone", "a,b\n", "x.csv", {}, "The table has the names of its columns and no rows. Add rows."],
    [
      "a broken workbook",
      Buffer.from("PK\u0003\u0004broken"),
      "x.xlsx",
      {},
      "The workbook in/x.xlsx cannot be read. Save it again as .xlsx, or as CSV.",
    ],
    [
      "an old workbook",
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      "x.xls",
      {},
      "The table in/x.xls is a workbook of an old form. Save it as .xlsx, or as CSV.",
    ],
    [
      "a JSON list",
      '[{"a":1}]',
      "x.json",
      {},
      "The table in/x.json is a JSON list, not JSON lines. Write one object in each line, without brackets around.",
    ],
  ])("of %s is refused in plain words", async (_name, table, file, data, message) => {
    const { task } = await text(table, data, file);
    expect(task.status).toBe("failed");
    expect(task.error?.message).toBe(message);
  });

  it("that is not there is refused", async () => {
    const { task } = await merged({ csvFile: "in/none.csv", template: "{{1}}" });
    expect(task.error?.message).toContain("The file is not there.");
    const other = await merged({ csvFile: "/etc/passwd", template: "{{1}}" });
    expect(other.task.error?.message).toContain("may not be read");
  });
});

describe("rowFilter", () => {
  const rowsFile = [
    "name,city,price,mail",
    "Anna,Berlin,9.50,a@x.test",
    "Ben,berlin,1200,",
    "Cleo,New York,n/a,c@x.test",
  ];
  it.each([
    ["city = Berlin", "Anna Ben"],
    ["city = Berlin and price > 10", "Ben"],
    ["price > 10 or city = New York", "Ben Cleo"],
    ['city = "New York"', "Cleo"],
    ["city != berlin", "Cleo"],
    ["price <= 9,50", "Anna"],
    ["price >= 1,200", "Ben"],
    ["mail is empty", "Ben"],
    ["mail is not empty and city contains YORK", "Cleo"],
    ["name not contains e", "Anna"],
    ["name < Ben", "Anna"],
  ])("%s lets %s through", async (rowFilter, names) => {
    const { rows } = await merged({ rowsFile, rowFilter, template: "{{name}}" });
    expect(rows.map(({ title }) => title).join(" ")).toBe(names);
  });

  it.each([
    [
      "town = Berlin",
      'Column "town" used in rowFilter is not in the CSV header (name, city, price, mail). Use one of them.',
    ],
    [
      "city",
      'rowFilter is "city", of which "city" is no condition. Write one such as city = Berlin, price > 10, name contains "x" or mail is not empty.',
    ],
    [
      "city = Berlin and",
      'rowFilter is "city = Berlin and", of which "" is no condition. Write one such as city = Berlin, price > 10, name contains "x" or mail is not empty.',
    ],
  ])("%s is refused", async (rowFilter, message) => {
    expect((await merged({ rowsFile, rowFilter, template: "{{name}}" })).task.error?.message).toBe(message);
  });

  it("that no row fits is warned of", async () => {
    const { task, log } = await merged({ rowsFile, rowFilter: "city = Kiel", template: "{{name}}" });
    expect(task.status).toBe("complete");
    expect(log.join("\n")).toContain("None of the 3 rows fits rowFilter.");
  });

  it("goes before limit", async () => {
    const { rows } = await merged({ rowsFile, rowFilter: "city != Berlin", limit: 1, template: "{{name}}" });
    expect(rows.map(({ title }) => title)).toEqual(["Cleo"]);
  });
});

describe("combineLists", () => {
  const template = "{{city}} {{service}}";

  it("makes a row of each combination", async () => {
    const combineLists = { city: ["Bonn", "Kiel"], service: ["repair", "sale"] };
    const { rows } = await merged({ combineLists, template, titleTemplate: template });
    expect(rows.map(({ title }) => title)).toEqual(["Bonn repair", "Bonn sale", "Kiel repair", "Kiel sale"]);
  });

  it("takes a sample of different ones, the same with the same seed", async () => {
    const city = Array.from({ length: 2000 }, (_, index) => `c${index}`);
    const data = {
      combineLists: { city, service: city, sample: 50 },
      template,
      titleTemplate: template,
      randomSeed: 3,
    };
    const [some, again] = [await merged(data), await merged(data)];
    expect(new Set(some.rows.map(({ title }) => title)).size).toBe(50);
    expect(again.rows.map(({ title }) => title)).toEqual(some.rows.map(({ title }) => title));
  });

  it("that makes too many rows is refused", async () => {
    const city = Array.from({ length: 2000 }, (_, index) => `c${index}`);
    const { task } = await merged({ combineLists: { city, service: city }, template });
    expect(task.error?.message).toBe(
      "combineLists makes 4,000,000 rows, more than a million. Set sample to a smaller number.",
    );
  });
});

it("near-identical pages are warned of, with how alike they are", async () => {
  const words = Array.from({ length: 120 }, (_, index) => `word${index}`).join(" ");
  const { rows, log } = await merged({ rowsFile: PEOPLE, template: `${words} {{city}}` });
  expect(rows[0]).toMatchObject({ similarity: null });
  expect(Number(rows[1]?.["similarity"])).toBeGreaterThanOrEqual(0.9);
  expect(log.join("\n")).toContain("1 page nearly identical to another, such as row 2 to row 1.");
});

it("a run in which no row can be merged fails with the first reason, and keeps its rows", async () => {
  const { task, rows } = await merged({ rowsFile: ["name,city", "Anna,", "Ben,"], template: "{{city}}" });
  expect(task.error?.message).toBe(
    'None of the 2 rows could be merged. Row 1: This cell is empty: city. Fill it, or set onMissing to "empty".',
  );
  expect(rows).toHaveLength(2);
});

it("NUL and half of a surrogate pair in cells stop no row", async () => {
  const { task, rows } = await merged({ csvFile: "in/x.csv", template: "{{name}}" }, { "x.csv": "name\na\0b\n" });
  expect(task.status).toBe("complete");
  expect(rows[0]).toMatchObject({ title: "a\ufffdb", file: "articles/a-b.txt" });
});

describe("nothing", () => {
  it("to merge, and no template, are said plainly", async () => {
    expect((await merged({})).task.error).toMatchObject({ code: "no-input" });
    const { error } = (await merged({ rowsFile: PEOPLE })).task;
    expect(error).toMatchObject({
      code: "no-input",
      message: 'There is no template. Set template, such as "<p>Dear {{name}}</p>", or templateFile.',
    });
  });
});

it("a try shows the first rows, what is missing in them and how the template was read", async () => {
  const here = await world({ "t.md": "Dear %name% of %city%" });
  const id = await here.task({ rowsFile: [...PEOPLE, "Cleo,"], templateFile: "in/t.md", outputFormats: ["txt"] });
  const { shown } = await here.kernel.tasks.try(id, { rows: 3 });
  expect(shown).toMatchObject({
    columns: ["name", "city"],
    placeholderStyle: "percent",
    template: "md",
    rows: [
      {
        row: 1,
        title: "Anna",
        file: "articles/anna.txt",
        content: { txt: "Dear Anna of Bonn\n" },
        missing: [],
        error: "",
      },
      { row: 2, title: "Ben" },
      { row: 3, missing: ["city"], content: {} },
    ],
  });
});
