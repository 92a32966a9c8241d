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
    const mail = [
      "--set",
      "host=smtp.example",
      "--set",
      "port=465",
      "--set",
      "from=me@smtp.example",
      "--username",
      "me",
    ];
    await accounts(["add", "--kind", "mail", "--name", "Office", ...mail], { input: KEY });
    expect((await accounts([])).out).toMatch(
      /^provider "brave": secret key\nmail "Office" \(id [0-9a-f]{24}\): secret password, settings \{"host":"smtp\.example","port":465,.*\n$/,
    );
    const json = await accounts(["list", "--kind", "mail", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject([{ kind: "mail", name: "Office", secrets: { password: "********" } }]);
    for (const file of readdirSync(join(cwd, "data"))) {
      expect(readFileSync(join(cwd, "data", file)).includes(KEY), file).toBe(false);
    }
    expect((await accounts(["remove", ...BRAVE])).out).toBe('Removed provider "brave": secret key\n');
    expect((await accounts(["remove", ...BRAVE])).code).toBe(1);
  });

  it("of blogs are added with settings, grouped, imported with their ids, and say what their tests need", async () => {
    const blog = [
      "--kind",
      "blog",
      "--url",
      "blog.example",
      "--username",
      "anna",
      "--set",
      "api=rest",
      "--set",
      "group=news",
    ];
    expect((await accounts(["add", ...blog], { input: KEY })).out).toMatch(
      /^Added blog "blog\.example" .*"api":"rest"/,
    );
    const file = [
      { id: "old-1", username: "ben", password: `${KEY}1`, url: "https://b.example", group: "news" },
      { url: "http://c.example" },
    ];
    writeFileSync(join(cwd, "blog-settings.json"), JSON.stringify(file));
    const imported = await accounts(["import", "--file", "blog-settings.json"]);
    expect(imported).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^row 1: added "b\.example"\nrow 2: refused: "url" is plain http/),
    });
    expect(imported.out).not.toContain(KEY);
    expect((await accounts(["import", "--file", "-"], { input: "site,user,pass\nb.example,ben,x y z" })).code).toBe(0);
    expect((await accounts(["group"])).out).toBe("news: blog.example, b.example\n");
    expect((await accounts(["group", "--kind", "blog", "--name", "old-1", "--group", "sport"])).code).toBe(0);
    const listed = JSON.parse((await accounts(["list", "--group", "sport", "--json"])).out);
    expect(listed).toMatchObject([{ id: "old-1", settings: { group: "sport" }, secrets: { password: "********" } }]);
    const test = await accounts(["test", "--kind", "blog", "--name", "old-1", "--json"]);
    expect(test.code).toBe(1);
    expect(JSON.parse(test.out)).toMatchObject([{ id: "old-1", ok: false, says: expect.stringMatching(/\.$/) }]);
    const shown = await accounts(["add", ...blog, "--name", "x", "--set", "password=hunter2"]);
    expect(shown).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^"password" is a secret, which others can read/),
    });
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
      providers: {
        browser: "none",
        images: "none",
        video: "none",
        search: { kind: "brave", address: asked.url, account: "brave" },
      },
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
