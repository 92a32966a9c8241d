import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServiceDouble, serve } from "../doubles/translation-service.js";
import { command } from "./command.js";
import { startServer } from "./server-process.js";

const KEY = "sesame-4711-open";
const BRAVE = ["--kind", "provider", "--name", "brave"];
let cwd: string;
const ends: (() => unknown)[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-accounts-"));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(cwd, { recursive: true, force: true });
});

const accounts = (args: readonly string[], given: Parameters<typeof command>[2] = {}) =>
  command(cwd, ["accounts", ...args, "--data", "data"], given);

async function engine(): Promise<ServiceDouble> {
  const made = await serve(() => ({
    json: { web: { results: [{ url: "https://a.test/", title: "A", description: "found" }] } },
  }));
  ends.push(() => made.close());
  return made;
}

describe("accounts", () => {
  it("are added from standard input or a variable, listed without their secrets, changed and removed", async () => {
    const added = await accounts(["add", ...BRAVE], { input: `${KEY}\n` });
    expect(added).toEqual({ code: 0, out: 'Added provider "brave": secret key\n', said: "" });
    const changed = await accounts(["add", ...BRAVE, "--variable", "MY_KEY"], { env: { MY_KEY: `${KEY}2` } });
    expect(changed.out).toBe('Changed provider "brave": secret key\n');
    await accounts(["add", "--kind", "mail", "--name", "Office", "--secret", "password"], { input: KEY });
    expect((await accounts([])).out).toBe('provider "brave": secret key\nmail "Office": secret password\n');
    const json = await accounts(["list", "--kind", "mail", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject([{ kind: "mail", name: "Office", secrets: { password: "********" } }]);
    for (const file of readdirSync(join(cwd, "data"))) {
      expect(readFileSync(join(cwd, "data", file)).includes(KEY), file).toBe(false);
    }
    expect((await accounts(["remove", ...BRAVE])).out).toBe('Removed provider "brave": secret key\n');
    expect((await accounts(["remove", ...BRAVE])).code).toBe(1);
  });

  it("say what is missing", async () => {
    expect((await accounts([])).said).toMatch(/^There is no sqlite store in the folder data\. /);
    expect((await accounts(["add", ...BRAVE])).said).toMatch(/^Standard input holds no key\. /);
    expect((await accounts(["add", "--kind", "provider"])).said).toMatch(/needs its name: "--name brave"/);
    expect((await accounts(["ad", ...BRAVE])).said).toMatch(/Did you mean "add"\?/);
    const unset = await accounts(["add", ...BRAVE, "--variable", "NOWHERE"]);
    expect(unset.said).toMatch(/^The variable NOWHERE is not set\. /);
  });

  it("give providers their keys, to doctor and to a server that runs already", async () => {
    const asked = await engine();
    const config = {
      providers: { browser: "none", video: "none", search: { kind: "brave", address: asked.url, account: "brave" } },
    };
    writeFileSync(join(cwd, "config.json"), JSON.stringify(config));
    const doctor = () => command(cwd, ["doctor", "--config", "config.json", "--data", "data"]);
    expect(await doctor()).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^FAIL {2}search brave: The account "brave"/),
    });
    const server = await startServer({ cwd, args: ["--port", "0", "--config", "config.json", "--data", "data"] });
    ends.push(async () => {
      server.kill("SIGTERM");
      await server.ended;
    });
    await accounts(["add", ...BRAVE], { input: KEY });
    expect(await doctor()).toMatchObject({ code: 0, out: expect.stringMatching(/^ok {4}search brave: /) });
    const { result } = await (await fetch(`${server.address}/readyz?verbose`)).json();
    expect(result.providers).toMatchObject([{ name: "brave", answers: true }]);
    expect(asked.requests.map(({ headers }) => headers["x-subscription-token"])).toEqual([KEY, KEY]);
  });
});
