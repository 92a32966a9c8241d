import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { connectionTo } from "../crash/client.js";
import { STORAGES } from "../crash/places.js";
import { startServer } from "../crash/server.js";
import { canTrace, NO_STRACE, trace } from "./machine.js";

const CALLS = "write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,openat,rename,renameat,renameat2,unlink,unlinkat";

for (const { name, place: placeOf } of STORAGES) {
  if (name === "postgres") continue;
  it(`${name} has flushed all it wrote, and the folders of new and renamed files, before each reply`, async (context) => {
    if (!canTrace()) return context.skip(NO_STRACE);
    const root = await mkdtemp(join(tmpdir(), "scriptorium-order-"));
    const store = await (await placeOf(root)).store();
    const server = await startServer(store.choice).ready;
    try {
      const { call } = connectionTo(server.address);
      const record = join(root, "trace");
      const tracer = await trace(server.pid, ["-y", "-s", "40", "-e", `trace=${CALLS}`, "-o", record]);
      const ids: string[] = [];
      for (let count = 0; count < 12; count += 1) {
        const { id } = (await call("/create/crashwork")).result;
        ids.push(id);
        await call(`/project/data/${id}`, { note: `${count} `.repeat(count % 3 === 0 ? 30_000 : 10), lines: ["a"] });
      }
      for (const id of ids.slice(0, 4)) await call(`/project/delete/${id}`);
      await tracer.end();
      const { replies, unsafe } = judged(await readFile(record, "utf8"), root);
      expect(replies).toBeGreaterThanOrEqual(28);
      expect(unsafe).toEqual([]);
    } finally {
      await server.kill();
      await rm(root, { recursive: true });
    }
  });
}

/** Goes through the calls in their order and returns what was not safe yet when a reply went out. */
function judged(record: string, root: string): { readonly replies: number; readonly unsafe: readonly string[] } {
  const written = new Set<string>();
  const folders = new Set<string>();
  const unfinished = new Map<string, string>();
  const unsafe: string[] = [];
  let replies = 0;
  for (const line of record.split("\n")) {
    const [, thread = "", text = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    // A call of one thread may be interrupted in the record by those of others; a flush counts when it has ended.
    if (text.endsWith("<unfinished ...>")) unfinished.set(thread, text);
    const resumed = /^<\.\.\. (\w+) resumed>/.test(text);
    const whole = resumed ? `${unfinished.get(thread)} ${text}` : text;
    const [, called = ""] = /^(\w+)\(/.exec(whole) ?? [];
    const begins = !resumed;
    const ends = !text.endsWith("<unfinished ...>");
    const [, open = ""] = /^\w+\(\d+<([^>]*)>/.exec(whole) ?? [];
    if (/write/.test(called)) {
      if (begins && open.startsWith(root) && isKept(open)) written.add(open);
      if (begins && /HTTP\/1\.1 200/.test(whole)) {
        replies += 1;
        for (const path of written) unsafe.push(`reply ${replies}: ${path.slice(root.length)} is not flushed`);
        for (const path of folders)
          unsafe.push(`reply ${replies}: the folder ${path.slice(root.length)} is not flushed`);
      }
    } else if (/sync/.test(called) && ends && / = 0$/.test(whole)) {
      written.delete(open);
      folders.delete(open);
    } else if (called === "openat" && ends && whole.includes("O_CREAT")) {
      const [, made = ""] = / = \d+<([^>]*)>$/.exec(whole) ?? [];
      // A file that was there already is opened like this too; then its folder is flushed once too often at worst.
      if (made.startsWith(root) && isKept(made)) folders.add(dirname(made));
    } else if (called.startsWith("rename") && ends && / = 0$/.test(whole)) {
      const [, from = "", to = ""] = /"([^"]*)"(?:,[^"]*)"([^"]*)"/.exec(whole) ?? [];
      if (written.delete(from)) unsafe.push(`${from.slice(root.length)} was renamed before it was flushed`);
      if (to.startsWith(root)) folders.add(dirname(to));
    }
  }
  return { replies, unsafe };
}

/** The shared memory of SQLite is rebuilt from the log after a crash, and its pages are copied from there later. */
function isKept(path: string): boolean {
  return !/\.db(-shm)?$/.test(path);
}
