import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { command, start } from "./command.js";
import { startServer } from "./server-process.js";

const cwd = mkdtempSync(join(tmpdir(), "scriptorium-commands-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const run = (...args: string[]) => command(cwd, args);

const SOURCE = "Bees make honey from nectar. The hive stores honey in wax comb for the winter.";
const HONEY = ["--keyword", "honey", "--source-mode", "text", "--source-text", SOURCE, "--article-length-from", "10"];

describe("run on the store", () => {
  it("makes a task, runs it, and says where its files and rows are", async () => {
    const { code, out } = await run("run", "articlecreator", "--name", "Honey", ...HONEY, "--out", "honey");
    expect(code).toBe(0);
    expect(out).toContain(join(cwd, "honey"));
    expect((await run("articles", "Honey")).out).toBe("honey\n");
    expect(JSON.parse((await run("find", "--json")).out)).toMatchObject([{ name: "Honey", status: "complete" }]);
  });

  it("ends with 3 when the run fails, and with 2 for words it does not know", async () => {
    expect(await run("run", "mailmerge")).toMatchObject({
      code: 3,
      said: expect.stringContaining("nothing to work on"),
    });
    expect(await run("run", "webcrwler")).toMatchObject({ code: 2, said: expect.stringContaining('"webcrawler"') });
    expect(await run("run", "webcrawler", "--max-page", "3")).toMatchObject({
      code: 2,
      said: expect.stringContaining('Did you mean "--max-pages"?'),
    });
  });

  it("copies, changes and deletes tasks", async () => {
    const copy = (await run("duplicate", "Honey")).out.trim();
    expect((await run("set", copy, "--name", "Wax", "--keyword", "wax comb")).code).toBe(0);
    expect(JSON.parse((await run("set", copy, "--json")).out)).toMatchObject({ articleKeywordsFile: ["wax comb"] });
    expect(await run("rm", copy, "Nectar")).toMatchObject({ code: 1, out: "" });
    expect((await run("rm", copy)).out).toBe("Deleted Wax\n");
    expect(await run("logs", copy)).toMatchObject({ code: 1 });
  });
});

describe("with a server", () => {
  it("that has the folder, commands ask it; when it is gone they say so", async () => {
    const server = await startServer({ cwd, args: ["--port", "0"] });
    try {
      expect((await run("find")).out).toContain("Honey");
      expect((await run("find", "--server", server.address)).out).toContain("Honey");
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
    expect(existsSync(join(cwd, "scriptorium-data/server.url"))).toBe(false);
    expect(await run("find", "--server", server.address)).toMatchObject({ code: 5, out: "" });
  });

  it("that wants another key, they say so", async () => {
    const server = await startServer({ cwd, args: ["--port", "0", "--storage", "memory", "--api-key", "right"] });
    try {
      const { code, said } = await run("find", "--server", server.address, "--api-key", "wrong");
      expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining("--api-key") });
      expect((await run("find", "--server", server.address, "--api-key", "right")).code).toBe(0);
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
  });
});

it("Ctrl-C aborts the run and ends with 130", async () => {
  const waits = ["--url", "http://192.0.2.1/", "--name", "Slow"];
  const running = start(cwd, ["run", "webcrawler", ...waits], { SCRIPTORIUM_ALLOW_PRIVATE: "192.0.2.0/24" });
  await new Promise<void>((resolve) => running.process.stderr?.on("data", () => resolve()));
  running.process.kill("SIGINT");
  expect(await running.ended).toMatchObject({ code: 130, said: expect.stringContaining("Aborted.") });
});

it("init writes a file that serve reads, and never writes over one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-init-"));
  try {
    expect((await command(folder, ["init"])).code).toBe(0);
    expect(await command(folder, ["init"])).toMatchObject({ code: 1, out: "" });
    expect((await command(folder, ["keys"])).code).toBe(0);
    writeFileSync(join(folder, "scriptorium.config.json"), '{\n  "prot": 1\n}');
    expect(await command(folder, ["keys"])).toMatchObject({ code: 2, said: expect.stringMatching(/"prot" in line 2/) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("keys rotate puts a new key before the older one", async () => {
  const file = join(cwd, "rotated.key");
  writeFileSync(file, `${"ab".repeat(32)}\n`, { mode: 0o600 });
  expect((await run("keys", "rotate", "--key-file", file)).code).toBe(0);
  const keys = readFileSync(file, "utf8").trim().split("\n");
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe("ab".repeat(32));
});

describe("completions", () => {
  const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;
  const told = async (shell: string, script: string) => {
    writeFileSync(join(cwd, `completion.${shell}`), (await run("completion", shell)).out);
    return spawnSync(shell, ["-c", script], { cwd, encoding: "utf8" });
  };

  it.skipIf(!has("bash"))("complete commands, types, options and values in bash", async () => {
    const of = (...words: string[]) =>
      `COMP_WORDS=(scriptorium ${words.join(" ")}); COMP_CWORD=${words.length}; _scriptorium; echo "\${COMPREPLY[*]}"; `;
    const script =
      of("rest") +
      of("help", "rest") +
      of("run", "webc") +
      of("run", "webcrawler", "--max-pa") +
      of("run", "webcrawler", "--scope", "pa") +
      of("find", "--type", "webc") +
      of("find", "--status", "comp") +
      of("accounts", "add", "--kind", "b") +
      of("aboutme", "x", "--voice", "ho");
    const { stdout, stderr } = await told("bash", `source completion.bash; ${script}`);
    expect({ stdout, stderr }).toEqual({
      stdout: "restart\nrestart\nwebcrawler\n--max-pages\npage\nwebcrawler\ncomplete\nblog\nhobby\n",
      stderr: "",
    });
  });

  it.skipIf(!has("zsh"))("are read by zsh", async () => {
    const { stdout, stderr } = await told(
      "zsh",
      "autoload -U compinit; compinit -u -d dump; source completion.zsh; print $_comps[scriptorium]",
    );
    expect({ stdout, stderr }).toEqual({ stdout: "_scriptorium\n", stderr: "" });
  });

  it.skipIf(!has("fish"))("complete options in fish", async () => {
    const { stdout } = await told("fish", 'source completion.fish; complete -C "scriptorium run webcrawler --max-pa"');
    expect(stdout).toContain("--max-pages");
  });
});
