import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScriptoriumError } from "../kernel/errors.js";
import { once, readList, readLists, readSections, readTable, type TableForm } from "./tables.js";

const file = (text: string) => ({ name: "english/verbs.txt", text });
const columns = { base: "text", past: "list", participle: "list?" } as const;

/** The message of the error that reading throws. */
function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (ScriptoriumError.is(error) && error.code === "CONFIG_INVALID") return error.message;
    throw error;
  }
  throw new Error("the table was read");
}

describe("a table", () => {
  it("has a row per line, with columns divided by bars and lists by commas", () => {
    expect(readTable(file("# Verbs.\n\ngo | went | gone\n\tawake | awoke, awaked\r\n"), { columns })).toEqual([
      { base: "go", past: ["went"], participle: ["gone"], line: 3, section: "" },
      { base: "awake", past: ["awoke", "awaked"], participle: undefined, line: 4, section: "" },
    ]);
  });

  it("keeps bars without spaces around them, as choices of spintax have", () => {
    expect(readList(file("{Hello|Welcome} to {you|all of you}"))).toEqual(["{Hello|Welcome} to {you|all of you}"]);
  });

  it("may have sections, of which each holds rows of its own", () => {
    const text = "[first]\na\nb\n\n[second]\na\n[third]\n";
    expect(readLists(file(text), ["first", "second", "third"])).toEqual({
      first: ["a", "b"],
      second: ["a"],
      third: [],
    });
    const { second } = readSections(file(text), { columns: { entry: "text" }, sections: ["first", "second", "third"] });
    expect(second).toEqual([{ entry: "a", line: 6, section: "second" }]);
  });

  it("may have columns of which the parts repeat", () => {
    expect(readTable(file("a, b, a"), { columns: { parts: "sequence" } })).toEqual([
      { parts: ["a", "b", "a"], line: 1, section: "" },
    ]);
  });

  it("is read once, when it is first needed", () => {
    let reads = 0;
    const table = once(() => {
      reads += 1;
      return readList(file("a"));
    });
    expect(reads).toBe(0);
    expect([table(), table()]).toEqual([["a"], ["a"]]);
    expect(reads).toBe(1);
  });
});

describe("what is wrong in a table is named with its file and line", () => {
  const sections = ["one", "two"];
  const cases: readonly (readonly [string, string, Omit<TableForm<typeof columns>, "columns">, string])[] = [
    ["too few columns", "go | went\nrun", {}, "line 2: it has 1 column; write base | past | participle (optional)"],
    ["too many columns", "a | b | c | d", {}, "line 1: it has 4 columns; write base | past | participle (optional)"],
    ["an empty column", "a |  | c", {}, "line 1: a column is empty; fill it or remove its bar"],
    ["a bar at the end", "a | b |", {}, "line 1: a column is empty; fill it or remove its bar"],
    ["a bar at the beginning", "\n| a | b", {}, "line 2: a column is empty; fill it or remove its bar"],
    ["an empty part of a list", "a | b,, c", {}, 'line 1: a part of the list "b,, c" is empty; remove a comma'],
    ["a repeated part", "a | b, c, b", {}, 'line 1: the list "b, c, b" has "b" more than once; remove one'],
    ["a repeated row", "a | b\n# remark\na | c", {}, "line 3: its base is already on line 1; remove one of the two"],
    [
      "a row repeated in two columns",
      "a | b\na | c\na | b | d",
      { unique: ["base", "past"] },
      "line 3: its base and past is already on line 1; remove one of the two",
    ],
    ["an unknown text", "a | b, d", { known: { past: ["b", "c"] } }, 'line 1: past cannot be "d"; use b, c'],
    [
      "an unknown section",
      "[one]\n[three]",
      { sections },
      "line 2: there can be no section [three]; use one of one, two",
    ],
    [
      "a section of a wrong name",
      "[en]\n[english]",
      { sections: /^[a-z]{2}$/ },
      "line 2: there can be no section [english]; use a name like ^[a-z]{2}$",
    ],
    [
      "a repeated section",
      "[one]\n[two]\n[one]",
      { sections },
      "line 3: the section [one] is already on line 1; join the two",
    ],
    [
      "a row above the sections",
      "a | b\n[one]",
      { sections },
      "line 1: a row is above the first section; move it below a heading",
    ],
    ["a missing section", "[one]\na | b", { sections }, "line 2: the section [two] is missing; add it"],
    ["a heading without need", "[one]", {}, "line 1: the heading [one] is in a file without sections; remove it"],
  ];

  it.each(cases)("%s", (_what, text, form, message) => {
    expect(refusal(() => readTable(file(text), { columns, ...form }))).toBe(`data/english/verbs.txt, ${message}`);
  });
});

it("a table that is written is read back, whatever its words", () => {
  const word = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/[\s|,#[\]]+/gu, ""))
    .filter((text) => text !== "");
  const row = fc.record({
    base: word,
    past: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
    participle: fc.option(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  });
  const rows = fc.uniqueArray(row, { selector: ({ base }) => base, maxLength: 20 });
  const remark = fc.constantFrom("", "\n", "# A remark.\n", "  \r\n");
  fc.assert(
    fc.property(rows, remark, (table, between) => {
      const lines = table.map(({ base, past, participle }) =>
        [base, past.join(", "), ...(participle ? [participle.join(", ")] : [])].join(" | "),
      );
      const read = readTable(file(lines.map((line) => `${between}${line}\n`).join("")), { columns });
      expect(read.map(({ base, past, participle }) => ({ base, past, participle }))).toEqual(table);
    }),
  );
});

it("every fault that is put into a table is named with its line", () => {
  const faults = ["x", "a | b | c | d", "a | b, , c", "a | | c", "[section]", "w0 | again"];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(29), fc.constantFrom(...faults), (length, at, fault) => {
      const lines = Array.from({ length }, (_, index) => `w${index} | past`);
      const place = 1 + (at % length);
      lines.splice(place, 0, fault);
      expect(refusal(() => readTable(file(lines.join("\n")), { columns }))).toMatch(
        new RegExp(`^data/english/verbs\\.txt, line ${place + 1}: `),
      );
    }),
  );
});
