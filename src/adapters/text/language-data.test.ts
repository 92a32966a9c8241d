import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packagePath } from "../threads/package-path.js";
import { loadEnglish } from "./language-data.js";

it("the packed data stay under 8 MB", () => {
  const folder = packagePath("data", "english");
  const bytes = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(8_000_000);
});

it("the data are loaded once, however many callers there are", async () => {
  const [one, other] = await Promise.all([loadEnglish(), loadEnglish()]);
  expect(one).toBe(other);
});
