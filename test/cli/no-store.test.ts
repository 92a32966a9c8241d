import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { command } from "./command.js";

it("a misspelt task type leaves no data folder behind", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "scriptorium-words-"));
  try {
    for (const name of ["run", "create"]) {
      expect(await command(cwd, [name, "webcrwler"])).toMatchObject({
        code: 2,
        said: expect.stringMatching(/^There is no task type.* "webcrwler"\. Did you mean "webcrawler"\?/),
      });
      expect(readdirSync(cwd), name).toEqual([]);
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
