import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";

/** What the sources read from tables when they first need it. */
const reads = vi.hoisted((): (() => unknown)[] => []);
vi.mock("../src/engines/tables.js", async (original) => {
  const tables = await original<typeof import("../src/engines/tables.js")>();
  const once = <Value>(read: () => Value) => {
    reads.push(read);
    return tables.once(read);
  };
  return { ...tables, once };
});

// Other test files of the worker share its modules.
afterAll(() => {
  vi.doUnmock("../src/engines/tables.js");
  vi.resetModules();
});

const root = fileURLToPath(new URL("..", import.meta.url));

function files(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

const text = (path: string) => readFileSync(join(root, path), "utf8");
const tables = files("data", ".txt");

/** Each import of a table, with the source file it is in. */
const imports = files("src", ".ts").flatMap((source) =>
  [...text(source).matchAll(/^import \w+ from "(?:\.\.\/)+data\/([^"]+\.txt)";$/gm)].map(([, table]) => ({
    source,
    table: table!,
  })),
);

it("data hold tables, models and their descriptions, and no code", () => {
  expect(files("data", "").filter((file) => !/\.(?:txt|br|md)$/.test(file))).toEqual([]);
});

/** Those that are packed; src/engines/text/english/verdicts and src/engines/text/spinner have their tests. */
const isPacked = (table: string) =>
  table.startsWith("data/english/verdicts/") || table === "data/english/spinner-phrases.txt";

it("every table that is not packed is read in one place, by the name it has", () => {
  expect(imports.map(({ table }) => `data/${table}`).sort()).toEqual(tables.filter((table) => !isPacked(table)).sort());
  expect(imports.filter(({ source, table }) => !text(source).includes(`name: "${table}"`))).toEqual([]);
});

it("no table holds a slur", () => {
  const list = text("scripts/data/unfit.txt").split(/^\[(\w+)\]$/m);
  const slurs = list[list.indexOf("slurs") + 1]!.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(slurs.length).toBeGreaterThan(30);
  const pattern = new RegExp(`(?<![\\p{L}-])(?:${slurs.join("|")})(?:e?s)?(?![\\p{L}-])`, "iu");
  // The line alone: no message has one of the words.
  const found = tables.flatMap((table) =>
    text(table)
      .split("\n")
      .flatMap((line, index) => (!line.startsWith("#") && pattern.test(line) ? [`${table}, line ${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

describe("a table", () => {
  it.each(tables)("%s begins with what it holds, and is tidy", (table) => {
    const lines = text(table).split("\n");
    expect(lines[0]).toMatch(/^# [A-Z].*[.:]/);
    expect(lines.at(-1)).toBe("");
    expect(text(table)).toBe(text(table).normalize("NFC"));
    expect(lines.flatMap((line, index) => (/\t|\r|\s$/.test(line) ? [index + 1] : []))).toEqual([]);
  });
});

it("every table can be read", async () => {
  vi.resetModules();
  const sources = new Set(imports.map(({ source }) => source));
  for (const source of sources) await import(join(root, source));
  expect(reads.length).toBeGreaterThanOrEqual(sources.size);
  for (const read of reads) expect(read).not.toThrow();
});
