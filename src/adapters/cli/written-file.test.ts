import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeLines } from "./written-file.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-written-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Enough lines for many writes, and then the error, if there is one. */
async function* lines(error?: Error): AsyncGenerator<string> {
  for (let number = 0; number < 100_000; number += 1) yield `line ${number}`;
  if (error !== undefined) throw error;
}

it("writes a file that only its owner can read, in place of the one before", async () => {
  const path = join(folder, "file");
  writeFileSync(path, "before", { mode: 0o644 });
  await writeLines(path, lines());
  const text = readFileSync(path, "utf8");
  expect(text.split("\n").length).toBe(100_001);
  expect(text.endsWith("line 99999\n")).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["file"]);
});

it("leaves what was there, and nothing else, when it is stopped in the middle", async () => {
  const path = join(folder, "file");
  writeFileSync(path, "before");
  const seen: string[] = [];
  async function* watched() {
    yield* lines();
    seen.push(...readdirSync(folder).filter((name) => name.endsWith(".part")));
    throw new Error("stopped");
  }
  await expect(writeLines(path, watched())).rejects.toThrow("stopped");
  expect(seen).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["file"]);
  expect(readFileSync(path, "utf8")).toBe("before");
});

it.each([
  ["ENOSPC", /because the disk is full/],
  ["EROFS", /because this user may not write there/],
  ["ENOENT", /because its folder is not there/],
])("says in words what %s is", async (code, message) => {
  const error = Object.assign(new Error(code), { code });
  await expect(writeLines(join(folder, "file"), lines(error))).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual([]);
});
