import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { SETTINGS } from "../../src/adapters/cli/settings.js";
import { command } from "./command.js";

const cwd = mkdtempSync(join(tmpdir(), "scriptorium-options-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe("an option whose value was forgotten", () => {
  it.each([
    ["--port"],
    ["--data"],
    ["--api-key"],
    ["--schedule-drafts"],
    ["--port="],
    ["--api-key", ""],
    ["--port", "--storage", "memory"],
  ])("%s %s starts no server with the default", async (...args) => {
    expect(await command(cwd, ["serve", ...args])).toEqual({
      code: 2,
      out: "",
      said: `The option "${args[0]!.replace("=", "")}" needs a value. Run "scriptorium serve --help" to see what there is.\n`,
    });
  });
});

describe("a value that cannot be used", () => {
  it("is named with its option when it is negative", async () => {
    expect(await command(cwd, ["serve", "--run-days", "-1"])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^The option "--run-days" cannot be -1\. /),
    });
  });

  it("is placed in a config file that is broken", async () => {
    writeFileSync(join(cwd, "broken.json"), '{"port": 1,}');
    const { said } = await command(cwd, ["serve", "--config", "broken.json"]);
    expect(said).toBe(
      "The config file broken.json is not valid JSON: it goes wrong at character 12. Correct it and start again.\n",
    );
  });

  it("is told when it is a folder in place of an export", async () => {
    const { code, said } = await command(cwd, ["import", ".", "--data", "to"]);
    expect({ code, said }).toEqual({ code: 1, said: ". is a folder. Name the file that was exported.\n" });
  });

  it("is no address of Postgres", async () => {
    const { said } = await command(cwd, ["serve", "--storage", "postgres", "--postgres-url", "foo:x@y"]);
    expect(said).toBe(
      "--postgres-url cannot be used: write it as postgres://user:password@host/database. Correct it and start again.\n",
    );
  });
});

describe("help", () => {
  it.each([[], ["--help"], ["serve", "--help"], ["import", "--help"]])("of %s %s is plain text", async (...args) => {
    const { code, out, said } = await command(cwd, args);
    expect({ code, said }).toEqual({ code: 0, said: "" });
    expect(out).toContain("Usage: scriptorium ");
    expect(out).not.toMatch(/\x1b/);
  });

  it.each(["serve", "import"])("of one command is what help %s gives, too", async (name) => {
    expect(await command(cwd, ["help", name])).toEqual(await command(cwd, [name, "--help"]));
  });

  it("of a command that there is not names the nearest", async () => {
    const { code, said } = await command(cwd, ["help", "srve"]);
    expect({ code, said }).toMatchObject({ code: 2, said: expect.stringMatching(/Did you mean "serve"\?/) });
  });

  it("has every setting in a group, with its default", async () => {
    const { out } = await command(cwd, ["serve", "--help"]);
    const [, , options = "", ...groups] = out.split("\n\n");
    expect(options.trim().split("\n")).toHaveLength(2);
    expect(groups.map((group) => group.split("\n", 1)[0])).toEqual([
      ...["Server:", "Access:", "Store:", "Runs:", "Web:", "Texts:"],
    ]);
    // Those of a server and --config: the port for the metrics of a worker is none of them.
    const ofServers = Object.keys(SETTINGS).filter((name) => name !== "metricsPort");
    expect(out.match(/^ {2}--/gm)).toHaveLength(ofServers.length + 1);
    expect(out).toMatch(/^ {2}--port VALUE +Port to listen on \(default 8008; SCRIPTORIUM_PORT\)$/m);
  });
});
