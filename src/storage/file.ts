import { mkdir, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { ScriptoriumError } from "../kernel/errors.js";
import type { StorageAdapter, StoreFinding } from "../kernel/storage.js";
import { accountStore } from "./file/account-store.js";
import { backupFileStore } from "./file/backup.js";
import { checkStore } from "./file/check.js";
import { lostContent } from "./file/content-ends.js";
import { contentStore } from "./file/content-store.js";
import { openContents } from "./file/contents.js";
import { deliveryStore } from "./file/delivery-store.js";
import { failed, notOpen, storageError } from "./file/file-errors.js";
import { flushFolder, makeFolder, tryWriting } from "./file/folder.js";
import { FileHealth } from "./file/health.js";
import { takeLock } from "./file/lock.js";
import { openMainLog } from "./file/main-log.js";
import { checkManifest } from "./file/manifest.js";
import { checkPath, type FileOptions } from "./file/options.js";
import { runStore } from "./file/run-store.js";
import { createStoreIndex } from "./file/store-index.js";
import { type Parts, taskStore } from "./file/task-store.js";

export type { FileOptions } from "./file/options.js";
export { backupFileStore };

interface Open extends Parts {
  readonly folder: string;
  readonly health: FileHealth;
  close(): Promise<void>;
}

/** Everything in a folder of JSON lines that one can read. One process may use a folder. */
export function fileStorage({ path, onDamage }: FileOptions): StorageAdapter {
  checkPath(path);
  let parts: Open | undefined;
  const findings: StoreFinding[] = [];

  function opened(): Open {
    if (parts === undefined) throw notOpen();
    return parts;
  }

  return {
    name: "file",
    tasks: taskStore(opened),
    content: contentStore(opened),
    runs: runStore(opened),
    accounts: accountStore(opened),
    deliveries: deliveryStore(opened),
    async backup(to) {
      const { during, main, folder } = opened();
      await during(async () => {
        await main.settled();
        await backupFileStore(folder, to);
      });
    },
    async scrub() {
      const { main, during } = opened();
      await during(() => main.scrub());
    },
    async writable() {
      const { health, folder } = opened();
      await health.writable(() => tryWriting(folder));
    },
    async *check() {
      const open = opened();
      yield* findings;
      try {
        yield* checkStore(open.folder, open);
      } catch (cause) {
        throw storageError(cause);
      }
    },
    async open() {
      parts ??= await openStore(path, (finding) => {
        findings.push(finding);
        onDamage?.(finding);
      });
    },
    async close() {
      const closing = parts;
      parts = undefined;
      await closing?.close();
    },
  };
}

async function openStore(path: string, found: (finding: StoreFinding) => void): Promise<Open> {
  try {
    const folder = await madeFolder(path);
    const { release } = await takeLock(join(folder, "lock"), inUse);
    try {
      return { folder, ...(await openParts(folder, release, found)) };
    } catch (error) {
      await release();
      throw error;
    }
  } catch (cause) {
    throw storageError(cause);
  }
}

/** The folder itself may be behind a link; what is in it may not. */
async function madeFolder(path: string): Promise<string> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first !== undefined) {
    // Every folder that was made is new in the one it is in.
    const above = dirname(resolve(first));
    for (let folder = resolve(path); folder !== above; folder = dirname(folder)) await flushFolder(dirname(folder));
  }
  return realpath(path);
}

function inUse(pid: number): ScriptoriumError {
  return failed(`The store is in use by the process ${pid}. Stop that one, or choose another store.`);
}

async function openParts(
  folder: string,
  release: () => Promise<void>,
  found: (finding: StoreFinding) => void,
): Promise<Omit<Open, "folder">> {
  await checkManifest(folder);
  const content = join(folder, "content");
  const lacksContent = await makeFolder(content);
  if (lacksContent) await flushFolder(folder);
  const health = new FileHealth();
  const index = createStoreIndex();
  const main = await openMainLog(folder, index, health, found);
  let isCut = false;
  for await (const finding of lostContent(content, index)) {
    isCut = true;
    found(finding);
  }
  // With what is left noted, it is found no second time. Where there is no room for that it is.
  if (isCut) await main.scrub().catch(() => {});
  const contents = await openContents(content, index, health, main.isWhole, found);
  if (lacksContent && index.runs.size > 0) {
    found({
      where: "content",
      trouble: "The folder with what runs have produced is missing.",
      repair: "An empty one was made in its place; put the store back from a backup.",
    });
  }
  const working = new Set<Promise<unknown>>();
  return {
    index,
    main,
    contents,
    health,
    during(work) {
      const doing = work();
      const done = doing.catch(() => {}).finally(() => working.delete(done));
      working.add(done);
      return doing;
    },
    async close() {
      await Promise.all(working);
      await main.close();
      await contents.close();
      await release();
    },
  };
}
