import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pluginFile } from "./plugin-file.js";

let folder: string;
beforeAll(() => {
  // In this project, where zod is found.
  folder = mkdtempSync(fileURLToPath(new URL("../../../node_modules/.plugin-file-", import.meta.url)));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function file(text: string): string {
  files += 1;
  const path = join(folder, `plugin-${files}.mjs`);
  writeFileSync(path, text);
  return path;
}
const plugin = (type: string, more = "") =>
  `{ type: "${type}", words: "${type}", title: "T", summary: "S", options: z.object({ a: z.string().default("") }),
     inputs: () => [], run() {}, ${more} }`;

it("gives every task type a file exports once, and loads it when it is used", async () => {
  const path = file(`import { z } from "zod";
    export const one = ${plugin("one", 'needs: ["web"]')};
    export default one;
    export const two = ${plugin("two")};
    export const other = { type: "no plugin" };`);
  const entries = await pluginFile(path);
  expect(entries.map(({ type, needs }) => [type, needs])).toEqual([
    ["one", ["web"]],
    ["two", []],
  ]);
  const loaded = await entries[0]!.load();
  expect(loaded.options.parse({})).toEqual({ a: "" });
});

it.each([
  ["is not there", () => join(folder, "missing.mjs")],
  ["could not be loaded", () => file("export default }")],
  ["could not be loaded", () => file("throw null")],
  ["could not be loaded", () => file(`import "there-is-no-such-package";`)],
  ["exports no task type", () => file("export default { a: 1 }")],
  ["exports no task type", () => file("")],
  ["does not keep the contract", () => file(`import { z } from "zod"; export default ${plugin("Bad Type")};`)],
  [
    "have no defaults",
    () => file(`export default { ...${plugin("old").replace(/options: .*?\),\n/s, "options: {},")} };`),
  ],
  [
    "have no defaults",
    () => file(`import { z } from "zod"; export default ${plugin("strict").replace('.default("")', "")};`),
  ],
])("refuses in words a file that %s", async (problem, path) => {
  await expect(pluginFile(path())).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringMatching(new RegExp(`^The plugin file .* ${problem}\\. [A-Z].*\\.$`)),
  });
});

it("refuses in words a file that waits for ever while it is loaded", async () => {
  const path = file("await new Promise(() => {}); export default 1;");
  await expect(pluginFile(path, { loadLimitMs: 100 })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: expect.stringMatching(/ took longer than 0\.1 seconds to load\. [A-Z].*\.$/),
  });
});
