import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { call, type ServerProcess, startServer } from "../cli/server-process.js";

const ROUNDS = 6;
const FILES = 1500;
const ARTICLES = 60;

it(`an index is whole after every kill while it is made, ${ROUNDS} times, and in the end holds everything once`, async () => {
  const cwd = mkdtempSync(join(tmpdir(), "scriptorium-index-kill-"));
  const files = join(cwd, "files");
  mkdirSync(files);
  for (let n = 0; n < FILES; n += 1) {
    const words = Array.from({ length: 200 }, (_, at) => `word${(n * 31 + at * 17) % 5000}`).join(" ");
    writeFileSync(join(files, `${n}.txt`), `Page ${n}\n\nCommon marker${n}x ${words}.`);
  }
  const providers = {
    search: [
      { kind: "local", name: "files", folder: files },
      { kind: "local", name: "stored" },
    ],
  };
  const start = (search: unknown = providers.search) =>
    startServer({
      cwd,
      args: ["--port", "0", "--data", join(cwd, "kept"), "--source-root", files],
      env: { SCRIPTORIUM_PROVIDERS: JSON.stringify({ search }) },
    });
  const indexes = join(cwd, "kept", "providers", "search");
  let server: ServerProcess | undefined;
  try {
    server = await start("none");
    await download(server.address, files);
    server.kill("SIGTERM");
    await server.ended;
    let counted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      server = await start();
      await wait(50 + Math.random() * 500);
      server.kill("SIGKILL");
      await server.ended;
      counted = Math.max(
        counted,
        ...readdirSync(indexes)
          .filter(isIndex)
          .map((name) => checked(join(indexes, name))),
      );
    }
    expect(counted).toBeGreaterThan(0);
    server = await start();
    const { address } = server;
    await expect
      .poll(() => states(address), { timeout: 120_000, interval: 500 })
      .toEqual([
        `The local index holds ${FILES.toLocaleString("en")} pages.`,
        `The local index holds ${ARTICLES} pages of 1 task.`,
      ]);
    server.kill("SIGTERM");
    await server.ended;
    const held = readdirSync(indexes)
      .filter(isIndex)
      .map((name) => checked(join(indexes, name)));
    expect(held.sort((a, b) => a - b)).toEqual([ARTICLES, FILES]);
  } finally {
    server?.kill("SIGKILL");
    await server?.ended;
    rmSync(cwd, { recursive: true, force: true });
  }
});

const isIndex = (name: string) => name.endsWith(".db");

/** Stores articles. */
async function download(address: string, folder: string): Promise<void> {
  const { result } = await call(address, "/create/articledownloader");
  const urlsFile = Array.from({ length: ARTICLES }, (_, n) => `file://${folder}/${n}.txt`);
  await call(address, `/project/data/${result.id}`, { urlsFile, dedupeContent: "off" });
  expect(await call(address, `/project/run/${result.id}`)).toMatchObject({ success: true });
  const status = async () => (await call(address, `/project/status/${result.id}`)).result[0].status;
  await expect.poll(status, { timeout: 120_000, interval: 200 }).toBe("complete");
}

async function states(address: string): Promise<string[]> {
  const { result } = await call(address, "/readyz?verbose");
  return result.providers.flatMap(({ port, says }: { port: string; says: string }) =>
    port === "search" ? [says] : [],
  );
}

/** Throws where the index contradicts itself; how many pages are in it. */
function checked(path: string): number {
  const database = new DatabaseSync(path);
  try {
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'words'").get() === undefined) return 0;
    database.exec("INSERT INTO words (words) VALUES ('integrity-check')");
    const counts = database
      .prepare(
        "SELECT (SELECT count(*) FROM pages) AS pages, (SELECT count(*) FROM texts) AS texts, (SELECT count(*) FROM words_docsize) AS words",
      )
      .get();
    expect(counts?.["texts"]).toBe(counts?.["pages"]);
    expect(counts?.["words"]).toBe(counts?.["pages"]);
    return Number(counts?.["pages"]);
  } finally {
    database.close();
  }
}
