import { describe, expect, it } from "vitest";
import { type Data, merged, mergeWorld, PEOPLE } from "../../../test/web/merge-world.js";
import { workbook } from "../../engines/sheets/xlsx.js";
import { seededRandom } from "../../kernel/index.js";

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

  it("of several files is read as one, the columns in the order of the first", async () => {
    const files = {
      "10.csv": "city;name\nKiel;Cleo\n",
      "2.csv": "name,city\nAnna,Bonn\n",
      "11.jsonl": '{"name":"Ben"}',
    };
    const data = {
      csvFile: "in/*.{csv,jsonl}",
      template: "{{name}}/{{city}}",
      onMissing: "empty",
      mode: "single",
    };
    expect((await merged(data, files)).files).toEqual({ "articles/merged.txt": "Anna/Bonn\nCleo/Kiel\nBen/\n" });
    expect((await merged({ ...data, csvFile: "in/*.tsv" }, files)).task.error?.message).toBe(
      "No table fits in/*.tsv. Put CSV, TSV, XLSX or JSON lines files there.",
    );
    const strange = { ...files, "3.csv": "name,town\nDora,Ulm\n" };
    expect((await merged({ ...data, mode: "single" }, strange)).task.error?.message).toBe(
      'The table in/3.csv has the column "town", which the first one, in/2.csv, has not. Give all tables the same columns.',
    );
  });

  it.each<[string, string | Uint8Array, string, string]>([
    [
      "a byte that is no UTF-8",
      Buffer.concat([Buffer.from("näme,city\nAnna,B"), Buffer.from([0xff]), Buffer.from("nn\n")]),
      "utf-8",
      '1 character of the table in/x.csv could not be read as utf-8 and became "\ufffd". Set encoding to the one it was saved in.',
    ],
    [
      "UTF-8 that is said to be something else",
      "näme,city\nÅsa,Bonn\n",
      "windows-1252",
      'encoding is "windows-1252", but the table in/x.csv reads as UTF-8. Set encoding to "auto".',
    ],
    [
      "what can only be guessed",
      Buffer.from("name,city\nÅsa,Bonn\n", "latin1"),
      "auto",
      "The table in/x.csv is no UTF-8 and was read as Windows-1252. Where letters look wrong, set encoding to the one it was saved in.",
    ],
  ])("of %s is read with a note", async (_name, table, encoding, note) => {
    const { task, log } = await text(table, { encoding });
    expect(task.status).toBe("complete");
    expect(log.filter((entry) => entry === `warn: ${note}`)).toHaveLength(1);
  });

  it.each<[string, number, string]>([
    ["much of it", 100_000, "auto"],
    ["little of it", 300, "auto"],
    ["much of it in a named encoding", 100_000, "shift_jis"],
  ])("is not what is no text: %s", async (_name, size, encoding) => {
    const random = seededRandom("bytes");
    const bytes = Uint8Array.from({ length: size }, () => random.integer(0, 255));
    const { task, rows } = await text(bytes, { encoding });
    expect(task.error).toMatchObject({
      code: "bad-input",
      message:
        "The table in/x.csv is no text. Give a CSV, TSV, XLSX or JSON lines file, or correct encoding where that is set.",
    });
    expect(rows.filter(({ file }) => file !== "")).toEqual([]);
  });

  it("in a workbook is read", async () => {
    const book = await workbook([{ name: "Åsa", n: 12.5 }], ["name", "n"]);
    expect((await text(book, {}, "x.xlsx")).files).toEqual({ "articles/merged.txt": "Åsa/12.5\n" });
  });

  it("that comes from another task is read", async () => {
    const here = await mergeWorld();
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
    expect(log.join("\n")).toContain("1 row with more cells than the header has names; the cells beyond are left out.");
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
