import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, cleanEnvironment, type ServerProcess, startServer as startCommand } from "../cli/server-process.js";
import { connectionTo } from "../crash/client.js";
import { STORAGES, type Store } from "../crash/places.js";
import { startServer, type WorkingServer } from "../crash/server.js";
import { canTrace, NO_STRACE } from "./machine.js";

const working = fileURLToPath(new URL("../crash/working-server.mjs", import.meta.url));
const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

const placeOf = (name: string) => STORAGES.find((storage) => storage.name === name)!.place();

let running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(running.map((end) => end()));
  running = [];
});

async function started({ choice }: Store): Promise<WorkingServer & ReturnType<typeof connectionTo>> {
  const server = await startServer(choice).ready;
  running.push(server.kill);
  return { ...server, ...connectionTo(server.address) };
}

describe("a file store", () => {
  it("refuses a second process at once and names the first, which is not disturbed", async () => {
    const store = await (await placeOf("file")).store();
    const first = await started(store);
    const { id } = (await first.call("/create/crashwork")).result;
    const refusal = await startServer(store.choice).ready.then(
      () => "it started",
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(new RegExp(`in use .*\\b${first.pid}\\b`));
    expect((await first.call(`/project/data/${id}`, { note: "still mine" })).success).toBe(true);
    await first.kill();
    // The lock of a process that is gone is taken over, and the store is as that left it.
    const second = await started(store);
    expect((await second.call(`/project/data/${id}`)).result.note).toBe("still mine");
    await store.remove();
  });

  it.for([false, true])(
    "has one owner when several processes hesitate, an old lock being there: %s",
    async (old, context) => {
      if (!canTrace()) return context.skip(NO_STRACE);
      const { choice, remove } = await (await placeOf("file")).store();
      if (old) await (await startServer(choice).ready).kill();
      const lock = join(String(choice.options["path"]), "lock");
      const words = [working, JSON.stringify(choice)];
      expect(await owners(() => hesitant(lock, words, tmpdir()))).toBe(1);
      await remove();
    },
  );
});

describe.each(["sqlite", "postgres"])("a %s store", (name) => {
  it("is written by two processes at once, and nothing is lost", async () => {
    const place = await placeOf(name);
    running.push(place.end);
    const store = await place.store();
    const servers = [await started(store), await started(store)];
    const notes = new Map<string, string>();
    await Promise.all(
      servers.flatMap((server, index) =>
        Array.from({ length: 4 }, async (_, client) => {
          for (let count = 0; count < 15; count += 1) {
            const created = await server.call("/create/crashwork");
            expect(created).toMatchObject({ success: true });
            const note = `of ${index}, ${client}, ${count}`;
            expect(await server.call(`/project/data/${created.result.id}`, { note })).toMatchObject({ success: true });
            notes.set(created.result.id, note);
          }
        }),
      ),
    );
    expect(notes.size).toBe(120);
    for (const { call } of servers) {
      const { result } = await call("/projects/find", { query: {}, projection: { "data.note": 1 } });
      expect(new Map(result.map((task: StoredNote) => [task._id, task.data.note]))).toEqual(notes);
    }
    // One task that both change: each change is there in full, and the last one wins everywhere.
    const [id = ""] = notes.keys();
    await Promise.all(
      servers.flatMap(({ call }, index) =>
        Array.from({ length: 20 }, (_, count) => call(`/project/data/${id}`, { [`by${index}_${count}`]: count })),
      ),
    );
    const { result: data } = await servers[0]!.call(`/project/data/${id}`);
    expect((await servers[1]!.call(`/project/data/${id}`)).result).toEqual(data);
    expect(Object.keys(data).filter((key) => key.startsWith("by"))).toHaveLength(40);
  });
});

interface StoredNote {
  readonly _id: string;
  readonly data: { readonly note: string };
}

describe.each(["sqlite", "file"])("a data folder with a %s store", (storage) => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scriptorium-shared-"));
    running.push(() => rm(cwd, { recursive: true, force: true }));
  });
  const command = async () => {
    const server = await startCommand({ cwd, args: ["--port", "0", "--storage", storage] });
    running.unshift(() => killed(server));
    return server;
  };

  it("is refused to a second server in one line that names the first", async () => {
    const first = await command();
    const second = await command().catch((error: Error & { exitCode: number }) => error);
    expect(second).toMatchObject({ exitCode: 1 });
    const { message } = second as Error;
    expect(message).toMatch(new RegExp(`^[A-Z].* in use by the process ${first.child.pid}\\. [A-Z][^\\n]*\\.$`));
    expect((await call(first.address, "/create/articlecreator")).success).toBe(true);
  });

  it.for([false, true])(
    "has one owner when several servers hesitate, an old lock being there: %s",
    async (old, context) => {
      if (!canTrace()) return context.skip(NO_STRACE);
      if (old) await killed(await command());
      const lock = join(cwd, "scriptorium-data", "server.lock");
      const words = [bin, "serve", "--port", "0", "--storage", storage];
      expect(await owners(() => hesitant(lock, words, cwd))).toBe(1);
    },
  );

  it("is taken over when the process id of a server that died belongs to another program now", async () => {
    const first = await command();
    const { id } = (await call(first.address, "/create/articlecreator")).result;
    await killed(first);
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    running.push(async () => other.kill("SIGKILL"));
    expect(await reassigned(join(cwd, "scriptorium-data"), first.child.pid!, other.pid!)).toBeGreaterThan(0);
    const second = await command();
    expect((await call(second.address, `/project/status/${id}`)).success).toBe(true);
  });
});

function killed(server: ServerProcess): Promise<unknown> {
  server.kill("SIGKILL");
  return server.ended;
}

/** How many of several come to listen that are started one shortly after the other. */
async function owners(start: () => Promise<boolean>): Promise<number> {
  const starting: Promise<boolean>[] = [];
  for (let count = 0; count < 3; count += 1) {
    starting.push(start());
    await wait(150);
  }
  return (await Promise.all(starting)).filter((owns) => owns).length;
}

/** A server that takes its time before each thing it does to a lock. Says whether it came to listen. */
function hesitant(lock: string, words: readonly string[], cwd: string): Promise<boolean> {
  const calls = "write,pwrite64,unlink,unlinkat,rename,renameat2,link,linkat";
  const slow = ["-f", "-qq", "-o", "/dev/null", "-P", lock, "-e", `inject=${calls}:delay_enter=400000`];
  const child = spawn("strace", [...slow, process.execPath, ...words], {
    cwd,
    env: cleanEnvironment(),
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const ended = once(child, "close");
  running.unshift(async () => {
    // The group, because the server outlives strace. It is gone already when it was refused.
    if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL");
    await ended;
  });
  return Promise.race([once(child.stdout, "data").then(() => true), ended.then(() => false)]);
}

/** Replaces a process id by another in every lock below the folder, as if the system had given it away again. */
async function reassigned(folder: string, before: number, after: number): Promise<number> {
  let changed = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/lock/i.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, "utf8");
    const changedText = text.replace(new RegExp(`\\b${before}\\b`, "g"), String(after));
    if (changedText === text) continue;
    await writeFile(path, changedText);
    changed += 1;
  }
  return changed;
}
