import { spawnSync } from "node:child_process";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { damage } from "../crash/check.js";
import { connectionTo } from "../crash/client.js";
import { STORAGES } from "../crash/places.js";
import { type StorageChoice, startServer, type WorkingServer } from "../crash/server.js";
import { startPostgres } from "../storage/postgres-server.js";
import { eventually } from "../storage/postgres-support.js";
import { NO_MOUNT, type SmallDisk, smallDisk } from "./machine.js";

let server: WorkingServer | undefined;
let disk: SmallDisk | undefined;
let endStore: (() => Promise<void>) | undefined;
afterEach(async () => {
  await server?.kill();
  await endStore?.();
  await disk?.remove();
  server = undefined;
  endStore = undefined;
  disk = undefined;
});

interface Storage {
  readonly name: string;
  readonly size: string;
  storeOn(folder: string): Promise<{ readonly choice: StorageChoice; end(): Promise<void> }>;
}

const STORES: readonly Storage[] = STORAGES.map(({ name, place: placeIn }) => ({
  name,
  // An empty database takes some megabytes.
  size: name === "postgres" ? "32m" : "8m",
  async storeOn(folder) {
    if (name === "postgres") return databaseOn(folder);
    const place = await placeIn(folder);
    return { choice: (await place.store()).choice, end: place.end };
  },
}));

/** Only the tables are on the small disk: without room for its journal the database server itself would end. */
async function databaseOn(folder: string) {
  const database = await startPostgres();
  spawnSync("chown", ["postgres", folder]);
  const client = new pg.Client({ connectionString: database.url() });
  await client.connect();
  await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
  await client.query("CREATE DATABASE crowded TABLESPACE small");
  await client.end();
  return {
    choice: { storage: "postgres", options: { connectionString: database.url("crowded") } },
    end: database.stop,
  };
}

describe.each(STORES)("$name on a full disk", ({ size, storeOn }) => {
  it("says so, keeps reading, keeps all it acknowledged, and writes again when there is space", async (context) => {
    disk = await smallDisk(size);
    if (disk === undefined) return context.skip(NO_MOUNT);
    const { folder } = disk;
    const { choice, end } = await storeOn(folder);
    endStore = end;
    server = await startServer(choice).ready;
    let { call } = connectionTo(server.address);

    /** The data every task is known to have; what was refused must not be among them. */
    const known = new Map<string, string>();
    const refusals: string[] = [];
    const write = async (path: string, body?: unknown) => {
      const { success, message, result } = await call(path, body);
      if (!success) refusals.push(message ?? "");
      return success ? { result } : undefined;
    };
    const post = async (id: string, note: string) => {
      if (await write(`/project/data/${id}`, { note, lines: ["a", "b"], size: 1000 })) known.set(id, note);
    };
    const holdsAll = async () => {
      for (const [id, note] of known) expect((await call(`/project/data/${id}`)).result?.note).toBe(note);
      expect((await call("/all-projects")).result).toHaveLength(known.size);
    };

    for (let count = 0; count < 20; count += 1) {
      const { id } = (await call("/create/crashwork")).result;
      await post(id, `first ${count}`);
    }
    expect(refusals).toEqual([]);
    const ids = [...known.keys()];

    const lines = Array.from({ length: 100 }, (_, number) => `line ${number}`);
    const unfinished = (await call("/create/crashwork")).result.id;
    await call(`/project/data/${unfinished}`, { note: "unfinished", lines, size: 1000, pauseMs: 30 });
    known.set(unfinished, "unfinished");
    await call(`/project/run/${unfinished}`);

    await disk.fill();
    for (let count = 0; refusals.length < 40; count += 1) {
      expect(count, "writes without an end on a full disk").toBeLessThan(2000);
      await post(ids[count % ids.length]!, `later ${count} `.repeat(4000));
    }
    // The other two have room left in a file.
    if (choice.storage === "postgres") {
      expect(await call("/readyz")).toMatchObject({ success: false, message: expect.stringMatching(/disk .*is full/) });
    }
    // Small ones may still fit somewhere; whichever way it is, the reply is true.
    const created = await write("/create/crashwork");
    if (created) known.set(created.result.id, "");
    const copied = await write(`/project/duplicate/${ids[0]}`);
    if (copied) known.set(copied.result, known.get(ids[0]!) ?? "");
    if (await write(`/project/delete/${ids[1]}`)) known.delete(ids[1]!);
    // One that is acknowledged is not lost, however long there is no space.
    const isAsked = (await write(`/project/run/${ids[2]}`)) !== undefined;
    for (const message of refusals) {
      expect(message).toMatch(/disk .*is full/);
      expect(message).not.toContain(folder);
    }
    await holdsAll();
    expect((await call("/projects/find", { query: { name: { $exists: true } } })).result).toHaveLength(known.size);

    await disk.free();
    // What the full disk refused is over when there is space, without a restart.
    await eventually(60_000, async () => {
      refusals.length = 0;
      await post(ids[3]!, "there is space again");
      expect(refusals).toEqual([]);
    });
    expect(await call("/readyz")).toMatchObject({ success: true });
    await write(`/project/run/${ids[3]}`);
    const statusOf = async (id: string | undefined) => (await call(`/project/status/${id}`)).result[0].status;
    // Nobody has to ask again for a run that the full disk held up.
    for (const id of [ids[3], unfinished, ...(isAsked ? [ids[2]] : [])]) {
      await eventually(60_000, async () => expect(await statusOf(id)).toBe("complete"));
    }
    await eventually(60_000, async () => expect(["draft", "failed", "complete"]).toContain(await statusOf(ids[2])));
    const [stored] = (await call("/stored", [unfinished])).result;
    expect([...damage(stored)].filter((sentence) => !/^Its /.test(sentence))).toEqual([]);
    await holdsAll();

    await server.kill();
    server = await startServer(choice).ready;
    ({ call } = connectionTo(server.address));
    await holdsAll();
    expect((await call("/findings")).result).toEqual([]);
  });

  it("can be started on, or says why not, and is whole when there is space again", async (context) => {
    disk = await smallDisk(size);
    if (disk === undefined) return context.skip(NO_MOUNT);
    const { choice, end } = await storeOn(disk.folder);
    endStore = end;
    server = await startServer(choice).ready;
    const first = connectionTo(server.address);
    const { id } = (await first.call("/create/crashwork")).result;
    await first.call(`/project/data/${id}`, { note: "before", lines: ["a", "b"] });
    await first.call(`/project/run/${id}`);
    await disk.fill();
    await server.kill();

    const refusal = await startServer(choice).ready.then(
      (started) => {
        server = started;
      },
      (error: Error) => error.message,
    );
    if (refusal !== undefined) expect(refusal).toMatch(/disk .*is full/);
    else expect((await connectionTo(server.address).call(`/project/data/${id}`)).result.note).toBe("before");
    await server.kill();
    await disk.free();

    server = await startServer(choice).ready;
    const { call } = connectionTo(server.address);
    expect((await call(`/project/data/${id}`)).result.note).toBe("before");
    await eventually(60_000, async () => {
      expect((await call(`/project/status/${id}`)).result[0].status).toBe("complete");
    });
    expect((await call("/findings")).result).toEqual([]);
  });
});
