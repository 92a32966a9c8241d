import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isPackedText, packedTables } from "../../../scripts/packed-texts.mjs";
import { packagePath } from "../threads/package-path.js";
import { loadEnglish } from "./language-data.js";

it("the packed data stay under 8 MB, and under 9 MB with the tables that the build takes into the code", {
  timeout: 120_000,
}, () => {
  const folder = packagePath("data", "english");
  const bytesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const packed = bytesOf(files.filter((file) => file.endsWith(".br")));
  expect(packed).toBeGreaterThan(1_000_000);
  expect(packed).toBeLessThan(8_000_000);
  // Verdicts and set phrases are written as tables and packed with the rest.
  const isPacked = (file: string) => file.startsWith("verdicts") || file === "spinner-phrases.txt";
  const tables = files.filter((file) => file.endsWith(".txt") && !isPacked(file));
  const compressed = packedTables(folder);
  expect(compressed.flatMap((table) => table.files)).toEqual(expect.arrayContaining(tables.filter(isPackedText)));
  expect(compressed.flatMap((table) => table.files).length).toBeGreaterThan(40);
  const plain = bytesOf(tables.filter((file) => !isPackedText(file)));
  expect(packed + plain + compressed.reduce((sum, table) => sum + table.packed.length, 0)).toBeLessThan(9_000_000);
});

it("the data are loaded once, however many callers there are", async () => {
  const [one, other] = await Promise.all([loadEnglish(), loadEnglish()]);
  expect(one).toBe(other);
});
