import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileOf } from "../../src/kernel/contracts/storage/samples.js";
import { runInProgress, upTo } from "../../src/kernel/contracts/storage/support.js";
import type { Run, StorageAdapter } from "../../src/kernel/storage.js";
import { fileStorage } from "../../src/storage/file.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

interface Store {
  readonly name: string;
  make(path: string): StorageAdapter;
  /** Changes a byte of a stored file; SQLite and the log of a task keep it among other things. */
  damage(path: string, name: string): void;
}

const SMALL = fileOf("small.bin", [1, 2, 3, 4]);
const LARGE = fileOf(
  "large.bin",
  upTo(9000).map((number) => number % 256),
);

const STORES: readonly Store[] = [
  {
    name: "sqlite",
    make: (path) => sqliteStorage({ path }),
    damage(path, name) {
      using database = new DatabaseSync(path);
      database
        .prepare(
          "UPDATE file SET bytes = CAST(substr(bytes, 1, 2) || X'ff' || substr(bytes, 4) AS BLOB) WHERE path = ?",
        )
        .run(name);
    },
  },
  {
    name: "file",
    make: (path) => fileStorage({ path }),
    damage(path, name) {
      const isSmall = name === SMALL.path;
      const place = join(path, "content", "1", isSmall ? "log.jsonl" : "1.bin");
      const bytes = readFileSync(place);
      const at = isSmall ? bytes.indexOf(Buffer.from(SMALL.bytes).toString("base64")) : 100;
      bytes[at] = bytes[at] === 0x42 ? 0x43 : 0x42;
      writeFileSync(place, bytes);
    },
  },
];

describe.each(STORES)("a file whose bytes changed in a $name store", ({ make, damage }) => {
  let folder: string;
  let path: string;
  let storage: StorageAdapter;
  let run: Run;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "scriptorium-damaged-files-"));
    path = join(folder, "store");
    storage = make(path);
    await storage.open();
    run = await runInProgress(storage);
    await storage.runs.write(run._id, { files: [SMALL, LARGE] }, run.fence ?? 0);
  });
  afterEach(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    [SMALL, LARGE],
    [LARGE, SMALL],
  ])("is refused in words and named by the check, and can be written again", async (damaged, other) => {
    expect(await Array.fromAsync(storage.check?.() ?? [])).toEqual([]);
    damage(path, damaged.path);
    const refused = { code: "STORAGE_FAILED", message: expect.stringContaining(`"${damaged.path}"`) };
    await expect(storage.content.file("task-1", damaged.path)).rejects.toMatchObject(refused);
    expect((await storage.content.file("task-1", other.path))?.bytes).toEqual(other.bytes);
    const findings = await Array.fromAsync(storage.check?.() ?? []);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.where).toContain("task-1");

    await storage.runs.write(run._id, { files: [damaged] }, run.fence ?? 0);
    expect((await storage.content.file("task-1", damaged.path))?.bytes).toEqual(damaged.bytes);
  });
});
