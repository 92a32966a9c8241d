import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { StorageAdapter, TaskChange } from "../../src/kernel/storage.js";
import { fileStorage } from "../../src/storage/file.js";
import * as whenOpened from "../../src/storage/file-when-opened.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { postgresStorage } from "../../src/storage/postgres.js";
import * as postgresWhenOpened from "../../src/storage/postgres-when-opened.js";
import { storageWhenOpened } from "../../src/storage/storage-when-opened.js";
import { testStorageContract } from "./storage-contract.js";
import { opened } from "./storages.js";

const folder = mkdtempSync(join(tmpdir(), "scriptorium-when-opened-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, "store");
const connectionString = "postgres://nobody@127.0.0.1:1/none";

/** The names of what a storage has: `close`, `tasks.get` ... */
function namesIn(storage: StorageAdapter): string[] {
  return Object.entries(storage)
    .flatMap(([name, one]) =>
      typeof one === "object" ? Object.keys(one).map((method) => `${name}.${method}`) : [name],
    )
    .sort();
}

describe("a storage that is loaded when it is opened", () => {
  it("has the methods of the storage itself, and no others", () => {
    const fromFile = whenOpened.fileStorage({ path });
    expect(namesIn(fromFile)).toEqual(namesIn(fileStorage({ path })));
    expect(fromFile.name).toBe("file");
    const fromPostgres = postgresWhenOpened.postgresStorage({ connectionString });
    expect(namesIn(fromPostgres)).toEqual(namesIn(postgresStorage({ connectionString })));
    expect(fromPostgres.name).toBe("postgres");
  });

  it("refuses at once options that cannot be used", () => {
    const refusal = { code: "CONFIG_INVALID" };
    expect(() => whenOpened.fileStorage({ path: "" })).toThrow(expect.objectContaining(refusal));
    for (const options of [
      { connectionString: "" },
      { connectionString, schema: "pg_own" },
      { connectionString, maxConnections: 0 },
    ]) {
      expect(() => postgresWhenOpened.postgresStorage(options)).toThrow(expect.objectContaining(refusal));
    }
  });

  it("says that it is not open, before and after", async () => {
    const storage = whenOpened.fileStorage({ path: join(folder, "used-early") });
    const refusals = async () => [
      await storage.tasks.get("a").catch((error: unknown) => error),
      await Array.fromAsync(storage.runs.of("a")).catch((error: unknown) => error),
    ];
    const notOpen = expect.objectContaining({ code: "STORAGE_FAILED", message: expect.stringContaining("not open") });
    expect(await refusals()).toEqual([notOpen, notOpen]);
    await storage.open();
    expect(await storage.tasks.get("a")).toBeUndefined();
    await storage.close();
    expect(await refusals()).toEqual([notOpen, notOpen]);
  });

  it("is closed without being loaded when it was never used", async () => {
    const storage = storageWhenOpened("memory", [], async () => {
      throw new Error("loaded");
    });
    await storage.close();
    await expect(storage.open()).rejects.toThrow("loaded");
  });

  it("reports changes to those who listened before it was loaded, until they leave", async () => {
    const listeners = new Set<(change: TaskChange) => void>();
    const storage = storageWhenOpened("memory", ["watch"], async () => ({
      ...memoryStorage(),
      watch(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }));
    const heard: string[] = [];
    const stay = storage.watch!(({ id }) => heard.push(id));
    storage.watch!(() => heard.push("left at once"))();
    await storage.open();
    storage.watch!(({ id }) => heard.push(id));
    for (const listener of listeners) listener({ kind: "insert", id: "a" });
    expect(heard).toEqual(["a", "a"]);
    stay();
    expect(listeners.size).toBe(1);
  });

  it("copies a store of files that is not open", async () => {
    const source = await opened(whenOpened.fileStorage({ path: join(folder, "source") }));
    await source.close();
    const copy = join(folder, "copy");
    await whenOpened.backupFileStore(join(folder, "source"), copy);
    await (await opened(fileStorage({ path: copy }))).close();
    const missing = whenOpened.backupFileStore(join(folder, "missing"), join(folder, "other"));
    await expect(missing).rejects.toMatchObject({ code: "STORAGE_FAILED" });
  });
});

const paths = new WeakMap<StorageAdapter, string>();
let made = 0;
const openAt = (place: string) => {
  const storage = whenOpened.fileStorage({ path: place });
  paths.set(storage, place);
  return opened(storage);
};

testStorageContract([
  {
    name: "file, loaded when it is opened",
    cases: 100,
    harness: {
      create() {
        made += 1;
        return openAt(join(folder, String(made)));
      },
      async reopen(storage) {
        await storage.close();
        return openAt(paths.get(storage) ?? "");
      },
    },
    async end() {},
  },
]);
