import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { call, type ServerProcess, startServer } from "./server-process.js";

const ROUNDS = 12;
const SOURCE =
  "Bees make honey from nectar. The hive stores honey in wax comb for the winter. Honey keeps for years in a closed jar.";

interface Ledger {
  /** Names a task may have, by its id: the newest acknowledged one, and one that was posted but not acknowledged. */
  readonly names: Map<string, readonly string[]>;
  readonly deleted: Set<string>;
  readonly complete: Set<string>;
}

it(`loses nothing it acknowledged when it is killed, ${ROUNDS} times at moments of chance`, async () => {
  const cwd = mkdtempSync(join(tmpdir(), "scriptorium-kill-"));
  const ledger: Ledger = { names: new Map(), deleted: new Set(), complete: new Set() };
  let server: ServerProcess | undefined;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      server = await startServer({ cwd, args: ["--port", "0"] });
      await check(server.address, ledger);
      const stop = new AbortController();
      const work = Promise.all([
        clientOf(server.address, ledger, stop.signal),
        clientOf(server.address, ledger, stop.signal),
      ]);
      await wait(40 + Math.random() * 400);
      // On a busy machine the moment comes later: a kill before anything was acknowledged tries nothing.
      await expect.poll(() => ledger.names.size, { timeout: 60_000 }).toBeGreaterThan(round);
      server.kill("SIGKILL");
      stop.abort();
      await Promise.all([server.ended, work]);
    }
    server = await startServer({ cwd, args: ["--port", "0"] });
    await check(server.address, ledger);
    // Some were deleted again.
    expect(ledger.names.size).toBeGreaterThan(ROUNDS / 2);
  } finally {
    server?.kill("SIGKILL");
    await server?.ended;
    rmSync(cwd, { recursive: true, force: true });
  }
});

/** Creates, names, runs and deletes tasks until the server is gone; writes down what was acknowledged. */
async function clientOf(address: string, ledger: Ledger, stopped: AbortSignal): Promise<void> {
  try {
    for (let count = 0; !stopped.aborted; count += 1) {
      const { id } = (await call(address, "/create/articlecreator")).result;
      const name = `Task ${id}`;
      ledger.names.set(id, ["New Article Creator", name]);
      const posted = await call(address, `/project/data/${id}`, {
        jobName: name,
        articleKeywordsFile: ["honey", "bees"],
        sourceMode: ["text"],
        sourceTextFile: [SOURCE],
        articleLengthFrom: 10,
      });
      if (posted.success) ledger.names.set(id, [name]);
      await call(address, `/project/run/${id}`);
      if ((await call(address, `/project/status/${id}`)).result[0].status === "complete") ledger.complete.add(id);
      if (count % 4 === 3) {
        // From here on either answer is right until the delete is acknowledged.
        ledger.names.delete(id);
        ledger.complete.delete(id);
        if ((await call(address, `/project/delete/${id}`)).success) ledger.deleted.add(id);
      }
    }
  } catch {
    // The server was killed in the middle of a call: that one was not acknowledged.
  }
}

async function check(address: string, { names, deleted, complete }: Ledger): Promise<void> {
  await settled(address);
  const found = new Map<string, { name: string; status: string }>();
  for (const task of (await call(address, "/all-projects")).result) found.set(task.id, task);
  for (const [id, possible] of names) expect(possible).toContain(found.get(id)?.name);
  for (const id of deleted) expect(found.has(id)).toBe(false);
  for (const id of complete) {
    expect(found.get(id)?.status).toBe("complete");
    expect((await call(address, `/project/${id}/honey`)).result.sentences.length).toBeGreaterThan(0);
  }
}

/** Unfinished runs are resumed at the start; none stays running for ever. */
async function settled(address: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const tasks = (await call(address, "/all-projects")).result as { status: string }[];
    const open = tasks.filter(({ status }) => ["waiting", "running", "aborting..."].includes(status));
    if (open.length === 0) return;
    if (Date.now() > deadline) throw new Error(`${open.length} tasks are still ${open[0]?.status}`);
    await wait(30);
  }
}
