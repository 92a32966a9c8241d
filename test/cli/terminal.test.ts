import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/adapters/cli/command-table.js";
import { configText } from "../../src/adapters/cli/commands/init.js";
import { parsedConfig } from "../../src/adapters/cli/config-file.js";
import { EXIT } from "../../src/adapters/cli/exit-codes.js";
import { fieldHelp } from "../../src/adapters/cli/fields/field-help.js";
import { given } from "../../src/adapters/cli/flags.js";
import { helpOf, settingFlags } from "../../src/adapters/cli/setting-flags.js";
import { SETTINGS } from "../../src/adapters/cli/settings.js";
import { barOf, timeInWords } from "../../src/adapters/cli/terminal/run-meter.js";
import { screenOf } from "../../src/adapters/cli/terminal/screen.js";
import { tableLines } from "../../src/adapters/cli/terminal/table.js";
import { widthOf } from "../../src/adapters/cli/terminal/width.js";

const narrow = { columns: 40, colours: false };
const columns = [
  { title: "ID", of: ({ id }: { id: string; name: string }) => id, whole: true },
  { title: "NAME", of: ({ name }: { id: string; name: string }) => name },
];

describe("on a terminal of 40 columns", () => {
  it("a table cuts what does not fit, and no id", () => {
    const lines = tableLines(
      columns,
      [{ id: "6565a1b2c3d4e5f601234567", name: "A name that is much too long" }],
      narrow,
    );
    expect(lines).toEqual(["ID                        NAME", "6565a1b2c3d4e5f601234567  A name that i…"]);
  });

  it("a table with too many columns is a block for each row", () => {
    const many = [...columns, ...["A", "B", "C"].map((title) => ({ title, of: () => "some text" }))];
    const lines = tableLines(many, [{ id: "6565a1b2c3d4e5f601234567", name: "漢字" }], narrow);
    expect(lines).toHaveLength(5);
    expect(lines.every((line) => widthOf(line) <= 40)).toBe(true);
  });

  it("a table whose sentences would be cut to a few letters is a block for each row, with the whole sentence", () => {
    const lines = tableLines(
      [
        { title: "TYPE", of: () => "youtubesubscraper", whole: true },
        { title: "WHAT", of: () => "Saves the captions of videos as text and files.", prose: true },
      ],
      [1],
      narrow,
    );
    expect(lines).toEqual([
      "TYPE  youtubesubscraper",
      "WHAT  Saves the captions of videos as",
      "      text and files.",
    ]);
  });

  it("help has what an option means below its name, in lines that fit", () => {
    const lines = helpOf("serve", "Start the server.", settingFlags(["port", "keyFile"]), narrow).split("\n");
    expect(lines.filter((line) => widthOf(line) > 40)).toEqual([]);
    expect(lines).toEqual(expect.arrayContaining(["  --port VALUE", "      Port to listen on (default 8008;"]));
  });

  it("the options of a task type have all their names in lines that fit", () => {
    const option = {
      ...{ path: ["startUrlsFile"], flag: "start-urls", aliases: ["url", "urls", "start-url", "start-urls-file"] },
      ...{ kind: "lines" as const, meaning: "Addresses to begin with, one per line.", schema: {}, isBasic: true },
      ...{ default: undefined, group: undefined },
    };
    expect(fieldHelp([option], narrow)[0]?.split("\n")).toEqual([
      "Usual options:",
      "  --start-urls, --url, --urls,",
      "    --start-url, --start-urls-file LINE",
      "    (may be repeated)",
      "      Addresses to begin with, one per",
      "      line.",
    ]);
  });

  it("the bar of a run fits", () => {
    const progress = { percent: 37, etaSeconds: 92, total: 120, done: 45, rows: 400, phase: "crawling: 6 pages done" };
    const bar = barOf({ status: "running", progress, position: null }, narrow);
    expect(bar).toBe("[===      ] 37 %  1 min 32 s left  45/…");
  });
});

it("help of 80 columns goes on beside the options, and of no terminal in one line each", () => {
  const help = (screen: { columns: number; colours: boolean }) =>
    helpOf("serve", "Start the server.", settingFlags(["keyFile"]), screen);
  expect(help({ columns: 80, colours: false })).toMatch(
    /^ {2}--key-file VALUE {13}File with the key that encrypts passwords; by\n {31}default/m,
  );
  expect(help(screenOf({}))).toMatch(/^ {2}--key-file VALUE {13}File with the key .* \(SCRIPTORIUM_KEY_FILE\)$/m);
});

it("a name that is longer than its column has what it means on the next line, of no terminal too", async () => {
  const { args } = await COMMANDS["find"]!.load();
  expect(helpOf("find", "List tasks.", args, screenOf({}))).toMatch(
    /^ {2}--status draft\|waiting\|\S+\n {31}Only tasks of this status$/m,
  );
});

it.each([
  ["types", "[TYPE]"],
  ["find", "[NAME]"],
  ["keys", "[ACTION]"],
  ["articles", "TASK [KEYWORD]"],
  ["rm", "TASK..."],
  ["import", "FILE"],
])("the usage of %s says which words may be left out, and which may be several", async (name, words) => {
  const { args } = await COMMANDS[name]!.load();
  expect(helpOf(name, "", args, screenOf({}))).toContain(`Usage: scriptorium ${name} ${words} [options]\n`);
});

it("an option that takes a value takes one that begins with a dash, and says when it cannot be a number", async () => {
  const { args } = await COMMANDS["find"]!.load();
  expect(given(["--sort", "-createdAt", "--json"], args, "find")).toMatchObject({ sort: "-createdAt", json: true });
  expect(() => given(["--limit", "-2"], args, "find")).toThrow('The option "--limit" cannot be -2.');
  expect(() => given(["--json", "-x"], args, "find")).toThrow('There is no option "-x".');
});

it("what comes from pages steers no terminal", () => {
  expect(tableLines(columns, [{ id: "1", name: "a\u001b[31mb\nc" }], narrow)[1]).toBe("1   a [31mb c");
});

it("colours are for terminals, and for those who want them", () => {
  expect(screenOf({ isTTY: true, columns: 80 }, {}).colours).toBe(true);
  expect(screenOf({ isTTY: true, columns: 80 }, { NO_COLOR: "1" }).colours).toBe(false);
  expect(screenOf({}, {}).colours).toBe(false);
});

it("times are told in the two largest units", () => {
  expect([5, 92, 3700].map(timeInWords)).toEqual(["5 s", "1 min 32 s", "1 h 1 min"]);
});

it("the exit codes are those of the documentation", () => {
  const page = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");
  const listed = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(EXIT).sort((a, b) => a - b));
});

describe("a config file", () => {
  it("that init writes can be read, with each setting taken in", () => {
    const text = configText();
    expect(parsedConfig(text, "c").config).toEqual({ data: "scriptorium-data" });
    const all = parsedConfig(text.replace(/^ {2}\/\/ (?="\w+": .*,$)/gm, "  "), "c");
    expect(Object.keys(all.config)).toHaveLength(Object.keys(SETTINGS).length);
    expect(all.lineOf("port")).toBeGreaterThan(1);
  });

  it("that is broken is refused with the line and the setting before it", () => {
    expect(() => parsedConfig('{\n  // the port\n  "port": 1\n  "data": "x"\n}', "c.json")).toThrow(
      'The config file c.json is not valid JSON: it goes wrong at line 4, after "port".',
    );
  });

  it.each([
    [
      "a setting",
      '{\n  "port": 1,\n  // the other one\n  "p\\u006frt": 2\n}',
      '"port" twice in one object, the second time at line 4',
    ],
    [
      "a key within one",
      '{"accounts": [{"name": "a", "name": "b"}]}',
      '"name" twice in one object, the second time at line 1',
    ],
  ])("that has %s twice is refused, since the first would be passed over in silence", (_, text, said) => {
    expect(() => parsedConfig(text, "c.json")).toThrow(said);
  });

  it("may have one key in several objects, and braces in texts", () => {
    const text = '{"a": {"name": "{"}, "b": [{"name": "x"}, {"name": "\\"name\\": {"}]}';
    expect(parsedConfig(text, "c.json").config).toEqual(JSON.parse(text));
  });
});
