import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL("../../src/adapters/queue/", import.meta.url));
const TYPES = fileURLToPath(new URL("../../node_modules/pg-boss/dist/index.d.ts", import.meta.url));
const SOURCES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => ({ name, text: withoutComments(readFileSync(FOLDER + name, "utf8")) }));

/** What pg-boss keeps for itself, which any update of it may change: its tables and the name of its channel. */
const PRIVATE = /\$\{schema\}\.|pgboss|\b(FROM|INTO|UPDATE|JOIN|TABLE|NOTIFY)\b/;

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
}

describe("the queue in Postgres", () => {
  it.each(SOURCES)("$name names nothing that pg-boss keeps for itself", ({ text }) => {
    expect(text).not.toMatch(PRIVATE);
  });

  it("uses only methods that the types of pg-boss publish", () => {
    const [, published = ""] = readFileSync(TYPES, "utf8").split("export declare class PgBoss extends EventEmitter");
    const used = SOURCES.flatMap(({ text }) => [...text.matchAll(/\bboss\.(\w+)[(<]/g)].map(([, name]) => name!));
    const own = [...new Set(used)].filter((name) => name !== "on");
    expect(own).toEqual(expect.arrayContaining(["createQueue", "deleteJob", "fetch", "insert", "touch"]));
    for (const name of own) expect(published).toMatch(new RegExp(`^    ${name}[<(]`, "m"));
  });
});
