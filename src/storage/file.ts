import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ScriptoriumError } from "../kernel/errors.js";
import type { StorageAdapter, StoreFinding } from "../kernel/storage.js";
import { accountStore } from "./file/account-store.js";
import { backupFileStore } from "./file/backup.js";
import { createBook } from "./file/book.js";
import { checkStore } from "./file/check.js";
import { contentStore } from "./file/content-store.js";
import { openContents } from "./file/contents.js";
import { makeFolder } from "./file/folder.js";
import { takeLock } from "./file/lock.js";
import { openMainLog } from "./file/main-log.js";
import { checkManifest } from "./file/manifest.js";
import { runStore } from "./file/run-store.js";
import { type Parts, taskStore } from "./file/task-store.js";
import { failed, storageTrouble } from "./file/trouble.js";

export { backupFileStore };

export interface FileOptions {
  /** The folder of the store, made when it is not there. */
  readonly path: string;
  /** Told of what was damaged and set aside, when the store is opened and when the content of a task is first read. */
  readonly onDamage?: (finding: StoreFinding) => void;
}

interface Open extends Parts {
  release(): Promise<void>;
}

/** Everything in a folder of JSON lines that one can read. One process may use a folder. */
export function fileStorage({ path, onDamage }: FileOptions): StorageAdapter {
  if (path === "") {
    throw new ScriptoriumError("CONFIG_INVALID", "The file storage has no path. Name a folder.");
  }
  let parts: Open | undefined;
  const findings: StoreFinding[] = [];

  function opened(): Parts {
    if (parts === undefined) throw failed("The storage is not open. Open it before using it.");
    return parts;
  }

  return {
    name: "file",
    tasks: taskStore(opened),
    content: contentStore(opened),
    runs: runStore(opened),
    accounts: accountStore(opened),
    async backup(target) {
      await opened().main.settled();
      await backupFileStore(path, target);
    },
    async *check() {
      const open = opened();
      yield* findings;
      yield* checkStore(path, open);
    },
    async open() {
      parts ??= await openStore(path, (finding) => {
        findings.push(finding);
        onDamage?.(finding);
      });
    },
    async close() {
      const closing = parts;
      if (closing === undefined) return;
      parts = undefined;
      await closing.main.close();
      await closing.contents.close();
      await closing.release();
    },
  };
}

async function openStore(path: string, found: (finding: StoreFinding) => void): Promise<Open> {
  try {
    await makeFolder(path);
    const { release } = await takeLock(join(path, "lock"), inUse);
    try {
      await checkManifest(path);
      const content = join(path, "content");
      await makeFolder(content);
      for (const name of await readdir(path)) if (name.endsWith(".tmp")) await rm(join(path, name));
      const book = createBook();
      const main = await openMainLog(path, book, found);
      return { book, main, contents: await openContents(content, book, found), release };
    } catch (error) {
      await release();
      throw error;
    }
  } catch (cause) {
    throw storageTrouble(cause);
  }
}

function inUse(pid: number): ScriptoriumError {
  return failed(`The store is in use by the process ${pid}. Stop that one, or choose another store.`);
}
