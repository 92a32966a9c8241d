import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { command } from "./command.js";

/** Prints, when the process ends, the packages it loaded. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const seen = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
      if (name) seen.add(name);
      return next(url, context);
    },
  });
  process.on("exit", () => process.stderr.write("loaded: " + [...seen].sort().join(" ") + "\\n"));
`)}`;

/** Those that take their time. */
const HEAVY = [
  "zod",
  "mingo",
  "re2js",
  "undici",
  "linkedom",
  "@mozilla/readability",
  "marked",
  "pg",
  "playwright-core",
];

async function loaded(...args: string[]): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "scriptorium-start-"));
  try {
    const { said } = await command(cwd, args, { env: { NODE_OPTIONS: `--import=${WATCH}` } });
    return (/^loaded: (.*)$/m.exec(said)?.[1] ?? "the hook said nothing").split(" ");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

it("a command loads nothing heavy that it does not use", async () => {
  expect(await loaded("--version")).toEqual([""]);
  expect(await loaded("--help")).toEqual([""]);
  // Settings are judged by zod, and no more than that.
  expect((await loaded("export")).filter((name) => HEAVY.includes(name))).toEqual(["zod"]);
  const run = await loaded("run", "mailmerge", "--storage", "memory");
  expect(run.filter((name) => [...HEAVY, "@opentelemetry/api"].includes(name))).toEqual(["zod"]);
  expect((await loaded("import", "missing")).filter((name) => HEAVY.includes(name))).toEqual(["zod"]);
});
