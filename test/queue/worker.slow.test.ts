import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { postgresStorage } from "../../src/storage/postgres.js";
import { command, start } from "../cli/command.js";
import { call, startServer } from "../cli/server-process.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";
import { type Deployment, deploy } from "./deployment.js";

const PLUGIN = ["--plugins", fileURLToPath(new URL("slow-work.mjs", import.meta.url))];

let postgres: PostgresServer;
let deployments = 0;
let deployment: Deployment | undefined;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
afterEach(async () => {
  await deployment?.end();
  deployment = undefined;
});

async function deployed(...args: string[]): Promise<Deployment & { readonly url: string }> {
  deployments += 1;
  const name = `deployment_${deployments}`;
  await postgres.createDatabase(name);
  deployment = await deploy(postgres.url(name), [...PLUGIN, ...args]);
  return { ...deployment, url: postgres.url(name) };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

describe("a deployment of several processes", () => {
  it("answers a call that waits for the end of a run in the process that does not work it", async () => {
    const { api, worker, run } = await deployed();
    await worker(PLUGIN);
    const id = await run("slowwork", { lines: lines(5), pauseMs: 300 });
    const began = performance.now();
    const { message, result } = await call(api.address, `/project/run/${id}?wait=60`);
    expect({ message, result }).toMatchObject({ message: null, result: { id, status: "complete" } });
    expect(performance.now() - began).toBeLessThan(30_000);
    const other = await run("slowwork", { lines: lines(50), pauseMs: 300 });
    expect((await call(api.address, `/project/run/${other}?wait=1`)).result.status).toMatch(/waiting|running/);
  });

  it("works fifty runs to their ends although a worker is killed in the middle of some", async () => {
    const { url, worker, run, statuses } = await deployed();
    const first = await worker([...PLUGIN, "--max-running-tasks", "5"]);
    await worker([...PLUGIN, "--max-running-tasks", "5"]);
    const ids = [];
    for (let index = 0; index < 50; index += 1) {
      // The later ones take long enough to be seen at work.
      ids.push(await run("slowwork", { lines: lines(4), pauseMs: index < 15 ? 100 : 600 }));
    }
    await eventually(60_000, async () => {
      const all = [...(await statuses()).values()];
      expect(all.filter((status) => status === "complete").length).toBeGreaterThan(5);
      expect(all.filter((status) => status === "running").length).toBeGreaterThan(5);
    });
    first.process.kill("SIGKILL");
    await eventually(80_000, async () => {
      expect(new Set((await statuses()).values())).toEqual(new Set(["complete"]));
    });
    const storage = postgresStorage({ connectionString: url });
    await storage.open();
    for (const id of ids) {
      // Each line once: those that were finished before the kill were not done again.
      const rows = await Array.fromAsync(storage.content.rows(id));
      expect(rows.map(({ line }) => line).sort()).toEqual(lines(4));
    }
    await storage.close();
  });

  it("tells of its runs on a port of its own, where nothing else is answered", async () => {
    const { worker, run, statuses } = await deployed();
    await worker([...PLUGIN, "--metrics-port", "8155"]);
    const id = await run("slowwork", { lines: lines(2), pauseMs: 10 });
    await eventually(60_000, async () => expect((await statuses()).get(id)).toBe("complete"));
    const at = "http://localhost:8155";
    const text = await (await fetch(`${at}/metrics`)).text();
    expect(text).toContain('scriptorium_runs_total{type="slowwork",status="complete"} 1\n');
    expect((await call(at, "/readyz")).success).toBe(true);
    expect((await fetch(`${at}/all-tasks`)).status).toBe(404);
    expect((await fetch(`${at}/project/run/${id}`)).status).toBe(404);
  });

  it("aborts on a worker what was aborted at the API", async () => {
    const { api, worker, run, statuses } = await deployed();
    await worker(PLUGIN);
    const id = await run("slowwork", { lines: lines(1), pauseMs: 60_000 });
    await eventually(60_000, async () => expect((await statuses()).get(id)).toBe("running"));
    await call(api.address, `/project/abort/${id}`);
    await eventually(5000, async () => expect((await statuses()).get(id)).toBe("aborted"));
  });

  it("hands the running work of a worker to another when it stops", async () => {
    const { worker, run, statuses } = await deployed();
    const first = await worker(PLUGIN);
    const id = await run("slowwork", { lines: lines(40), pauseMs: 200 });
    await eventually(60_000, async () => expect((await statuses()).get(id)).toBe("running"));
    first.process.kill("SIGTERM");
    const began = performance.now();
    expect((await first.ended).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await statuses()).get(id)).toBe("waiting");
    await worker(PLUGIN);
    await eventually(60_000, async () => expect((await statuses()).get(id)).toBe("running"));
  });
});

describe("two servers with queues of their own on one database", () => {
  it("work every run once, and report each other's", async () => {
    deployments += 1;
    const name = `deployment_${deployments}`;
    await postgres.createDatabase(name);
    const env = {
      SCRIPTORIUM_STORAGE: "postgres",
      SCRIPTORIUM_POSTGRES_URL: postgres.url(name),
      SCRIPTORIUM_KEY: "7".repeat(64),
    };
    const cwd = mkdtempSync(join(tmpdir(), "scriptorium-servers-"));
    const servers = await Promise.all(
      ["one", "two"].map((data) => startServer({ cwd, args: ["--port", "0", "--data", data, ...PLUGIN], env })),
    );
    const storage = postgresStorage({ connectionString: postgres.url(name) });
    await storage.open();
    try {
      const [one, two] = servers.map(({ address }) => address) as [string, string];
      const ids: string[] = [];
      for (let index = 0; index < 12; index += 1) {
        const { id } = (await call(one, "/create/slowwork")).result;
        await call(one, `/project/data/${id}`, { lines: lines(3), pauseMs: 20 });
        // Both are asked for it, at the same moment.
        await Promise.all([call(one, `/project/run/${id}`), call(two, `/project/run/${id}`)]);
        ids.push(id);
      }
      await eventually(60_000, async () => {
        const { result } = await call(two, "/all-tasks");
        expect(new Set(result.map(({ status }: { status: string }) => status))).toEqual(new Set(["complete"]));
      });
      for (const id of ids) {
        const rows = await Array.fromAsync(storage.content.rows(id));
        expect(rows.map(({ line }) => line).sort()).toEqual(lines(3));
        expect(await storage.runs.count(id)).toBe(1);
      }
    } finally {
      await storage.close();
      for (const server of servers) server.kill("SIGKILL");
      await Promise.all(servers.map(({ ended }) => ended));
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});

describe("the worker command", () => {
  it("says on one line what it is and where, without the password", async () => {
    const { worker } = await deployed();
    const { line } = await worker(["--max-running-tasks", "7"]);
    expect(line).toMatch(
      /^Scriptorium \S+ works on Postgres at 127\.0\.0\.1:\d+\/deployment_\d+, 7 runs at a time \(.+, process \d+\)\n$/,
    );
    expect(line).not.toContain("of-the-tests");
  });

  it("ends at once at the second signal", async () => {
    const { worker, run, statuses } = await deployed();
    const stubborn = await worker(PLUGIN);
    const id = await run("slowwork", { lines: lines(1), pauseMs: 60_000, deaf: true });
    await eventually(60_000, async () => expect((await statuses()).get(id)).toBe("running"));
    // Two of one kind could be mistaken for a single one.
    stubborn.process.kill("SIGTERM");
    stubborn.process.kill("SIGINT");
    expect((await stubborn.ended).code).toBe(130);
  });

  it.each([
    [2, ["worker"], {}, /^A worker takes its runs from the Postgres database.* SCRIPTORIUM_POSTGRES_URL/],
    [1, ["worker"], { SCRIPTORIUM_POSTGRES_URL: "postgres://u:p@127.0.0.1:1/x" }, /^The database cannot be reached/],
    [2, ["worker", "--port", "1"], {}, /^There is no option "--port"/],
    [2, ["worker", "--type-limits", "a"], {}, /--type-limits cannot be used: write each limit as type=1/],
    [2, ["serve", "--work", "false"], {}, /^A server that works no runs itself/],
    [2, ["serve", "--queue", "pg-boss"], {}, /^The queue pg-boss is for tasks in Postgres/],
    [2, ["serve", "--queue", "redis"], {}, /^--queue is "redis"\. Use "in-process" or "pg-boss"\./],
  ])("ends with %i and one sentence of words at %s", async (exit, args, env, message) => {
    const cwd = mkdtempSync(join(tmpdir(), "scriptorium-worker-"));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    const { code, said, out } = await command(cwd, args, { env });
    expect(said).toMatch(message);
    expect(said).not.toContain("\n    at ");
    expect({ code, out }).toEqual({ code: exit, out: "" });
  });

  it("is in the help", async () => {
    const { out } = await start(tmpdir(), ["--help"]).ended;
    expect(out).toContain("worker");
  });
});
