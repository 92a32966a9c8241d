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

describe("an option of several values that is there twice", () => {
  it("has the values of both", async () => {
    const { code, said } = await command(cwd, [
      "serve",
      ...["--allow-private", "no host:at all", "--allow-private", "localhost:5678"],
    ]);
    expect(code).toBe(2);
    expect(said).toMatch(/^--allow-private cannot be used/);
  });
});

describe("a setting that only those can judge who use it", () => {
  const refused: readonly (readonly [readonly string[], string])[] = [
    [["--contact", "nobody"], "--contact cannot be used. The contact is neither"],
    [["--user-agent", "b\u00e4r"], "--user-agent cannot be used. The user agent holds"],
    [["--proxy-pools", "a=nope://x"], '--proxy-pools cannot be used. The pool of proxies "a"'],
    [["--allow-private", "a b/c"], '--allow-private cannot be used. "a b/c"'],
    [["--plugins", "./missing.mjs"], "--plugins cannot be used. The plugin file ./missing.mjs is not there."],
    [["--language-packs", "./missing"], "--language-packs cannot be used. The folder of language packs"],
    [["--providers", '{"serch": {}}'], '--providers cannot be used. There is no kind of provider "serch".'],
    [["--type-limits", "webcrawlr=2"], '--type-limits cannot be used. There is no task type "webcrawlr"'],
    [["--libre-translate-url", "nope"], "--libre-translate-url cannot be used. The address of LibreTranslate"],
    [["--config", "missing.json"], "The config file missing.json could not be read."],
    [["--host", "0.0.0.0"], "Listening on 0.0.0.0 would open the server"],
    [["--host", "192.0.2.1", "--api-key", "k"], "The address 192.0.2.1 is not one of this machine."],
    [["--allow-origin", "*"], "Allowing every origin would open the server"],
  ];
  it.each(refused)("ends with exit code 2: %j", async (args, begins) => {
    const { code, out, said } = await command(cwd, ["serve", "--storage", "memory", "--port", "0", ...args]);
    expect({ code, out, said }).toEqual({ code: 2, out: "", said: expect.stringContaining(begins) });
    expect(said.indexOf(begins)).toBe(0);
  });

  it("is placed where it was made: in the environment, or in a line of the config file", async () => {
    const { code, said } = await command(cwd, ["types"], { env: { SCRIPTORIUM_CONTACT: "nobody" } });
    expect({ code, said }).toMatchObject({ code: 2, said: expect.stringMatching(/^SCRIPTORIUM_CONTACT cannot be/) });
    const key = await command(cwd, ["types"], { env: { SCRIPTORIUM_KEY: "abc" } });
    expect(key).toMatchObject({ code: 2, said: expect.stringMatching(/^SCRIPTORIUM_KEY cannot be used\. /) });
    writeFileSync(join(cwd, "contact.json"), '{\n  "storage": "memory",\n  "contact": "nobody"\n}');
    expect(await command(cwd, ["serve", "--config", "contact.json"])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^"contact" in line 3 of the config file cannot be used\. /),
    });
  });

  it("is told by commands that need no server, too", async () => {
    const address = ["--storage", "postgres", "--postgres-url", "postgres://:::"];
    for (const words of [["find"], ["doctor", "--store"]]) {
      expect(await command(cwd, [...words, ...address])).toMatchObject({
        code: 2,
        said: expect.stringContaining("The connection string cannot be read."),
      });
    }
    expect((await command(cwd, ["find", "--storage", "memory"])).code).toBe(2);
    expect((await command(cwd, ["mcp", "--server", "ftp://a"])).code).toBe(2);
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
