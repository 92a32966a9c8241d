import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/** The program of isolated threads as the sources are now, in one file; made before the tests of this file. */
export function threadProgram(): { readonly path: string } {
  const made = { path: "" };
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "scriptorium-thread-"));
    made.path = join(folder, "worker.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL("../../src/adapters/isolation/worker.ts", import.meta.url))],
      outfile: made.path,
      bundle: true,
      format: "esm",
      platform: "node",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    });
  });
  afterAll(() => {
    rmSync(join(made.path, ".."), { recursive: true, force: true });
  });
  return made;
}
