import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { command } from "./command.js";
import { call, type ServerProcess, startServer } from "./server-process.js";

const PLUGIN = fileURLToPath(new URL("../kernel/plugins/hostile.mjs", import.meta.url));

let cwd: string;
const running: ServerProcess[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-plugins-"));
});
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill("SIGKILL");
    await server.ended;
  }
  rmSync(cwd, { recursive: true, force: true });
});

async function started(args: readonly string[] = []): Promise<ServerProcess> {
  const server = await startServer({ cwd, args: ["--port", "0", "--plugins", PLUGIN, ...args] });
  running.push(server);
  return server;
}

/** A task of the hostile type that works these lines, one after the other. */
async function run({ address }: ServerProcess, linesFile: readonly string[]): Promise<string> {
  const { id } = (await call(address, "/create/hostile")).result;
  await call(address, `/project/data/${id}`, { linesFile, concurrency: 1, maxRetries: 0 });
  await call(address, `/project/run/${id}`);
  return id;
}

const statusOf = async ({ address }: ServerProcess, id: string) =>
  (await call(address, `/project/status/${id}`)).result[0].status as string;

const reaches = (server: ServerProcess, id: string, status: string) =>
  expect.poll(() => statusOf(server, id), { timeout: 60_000 }).toBe(status);

const refusal = (args: string[]) =>
  startServer({ cwd, args: ["--port", "0", ...args] }).then(
    () => "it started",
    (error: Error & { exitCode: number }) => `${error.exitCode}: ${error.message}`,
  );

/** Exit code and milliseconds from the signal to the end. */
async function stopped(server: ServerProcess): Promise<{ code: number | string; tookMs: number }> {
  const asked = performance.now();
  server.kill("SIGTERM");
  return { code: await server.ended, tookMs: performance.now() - asked };
}

describe("task types from files", () => {
  it("answers while one blocks its loop, outgrows its memory and ends its process", async () => {
    const server = await started(["--plugin-memory", "64"]);
    const id = await run(server, ["block 3000", "heap", "huge", "exit 1", "say goodbye"]);
    let slowest = 0;
    while (["waiting", "running"].includes(await statusOf(server, id))) {
      const asked = performance.now();
      expect(await call(server.address, "/test")).toMatchObject({ success: true });
      slowest = Math.max(slowest, performance.now() - asked);
      await wait(50);
    }
    expect(slowest).toBeLessThan(1000);
    expect(await statusOf(server, id)).toBe("complete");
  });

  it("are refused in words when the file is missing, is none, or is duplicated", async () => {
    expect(await refusal(["--plugins", "./none.mjs"])).toMatch(/^2: .*The plugin file \.\/none\.mjs is not there\. /);
    writeFileSync(join(cwd, "empty.mjs"), "export default 1;");
    expect(await refusal(["--plugins", "empty.mjs"])).toMatch(/^2: .*exports no task type\. /);
    expect(await refusal(["--plugins", `${PLUGIN},${PLUGIN}`])).toMatch(
      /^2: .*The task type "hostile" .* is there already\. /,
    );
  });

  it("are known to export and import, through the config file and the environment", async () => {
    const server = await started();
    await call(server.address, "/create/hostile");
    const env = { SCRIPTORIUM_PLUGINS: PLUGIN };
    expect(await command(cwd, ["export", "--out", "tasks.jsonl"], { env })).toMatchObject({ code: 0 });
    expect(await command(cwd, ["import", "tasks.jsonl", "--data", "none"])).toMatchObject({
      code: 1,
      said: expect.stringContaining('"hostile", which is not installed'),
    });
    expect(await command(cwd, ["import", "tasks.jsonl", "--data", "to"], { env })).toMatchObject({ code: 0 });
    writeFileSync(join(cwd, "scriptorium.config.json"), JSON.stringify({ plugins: [PLUGIN], data: "again" }));
    expect(await command(cwd, ["import", "tasks.jsonl"])).toMatchObject({ code: 0 });
  });

  it("begin no run while the disk has less than it should, and say so", async () => {
    const server = await started(["--min-free-disk-mb", "10000000"]);
    const id = await run(server, ["say hello"]);
    await reaches(server, id, "failed");
    const { runs } = (await call(server.address, `/task/runs/${id}`)).result;
    expect(runs).toMatchObject([{ reason: "disk", error: { message: expect.stringContaining("minFreeDiskMb") } }]);
  });
});

describe("a server that is killed", () => {
  // Where a process does not learn that its parent is gone, it ends when its loop does.
  it.skipIf(process.platform === "win32")("takes along a process of its task types that blocks its loop", async () => {
    const server = await started();
    const place = join(cwd, "process");
    const id = await run(server, [`pid ${place}`, "block 600000"]);
    await reaches(server, id, "running");
    await expect.poll(() => existsSync(place), { timeout: 60_000 }).toBe(true);
    const pid = Number(readFileSync(place, "utf8"));
    await wait(200);
    server.kill("SIGKILL");
    await server.ended;
    const lives = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(lives, { timeout: 60_000 }).toBe(false);
  });
});

describe("a graceful stop", () => {
  it("keeps the finished lines of a run in the middle, which continues at the next start", async () => {
    const server = await started();
    const ledger = join(cwd, "ledger");
    const gate = join(cwd, "gate");
    const id = await run(server, [`append ${ledger}`, `until ${gate}`]);
    await expect.poll(() => existsSync(ledger), { timeout: 60_000 }).toBe(true);
    await wait(100);
    const { code, tookMs } = await stopped(server);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
    writeFileSync(gate, "");
    const next = await started();
    await reaches(next, id, "complete");
    expect(readFileSync(ledger, "utf8")).toBe("done\n");
  });

  it.each([
    ["hang", "process"],
    ["block 60000", "process"],
    ["block 60000", "thread"],
  ])("takes less than ten seconds whatever a task type does: %s, in a %s", async (line, within) => {
    const server = await started(["--plugin-isolation", within]);
    const id = await run(server, [line]);
    await reaches(server, id, "running");
    await wait(300);
    const { code, tookMs } = await stopped(server);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(10_000);
  });

  it("ends open streams of events", async () => {
    const server = await started();
    const stream = await fetch(`${server.address}/events`);
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    const read = stream.text().catch(() => "cut");
    const { code, tookMs } = await stopped(server);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(5000);
    await read;
  });

  it("does not wait for clients that never finish their request", async () => {
    const server = await started();
    const { port } = new URL(server.address);
    const sockets = await Promise.all(
      ["GET /te", "POST /create/hostile HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"].map(
        (text) =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(Number(port), "127.0.0.1", () => socket.write(text, () => resolve(socket)));
            socket.on("error", () => {});
          }),
      ),
    );
    const { code, tookMs } = await stopped(server);
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(5000);
    for (const socket of sockets) socket.destroy();
  });
});
