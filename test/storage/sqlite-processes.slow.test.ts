import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { access, chmod, constants, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { build } from "tsup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { all, IDS } from "../../src/kernel/contracts/storage/support.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scriptorium-processes-"));
  await chmod(folder, 0o755);
  await build({
    config: false,
    silent: true,
    entry: { writer: join(import.meta.dirname, "writer-process.ts") },
    outDir: folder,
    format: ["esm"],
    outExtension: () => ({ js: ".mjs" }),
    platform: "node",
    removeNodeProtocol: false,
  });
  program = join(folder, "writer.mjs");
});
afterAll(() => rm(folder, { recursive: true }));

describe("several processes on one store", () => {
  it("two writers at once lose nothing and damage nothing", async () => {
    const path = join(folder, "shared.db");
    const written = await Promise.all(["left", "right"].map((prefix) => writtenBy(start(path, prefix, 200))));
    expect(written.map(({ length }) => length)).toEqual([200, 200]);
    await holdsAll(path, written.flat());
    await withStorage(path, async ({ tasks }) => expect(await tasks.count()).toBe(400));
  });

  it("a process killed in the middle of its writes loses nothing that was acknowledged", async () => {
    const path = join(folder, "killed.db");
    const acknowledged: string[] = [];
    for (let round = 1; round <= 10; round += 1) {
      const writer = start(path, `round${round}`, 100_000);
      acknowledged.push(...(await writtenBy(writer, 3 + round * 7)));
      expect(writer.signalCode).toBe("SIGKILL");
      await holdsAll(path, acknowledged);
    }
  });
});

describe("a folder that may only be read", () => {
  it("refuses a new store and an old one in a sentence without the path", async (context) => {
    const asNobody = await unprivileged();
    if (asNobody === undefined)
      return context.skip("root may write everywhere, and this machine cannot start a process as another user");
    const closed = join(folder, "closed");
    await mkdir(closed);
    await withStorage(join(closed, "old.db"), async ({ tasks }) => expect(await tasks.count()).toBe(0));
    await chmod(join(closed, "old.db"), 0o444);
    await chmod(closed, 0o555);
    for (const name of ["new.db", "old.db"]) {
      const { status, stdout } = asNobody(join(closed, name));
      expect(stdout).toMatch(/^refused The store cannot be opened for writing\. /);
      expect(stdout).not.toContain(folder);
      expect(status).toBe(1);
    }
    await chmod(closed, 0o755);
  });
});

function start(path: string, prefix: string, count: number): ChildProcess {
  return spawn(process.execPath, [program, path, prefix, String(count)], { stdio: ["ignore", "pipe", "inherit"] });
}

/** The ids that a writer prints until it ends, or until it is killed for having printed `enough`. */
async function writtenBy(writer: ChildProcess, enough = Number.POSITIVE_INFINITY): Promise<string[]> {
  const ended = once(writer, "close");
  const ids: string[] = [];
  if (writer.stdout === null) throw new Error("the writer has no output");
  for await (const line of createInterface({ input: writer.stdout })) {
    ids.push(line);
    if (ids.length === enough) writer.kill("SIGKILL");
  }
  await ended;
  return ids;
}

/** Every one of the tasks is there whole, and so is the store. */
async function holdsAll(path: string, ids: readonly string[]): Promise<void> {
  await withStorage(path, async ({ tasks, content, runs }) => {
    for (const id of ids) {
      expect((await tasks.get(id))?.data).toEqual({ jobName: `Task ${id}`, text: id.repeat(400) });
      expect(await all(runs.lines(`run of ${id}`))).toHaveLength(1);
      expect(await all(content.keywords(id))).toEqual([id]);
      expect((await content.file(id, "a.bin"))?.bytes).toHaveLength(20_000);
    }
    for await (const id of tasks.scan(IDS)) {
      const parts = [
        await all(runs.lines(`run of ${id}`)),
        await all(content.keywords(id)),
        await all(content.rows(id)),
        await all(content.log(id)),
      ];
      expect(new Set(parts.map(({ length }) => length)).size, `the step of ${id} is stored in part`).toBe(1);
    }
  });
  const database = new DatabaseSync(path);
  expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  database.close();
}

async function withStorage(path: string, use: (storage: StorageAdapter) => Promise<void>): Promise<void> {
  const storage = sqliteStorage({ path });
  await storage.open();
  try {
    await use(storage);
  } finally {
    await storage.close();
  }
}

/** Runs the writer as a user to which the mode of a folder applies; undefined where that is impossible. */
async function unprivileged(): Promise<((path: string) => { status: number | null; stdout: string }) | undefined> {
  const inner = (path: string) => [program, path, "nobody", "1"];
  if (process.getuid?.() !== 0) return (path) => spawnSync(process.execPath, inner(path), { encoding: "utf8" });
  const drop = ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath];
  const tried = spawnSync("setpriv", [...drop, "--version"]);
  const readable = await access(program, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (tried.status !== 0 || !readable) return undefined;
  return (path) => spawnSync("setpriv", [...drop, ...inner(path)], { encoding: "utf8" });
}
