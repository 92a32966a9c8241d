import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "./seen.js";
import { call, type ServerProcess, type Start, startServer } from "./server-process.js";

let cwd: string;
const running: ServerProcess[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-cli-"));
});
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill("SIGKILL");
    await server.ended;
  }
  rmSync(cwd, { recursive: true, force: true });
});
async function started(start: Omit<Start, "cwd"> = {}): Promise<ServerProcess> {
  const server = await startServer({ cwd, ...start, args: ["--port", "0", ...(start.args ?? [])] });
  running.push(server);
  return server;
}
const refusal = (args: string[], env = {}) =>
  startServer({ cwd, args, env }).then(
    () => "it started",
    (error: Error & { exitCode: number }) => `${error.exitCode}: ${error.message}`,
  );

describe("the server", () => {
  it("says on one line where it listens, and answers on both loopback addresses", async () => {
    const { line, address } = await started();
    expect(line.trim().split("\n")).toHaveLength(1);
    const { port } = new URL(address);
    expect(address).toBe(`http://localhost:${port}`);
    expect(await call(`http://127.0.0.1:${port}`, "/test")).toMatchObject({ success: true });
    expect(await call(address, "/test")).toMatchObject({ success: true });
  });

  it("gives results in every format and files as an archive, and reports on its machine", async () => {
    const { address } = await started();
    const { id } = (await call(address, "/create/articlecreator")).result;
    await call(address, `/project/data/${id}`, {
      articleKeywordsFile: ["honey"],
      sourceMode: ["text"],
      sourceTextFile: ["Bees make honey from nectar. The hive stores honey in wax comb for the winter."],
      articleLengthFrom: 10,
    });
    await call(address, `/project/run/${id}`);
    await until(async () => (await call(address, `/project/status/${id}`)).result[0].status === "complete");
    const begins = async (path: string) => {
      const reply = await fetch(new URL(path, address));
      return [
        reply.status,
        Buffer.from(await reply.arrayBuffer())
          .toString("latin1")
          .slice(0, 2),
      ];
    };
    expect(await begins(`/task/results/${id}?format=xlsx`)).toEqual([200, "PK"]);
    expect(await begins(`/task/results/${id}?format=rss`)).toEqual([200, "<?"]);
    expect((await begins(`/task/results/${id}?format=csv`))[0]).toBe(200);
    expect(await begins(`/task/zip/${id}`)).toEqual([200, "PK"]);
    const { machine } = (await call(address, "/status")).result;
    expect(machine).toMatchObject({ memory: { total: expect.any(Number) } });
  });

  it.each([
    ["text", "info", 2],
    ["json", "info", 2],
    ["json", "error", 0],
  ])("logs as %s from %s on when runs begin and end, one line each", async (format, level, count) => {
    const { address, child } = await started({ args: ["--log-format", format, "--log-level", level] });
    let log = "";
    child.stderr?.on("data", (text: string) => {
      log += text;
    });
    const { id } = (await call(address, "/create/articlecreator")).result;
    await call(address, `/project/data/${id}`, {
      jobName: "Bees\nand honey",
      articleKeywordsFile: ["honey"],
      sourceMode: ["text"],
      sourceTextFile: ["Bees make honey from nectar. The hive stores honey in wax comb for the winter."],
      articleLengthFrom: 10,
    });
    await call(address, `/project/run/${id}`);
    await until(async () => (await call(address, `/project/status/${id}`)).result[0].status === "complete");
    await until(() =>
      Promise.resolve(
        log
          .trim()
          .split("\n")
          .filter((line) => line.includes(id)).length >= count,
      ),
    );
    const entries = log.split("\n").filter((line) => line.includes(id));
    expect(entries).toHaveLength(count);
    for (const [index, entry] of entries.entries()) {
      const message = format === "json" ? JSON.parse(entry).message : entry;
      expect(message).toContain(`task "Bees`);
      expect(message).toMatch(index === 0 ? / runs\.$/ : / is complete after \d+\.\d s\.$/);
    }
  });

  it("keeps its tasks, contents and files over a clean stop, and its lock not", async () => {
    const source =
      "Bees make honey from nectar. The hive stores honey in wax comb for the winter. Honey keeps for years in a closed jar.";
    const first = await started();
    const { id } = (await call(first.address, "/create/articlecreator")).result;
    await call(first.address, `/project/data/${id}`, {
      articleKeywordsFile: ["honey"],
      sourceMode: ["text"],
      sourceTextFile: [source],
      articleLengthFrom: 10,
    });
    await call(first.address, `/project/run/${id}`);
    await until(async () => (await call(first.address, `/project/status/${id}`)).result[0].status === "complete");
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(existsSync(join(cwd, "scriptorium-data/server.lock"))).toBe(false);
    expect(readdirSync(join(cwd, "scriptorium-data/projects", id, "articles"))).toEqual(["honey.html"]);
    const second = await started();
    expect((await call(second.address, `/project/${id}/honey`)).result.sentences.length).toBeGreaterThan(1);
    await call(second.address, `/project/delete/${id}`);
    expect(existsSync(join(cwd, "scriptorium-data/projects", id))).toBe(false);
  });

  it("stops at the second signal whatever is running", async () => {
    // A page that never ends keeps a run going.
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const asked = new Promise((resolve) => silent.once("request", resolve));
    const server = await started({ args: ["--allow-private", host] });
    const { id } = (await call(server.address, "/create/articlecreator")).result;
    await call(server.address, `/project/data/${id}`, {
      articleKeywordsFile: ["x"],
      sourceMode: ["urls"],
      sourceUrlsFile: [`http://${host}/`],
    });
    await call(server.address, `/project/run/${id}`);
    await asked;
    server.kill("SIGINT");
    server.kill("SIGINT");
    expect([0, 130]).toContain(await server.ended);
    silent.closeAllConnections();
    silent.close();
  });

  it("ends with one sentence when the port is taken", async () => {
    const { address } = await started();
    const { port } = new URL(address);
    expect(await refusal(["--port", port, "--data", "other"])).toBe(
      `1: The port ${port} is in use. Stop the program that uses it, or choose another with --port.`,
    );
  });

  it("does not share its data folder with a second server, but takes over the lock of one that died", async () => {
    const first = await started();
    expect(await refusal(["--port", "0"])).toMatch(/^1: The data folder is in use by the process \d+\./);
    first.kill("SIGKILL");
    await first.ended;
    expect((await call((await started()).address, "/test")).success).toBe(true);
  });

  it("says in one sentence when its data folder cannot be made", async () => {
    writeFileSync(join(cwd, "file"), "");
    expect(await refusal(["--port", "0", "--data", "file/data"])).toMatch(
      /^1: The data folder file\/data cannot be made or written\./,
    );
  });

  it.runIf(process.platform === "linux")("says so at once where the system denies a folder that it has", async () => {
    expect(await refusal(["--port", "0", "--data", "/proc/no/data"])).toMatch(
      /^1: The data folder \/proc\/no\/data cannot be made or written\./,
    );
  });

  it("says in one sentence when its database is damaged, or none of its own", async () => {
    mkdirSync(join(cwd, "scriptorium-data"));
    writeFileSync(join(cwd, "scriptorium-data/scriptorium.db"), "not a database ".repeat(1000));
    const answer = await refusal(["--port", "0"]);
    expect(answer).toMatch(/^1: .*damaged/);
    expect(answer.split("\n")).toHaveLength(1);
    expect(existsSync(join(cwd, "scriptorium-data/server.lock"))).toBe(false);
  });

  it("opens to others only with a key, and then wants it everywhere", async () => {
    expect(await refusal(["--port", "0", "--host", "0.0.0.0"])).toMatch(/^2: .*needs an API key/);
    expect(await refusal(["--port", "0", "--allow-origin", "*"])).toMatch(/^2: .*needs an API key/);
    const { address } = await started({ args: ["--host", "0.0.0.0", "--api-key", "s3cret"] });
    const base = address.replace("0.0.0.0", "127.0.0.1");
    expect(await call(base, "/test")).toMatchObject({ success: false });
    expect(await call(base, "/test?apikey=s3cret")).toMatchObject({ success: true });
  });

  it("never fetches from itself, even when private addresses are allowed", async () => {
    const server = await started({ args: ["--allow-private", "127.0.0.0/8,localhost"] });
    const { port } = new URL(server.address);
    const { id } = (await call(server.address, "/create/articlecreator")).result;
    const victim = (await call(server.address, "/create/articlecreator")).result.id;
    await call(server.address, `/project/data/${id}`, {
      articleKeywordsFile: ["x"],
      sourceMode: ["urls"],
      sourceUrlsFile: [
        `http://127.0.0.1:${port}/project/delete/${victim}`,
        `http://localhost:${port}/project/delete/${victim}`,
      ],
    });
    await call(server.address, `/project/run/${id}`);
    await until(async () => (await call(server.address, `/project/status/${id}`)).result[0].status === "failed");
    expect(await call(server.address, `/project/status/${victim}`)).toMatchObject({ success: true });
  });
});

describe("settings", () => {
  it("flags win over the environment, the environment over the config file", async () => {
    writeFileSync(
      join(cwd, "scriptorium.config.json"),
      JSON.stringify({ apiKey: "file", storage: "memory", edition: "reduced" }),
    );
    const fromFile = await started();
    expect(fromFile.line).toContain("in memory");
    expect(await call(fromFile.address, "/test?apikey=file")).toMatchObject({ success: true });
    expect(await call(fromFile.address, "/projects/find?apikey=file", {})).toMatchObject({ success: false });
    const both = await started({
      env: { SCRIPTORIUM_API_KEY: "env", SCRIPTORIUM_EDITION: "fuller" },
      args: ["--api-key", "flag"],
    });
    expect(await call(both.address, "/test?apikey=env")).toMatchObject({ success: false });
    expect(await call(both.address, "/projects/find?apikey=flag", {})).toMatchObject({ success: true });
    const named = join(cwd, "other.json");
    writeFileSync(named, JSON.stringify({ storage: "sqlite", data: "elsewhere", port: 0 }));
    await started({ args: ["--config", named] });
    expect(existsSync(join(cwd, "elsewhere/scriptorium.db"))).toBe(true);
  });

  it.each([
    [2, ["--port", "70000"], /--port is "70000"\. It must be a whole number from 0 to 65535/],
    [2, ["--port", "eight"], /--port is "eight"\. It must be a whole number from 0 to 65535/],
    [2, ["--storage", "papyrus"], /--storage is "papyrus"\. Use "memory"/],
    [2, ["--storage", "postgres"], /needs an address\. Set SCRIPTORIUM_POSTGRES_URL/],
    [2, ["--reveal-secrets=maybe"], /"--reveal-secrets" must be true or false/],
    [2, ["--prot", "1"], /no option "--prot"\. Did you mean "--port"\?/],
    [2, ["extra"], /"extra" belongs to no option/],
    [2, ["--config", "missing.json"], /missing\.json could not be read/],
    [2, ["--host", "203.0.113.7", "--api-key", "k"], /not one of this machine/],
    [2, ["--contact", "me"], /contact is neither a web address nor a mail address/],
    [2, ["--proxy-pools", "a=ftp://b"], /pool of proxies "a" in the settings cannot be used: its proxy 1/],
  ])("with code %i, %j is refused in one sentence", async (code, args, message) => {
    const answer = await refusal(args);
    expect(answer.startsWith(`${code}: `)).toBe(true);
    expect(answer).toMatch(message);
    expect(answer.split("\n")).toHaveLength(1);
  });

  it.each([
    ["not JSON", "{", /not valid JSON/],
    ["a list", "[]", /one JSON object/],
    ["an unknown name", '{"porridge": 1}', /"porridge" that this version does not know/],
    [
      "a wrong switch",
      '{"revealSecrets": "maybe"}',
      /"revealSecrets" in the config file cannot be used: write true or/,
    ],
    ["a wrong value", '{"port": "x"}', /"port" in the config file is "x"\. It must be a whole number/],
  ])("a config file with %s is refused in one sentence", async (_name, content, message) => {
    writeFileSync(join(cwd, "scriptorium.config.json"), content);
    expect(await refusal([])).toMatch(message);
  });
});
