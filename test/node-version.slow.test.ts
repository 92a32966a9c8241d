import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  readonly exports: Readonly<Record<string, { readonly default: string } | string>>;
};
const entries = Object.values(exports)
  .flatMap((entry) => (typeof entry === "string" ? [] : globSync(entry.default, { cwd: root })))
  // The client is for browsers too and needs no certain Node.
  .filter((file) => file.endsWith(".js") && !file.endsWith("dist/client.js"))
  .sort();
const SENTENCE = (version: string) =>
  `Scriptorium needs Node.js 22.19 or newer; this is ${version}. Install a newer one.`;

/** What each entry throws when it is imported by this Node, which says of itself that it is of the version. */
function thrown(node: string, before: string): readonly string[] {
  const code = `${before}
    const thrown = [];
    for (const entry of ${JSON.stringify(entries)}) {
      await import(${JSON.stringify(`file://${root}`)} + entry).then(() => thrown.push(""), (error) => thrown.push(error.message));
    }
    console.log(JSON.stringify(thrown));`;
  return JSON.parse(execFileSync(node, ["--input-type=module", "--eval", code], { encoding: "utf8" })) as string[];
}

const pretending = (version: string) =>
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;

/** The first Node of this machine that is too old. */
const old = ["/usr/bin/node", "/usr/local/bin/node", "/bin/node"]
  .map((node) => ({
    node,
    version: spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.trim().slice(1) ?? "",
  }))
  .find(({ version }) => /^(1\d|20|21)\./.test(version));

describe("on a Node that is too old", () => {
  it("there are entries", () => {
    expect(entries.length).toBeGreaterThan(15);
  });

  it.each(["20.20.2", "22.18.0"])("every entry says in one sentence which it needs, on %s", (version) => {
    expect(new Set(thrown(process.execPath, pretending(version)))).toEqual(new Set([SENTENCE(version)]));
  });

  it.each(["22.19.0", "24.0.0"])("and none on %s", (version) => {
    expect(new Set(thrown(process.execPath, pretending(version)))).toEqual(new Set([""]));
  });

  it.skipIf(old === undefined)(
    "every entry says so on a real one, and so does the command (skipped: none here)",
    () => {
      const { node, version } = old!;
      expect(new Set(thrown(node, ""))).toEqual(new Set([SENTENCE(version)]));
      const { status, stdout, stderr } = spawnSync(node, ["dist/bin.js", "--version"], { cwd: root, encoding: "utf8" });
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `${SENTENCE(version)}\n` });
    },
  );
});
