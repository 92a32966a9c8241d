import { spawnSync } from "node:child_process";
import { afterEach, describe, expect, it } from "vitest";
import { connectionTo } from "../crash/client.js";
import { STORAGES, type Store } from "../crash/places.js";
import { startServer, type WorkingServer } from "../crash/server.js";
import { eventually } from "../storage/postgres-support.js";
import { limitOpenFiles, NO_LIMIT } from "./machine.js";

let server: WorkingServer | undefined;
let store: Store | undefined;
afterEach(async () => {
  await server?.kill();
  server = undefined;
  await store?.remove();
  store = undefined;
});

const STORES = STORAGES.filter(({ name }) => name !== "postgres");

describe.each(STORES)("$name in a process that can open no more files for a moment", ({ name, place: placeOf }) => {
  it("is not ready while a write fails, and goes on by itself, its runs included", async (context) => {
    if (spawnSync("prlimit", ["--version"]).status !== 0) return context.skip(NO_LIMIT);
    store = await (await placeOf()).store();
    server = await startServer(store.choice).ready;
    const { call, close } = connectionTo(server.address);
    const lines = Array.from({ length: 60 }, (_, number) => `line ${number}`);
    const madeTask = async (pauseMs: number) => {
      const { id } = (await call("/create/crashwork")).result;
      await call(`/project/data/${id}`, { lines, size: 1000, pauseMs, concurrency: 1 });
      return id as string;
    };
    const statusOf = async (id: string) => (await call(`/project/status/${id}`)).result[0].status;
    // The first is still running when files can no more be opened.
    const ids = [await madeTask(100), await madeTask(20)];
    await call(`/project/run/${ids[0]}`);
    await eventually(60_000, async () => expect(await statusOf(ids[0]!)).toBe("running"));

    limitOpenFiles(server.pid, 3);
    // What this run leaves behind has no file yet.
    expect((await call(`/project/run/${ids[1]}`)).success).toBe(true);
    if (name === "file") {
      await eventually(60_000, async () => {
        expect(await call("/readyz")).toMatchObject({
          success: false,
          message: expect.stringContaining("files are open"),
        });
      });
    }
    expect(await statusOf(ids[1]!)).not.toBe("failed");
    limitOpenFiles(server.pid, 4096);

    expect(await call("/readyz")).toMatchObject({ success: true });
    expect((await call(`/project/data/${ids[0]}`, { note: "later" })).success).toBe(true);
    for (const id of ids) await eventually(60_000, async () => expect(await statusOf(id)).toBe("complete"));
    const stored = (await call("/stored", ids)).result;
    for (const { articles, files } of stored) expect([articles.length, files.length]).toEqual([60, 60]);
    expect((await call("/findings")).result).toEqual([]);
    close();
  });
});
