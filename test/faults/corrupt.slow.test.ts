import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { placeIn } from "../../src/adapters/cli/store-place.js";
import { ScriptoriumError } from "../../src/kernel/errors.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { seededRandom } from "../../src/kernel/values/random.js";
import { fileStorage } from "../../src/storage/file.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { call, type ServerProcess, startServer } from "../cli/server-process.js";
import { damageOneFile } from "./damage.js";

/** More with `npm run test:crash`. */
const AT_LENGTH = process.env["CRASH_ROUNDS"] !== undefined;
const STARTS = AT_LENGTH ? 40 : 4;
const TASKS = 20;

interface Store {
  readonly name: "sqlite" | "file";
  readonly create: (folder: string) => StorageAdapter;
  readonly times: number;
  /** Whether everything that is read is checked against a sum that was stored with it. */
  readonly hasSums: boolean;
}

const STORES: readonly Store[] = [
  { name: "sqlite", create: (folder) => sqliteStorage({ path: join(folder, "store.db") }), times: 200, hasSums: false },
  {
    name: "file",
    create: (folder) => fileStorage({ path: join(folder, "store") }),
    times: AT_LENGTH ? 200 : 50,
    hasSums: true,
  },
];

describe.each(STORES)("a $name store that was damaged", ({ name, create, times, hasSums }) => {
  let root: string;
  let whole: string;
  /** What is in the store before it is damaged, a text for every part of it. */
  let before: ReadonlyMap<string, string>;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "scriptorium-damaged-"));
    whole = join(root, "whole");
    await mkdir(whole);
    const storage = create(whole);
    await storage.open();
    await fill(storage);
    before = (await read(storage)).parts;
    await storage.close();
    expect(before.size).toBe(TASKS * 6);
  });
  afterAll(() => rm(root, { recursive: true }));

  it(`is refused in words or opened without what is damaged, and says which, ${times} times`, async () => {
    const outcomes = { refused: 0, repaired: 0, unharmed: 0 };
    for (let seed = 1; seed <= times; seed += 1) {
      const folder = join(root, String(seed));
      await cp(whole, folder, { recursive: true });
      const { said, lacksEnd } = await damageOneFile(folder, seededRandom(`damage ${seed}`));
      const outcome = await outcomeOf(folder, `${name}, seed ${seed}, ${said}`, lacksEnd);
      outcomes[outcome] += 1;
      await rm(folder, { recursive: true });
    }
    // Otherwise the damage was none, or everything is refused where parts could have been saved.
    expect(outcomes.refused + outcomes.repaired).toBeGreaterThan(times / 4);
  });

  async function outcomeOf(
    folder: string,
    said: string,
    lacksEnd: boolean,
  ): Promise<"refused" | "repaired" | "unharmed"> {
    const storage = create(folder);
    const refusal = await problemOf(storage.open());
    if (refusal !== undefined) {
      // Where the damage is in the very mark of a store it looks like a file of somebody else, or of a later version.
      expect(refusal, said).toMatch(/damaged.*(recover|backup|restore)|newer version|another program/);
      // The same again, and not something else each time.
      expect(await problemOf(create(folder).open()), said).toBe(refusal);
      return "refused";
    }
    const found = await findings(storage);
    const { parts, problems } = await read(storage);
    const reported = [...found, ...problems, ...(await setAside(folder))];
    if (hasSums) for (const [part, text] of parts) expect(before.get(part), `${said}: ${part}`).toBe(text);
    const lost = [...before.keys()].filter((part) => !parts.has(part));
    // The end of a store may be missing without a trace: that is how a write looks that was never acknowledged.
    if (lost.length > 0 && !lacksEnd) expect(reported, `${said}: ${lost.length} parts are gone`).not.toEqual([]);

    const written = await problemOf(storage.tasks.insert(task("written-later")));
    await storage.close();
    // Opened once, it can be opened again, and what was written meanwhile is there.
    const again = create(folder);
    expect(await problemOf(again.open()), said).toBeUndefined();
    if (written === undefined) {
      const found = await problemOf(
        again.tasks.get("written-later").then((found) => expect(found, said).toBeDefined()),
      );
      if (hasSums) expect(found, said).toBeUndefined();
    }
    await again.close();
    return lost.length > 0 || reported.length > 0 ? "repaired" : "unharmed";
  }
});

describe.each(STORES)("a server on a $name store that was damaged", ({ name, hasSums }) => {
  let cwd: string;
  const running: ServerProcess[] = [];
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scriptorium-damaged-"));
  });
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.kill("SIGKILL");
      await server.ended;
    }
    await rm(cwd, { recursive: true });
  });

  /** The server, or how it ended. */
  const started = async (data: string) => {
    const start = startServer({ cwd, args: ["--port", "0", "--storage", name, "--data", data] });
    const server = await start.catch((error: Error & { exitCode: unknown }) => error);
    if (!(server instanceof Error)) running.push(server);
    return server;
  };

  it(`starts with what is left, or ends with one line of advice, ${STARTS} times`, async () => {
    const first = await started("whole");
    if (first instanceof Error) throw first;
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      ids.push((await call(first.address, "/create/articlecreator")).result.id);
      await call(first.address, `/project/data/${ids[count]}`, {
        articleKeywordsFile: Array(100).fill(`word ${count}`),
      });
    }
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    for (let seed = 1; seed <= STARTS; seed += 1) {
      const data = `damaged-${seed}`;
      await cp(join(cwd, "whole"), join(cwd, data), { recursive: true });
      const { said } = await damageOneFile(placeIn(join(cwd, data), name), seededRandom(`start ${seed}`));
      for (let start = 0; start < 2; start += 1) {
        const server = await started(data);
        if (server instanceof Error) {
          expect(server, said).toMatchObject({ exitCode: 1 });
          expect(server.message, said).toMatch(/^[A-Z][^\n]*\. [A-Z][^\n]*\.$/);
          continue;
        }
        const { success, message, result } = await call(server.address, "/all-projects");
        if (!success) expect(message, said).toMatch(/damaged/);
        else if (hasSums) expect(ids, said).toEqual(expect.arrayContaining(result.map(({ id }: { id: string }) => id)));
        expect((await call(server.address, "/test")).success).toBe(true);
        server.kill("SIGKILL");
        await server.ended;
      }
    }
  });
});

/** The sentence it fails with; whatever else it may throw fails the test. */
async function problemOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    expect(error.message).toMatch(/^[A-Z][^/]*\. [A-Z][^/]*\.$/);
    return error.message;
  }
}

async function findings({ check }: StorageAdapter): Promise<string[]> {
  const found: string[] = [];
  const problem = await problemOf(
    (async () => {
      for await (const { where, trouble: what } of check?.() ?? []) found.push(`${where}: ${what}`);
    })(),
  );
  return problem === undefined ? found : [...found, problem];
}

/** Parts of the store that were put out of the way. */
async function setAside(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => /corrupt|damaged/.test(name));
}

function task(_id: string) {
  const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
  const data = { jobName: `Task ${_id}`, note: `${_id} `.repeat(100) };
  return {
    _id,
    group: "",
    name: data.jobName,
    type: "web scraper",
    status: "draft",
    data,
    ...times,
    revision: 1,
  } as const;
}

async function fill({ tasks, runs, accounts }: StorageAdapter): Promise<void> {
  const t = "2026-01-01T00:00:00.000Z";
  for (let index = 0; index < TASKS; index += 1) {
    const id = `task-${index}`;
    const runId = `run-${index}`;
    await tasks.insert(task(id));
    const run = { _id: runId, taskId: id, origin: "library", attempts: 1, seed: id, createdAt: t } as const;
    await runs.insert({ ...run, status: "running", fence: 1, revision: 1 });
    const bytes = Buffer.from(`${id} `.repeat(300 + index * 20));
    await runs.write(
      runId,
      {
        line: { key: id, line: id, state: "done", attempts: 1 },
        articles: [{ keyword: id, article: { keywords: [id], sentences: [`About ${id}.`] } }],
        rows: [{ id, text: id.repeat(50) }],
        files: [
          {
            path: "a.txt",
            type: "text/plain",
            size: bytes.length,
            sha256: createHash("sha256").update(bytes).digest("hex"),
            bytes,
          },
        ],
        log: [{ t, level: "info", msg: id }],
      },
      1,
    );
    await runs.replace({ ...run, status: "complete", revision: 2 });
    const settings = { user: id };
    await accounts.insert({
      _id: id,
      kind: "blog",
      name: id,
      settings,
      sealed: {},
      createdAt: t,
      updatedAt: t,
      revision: 1,
    });
  }
}

/** All that can still be read, and in what words the rest is refused. */
async function read({ tasks, content, runs, accounts }: StorageAdapter) {
  const parts = new Map<string, string>();
  const problems: string[] = [];
  const part = async (name: string, work: () => Promise<unknown>) => {
    const problem = await problemOf(
      work().then((found) => {
        const isThere = Array.isArray(found) ? found.length > 0 : found !== undefined;
        if (isThere) parts.set(name, JSON.stringify(found));
      }),
    );
    if (problem !== undefined) problems.push(problem);
  };
  for (let index = 0; index < TASKS; index += 1) {
    const id = `task-${index}`;
    await part(`${id} itself`, () => tasks.get(id));
    await part(`${id} article`, () => content.article(id, id));
    await part(`${id} rows`, () => Array.fromAsync(content.rows(id)));
    await part(
      `${id} file`,
      async () => Buffer.from((await content.file(id, "a.txt"))?.bytes ?? []).toString() || undefined,
    );
    await part(`${id} lines`, () => Array.fromAsync(runs.lines(`run-${index}`)));
    await part(`${id} account`, () => accounts.get(id));
  }
  return { parts, problems };
}
