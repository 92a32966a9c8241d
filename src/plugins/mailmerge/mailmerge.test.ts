import { describe, expect, it } from "vitest";
import { merged, mergedRow, mergeWorld, PEOPLE } from "../../../test/web/merge-world.js";

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
    const { text } = await mergedRow(
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
    const { text } = await mergedRow(
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
    const { text } = await mergedRow(template, cells, { outputFormats: ["html"] });
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
      "3,Cleo,Cleo,+1,+1",
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

  it("becomes a line of a table with a cell for each column, however many the row has, and numbers stay numbers", async () => {
    const { files } = await merged({
      rowsFile: ["name,sum", "Anna", "Ben,-5,more,and more", "Cleo,-1.50"],
      template: "{{name}}!",
      mode: "single",
      onMissing: "empty",
      outputFormats: ["csv"],
    });
    expect(files["articles/merged.csv"]?.split("\r\n")).toEqual([
      "row,title,name,sum,content",
      "1,Anna,Anna,,Anna!",
      "2,Ben,Ben,-5,Ben!",
      "3,Cleo,Cleo,-1.50,Cleo!",
      "",
    ]);
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
    const here = await mergeWorld();
    const id = await here.task({ rowsFile: PEOPLE, template: "<p>{{name}}</p>", mode: "single", separator: "<hr>" });
    const first = (await here.run(id)).files;
    expect(first["articles/merged.html"]).toContain("<body>\n<p>Anna</p><hr><p>Ben</p>\n</body>");
    expect((await here.run(id)).files).toEqual(first);
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
    const { row } = await mergedRow("{{k}}", { k: "k", name }, { fileNameTemplate: "{{name}}" });
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

it("near-identical pages are warned of, with how alike they are", async () => {
  const words = Array.from({ length: 120 }, (_, index) => `word${index}`).join(" ");
  const { rows, log } = await merged({ rowsFile: PEOPLE, template: `${words} {{city}}` });
  expect(rows[0]).toMatchObject({ similarity: null });
  expect(Number(rows[1]?.["similarity"])).toBeGreaterThanOrEqual(0.9);
  expect(log).toContain(
    `warn: 1 page has nearly the same text as an earlier one; the first is that of row 2, which is like that of row 1 (similarity ${rows[1]?.["similarity"]}, and similarityWarn is 0.9). Put more into the template that differs from row to row.`,
  );
});

it("a run in which no row can be merged fails with the first reason, and keeps its rows", async () => {
  const { task, rows } = await merged({ rowsFile: ["name,city", "Anna,", "Ben,"], template: "{{city}}" });
  expect(task.error?.message).toBe(
    'None of the 2 rows could be merged. Row 1: This cell is empty: city. Fill it, or set onMissing to "empty".',
  );
  expect(rows).toHaveLength(2);
  const one = await merged({ rowsFile: ["name,city", "Anna,"], template: "{{city}}" });
  expect(one.task.error?.message).toMatch(/^The only row could not be merged\. Row 1: /);
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
  const here = await mergeWorld({ "t.md": "Dear %name% of %city%" });
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

it("a try shows what a run with the same randomSeed writes", async () => {
  const here = await mergeWorld();
  const rowsFile = ["name", ...Array.from({ length: 12 }, (_, index) => `n${index}`)];
  const id = await here.task({ rowsFile, template: "{a|b|c|d} {{name}}", outputFormats: ["txt"], randomSeed: 3 });
  const { shown } = await here.kernel.tasks.try(id, { rows: 12 });
  const { files } = await here.run(id);
  const tried = shown["rows"] as { file: string; content: { txt: string } }[];
  expect(Object.fromEntries(tried.map(({ file, content }) => [file, content.txt]))).toEqual(files);
});
