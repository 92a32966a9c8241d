import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { isHidden } from "../../src/kernel/files/hidden-paths.js";
import { connectionTo } from "./client.js";
import { STORAGES } from "./places.js";
import { type StorageChoice, startServer } from "./server.js";

/** Settings without the providers that are there by themselves. */
export const OFF = { search: "none", browser: "none", images: "none", video: "none", maps: "none" };

export interface StoredFile {
  readonly path: string;
  readonly whole: boolean;
  readonly text: string;
}

/** What is stored of a task. */
export interface Stored {
  readonly articles: readonly { readonly keyword: string }[];
  readonly files: readonly StoredFile[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly runs: readonly unknown[];
}

/** A store of this storage with folders to read, and a server on it that is killed and started again. */
export async function killable(storage: string, choice: Partial<StorageChoice>) {
  const place = await STORAGES.find(({ name }) => name === storage)!.place();
  const store = await place.store();
  onTestFinished(store.remove);
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-crash-texts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const whole = { ...store.choice, web: { allowPrivate: ["127.0.0.1"] }, sourceRoots: [folder], ...choice };
  let server = await startServer(whole).ready;
  onTestFinished(() => server.kill());
  let connection = connectionTo(server.address);
  onTestFinished(() => connection.close());
  const call = async (path: string, body?: unknown) => (await connection.call(path, body)).result;
  return {
    folder,
    call,
    async killed() {
      connection.close();
      await server.kill();
      server = await startServer(whole).ready;
      connection = connectionTo(server.address);
    },
    async begun(type: string, data: object): Promise<string> {
      const { id } = await call(`/create/${type}`);
      await call(`/project/data/${id}`, data);
      await call(`/project/run/${id}`);
      return id;
    },
    async settled(id: string): Promise<string> {
      for (;;) {
        const [{ status }] = await call(`/project/status/${id}`);
        if (status === "complete" || status === "failed") return status;
        await wait(50);
      }
    },
    async stored(id: string): Promise<Stored> {
      const [stored] = (await call("/stored", [id])) as readonly [Stored];
      return { ...stored, files: stored.files.filter(({ path }) => !isHidden(path)) };
    },
  };
}

/** Resolves when something was asked for the next of these times; the answer to that is to be held back. */
export function holding(ends: readonly number[]) {
  const waits = ends.map(() => Promise.withResolvers<void>());
  let count = 0;
  return {
    /** Whether this one is held back. */
    counts(): boolean {
      count += 1;
      const at = ends.indexOf(count);
      waits[at]?.resolve();
      return at >= 0;
    },
    reached: waits.map(({ promise }) => promise),
  };
}
