import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { command } from "./command.js";
import { filled, seen } from "./seen.js";
import { call, type ServerProcess, startServer } from "./server-process.js";

let cwd: string;
let postgres: PostgresServer | undefined;
beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-between-"));
  postgres = await startPostgres();
  await postgres.createDatabase("moved");
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(cwd, { recursive: true, force: true });
});

interface Store {
  readonly name: string;
  readonly storage: string;
}

/** The way the tasks go: through every storage that outlives its process, and back to the first. */
const WAY: readonly Store[] = [
  { name: "first", storage: "sqlite" },
  { name: "second", storage: "file" },
  { name: "third", storage: "postgres" },
  { name: "last", storage: "sqlite" },
];

const environment = () => ({ SCRIPTORIUM_POSTGRES_URL: postgres?.url("moved") ?? "" });
const where = ({ name, storage }: Store) => ["--storage", storage, "--data", name];

async function on<T>(store: Store, work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await startServer({ cwd, args: ["--port", "0", ...where(store)], env: environment() });
  try {
    return await work(server);
  } finally {
    server.kill("SIGTERM");
    await server.ended;
  }
}

it("tasks that go from storage to storage and back are the same for clients, and in every export", async () => {
  const env = environment();
  const [first, ...others] = WAY as readonly [Store, ...Store[]];
  let ids: readonly string[] = [];
  const before = await on(first, async ({ address }) => {
    ids = await filled(address);
    await call(address, `/project/data/${ids[1]}`, { smtp: { password: "correct horse battery" } });
    return seen(address, ids);
  });
  const texts: string[] = [];
  const exportedFrom = async (store: Store) => {
    const file = `${store.name}.jsonl`;
    const { code, said } = await command(cwd, ["export", "--out", file, "--secrets", ...where(store)], { env });
    expect([code, said]).toEqual([0, expect.stringMatching(/^Exported 2 tasks/)]);
    // The first line says when the export was made.
    texts.push(readFileSync(join(cwd, file), "utf8").split("\n").slice(1).join("\n"));
    return file;
  };
  let file = await exportedFrom(first);
  for (const store of others) {
    const { code, said } = await command(cwd, ["import", file, ...where(store)], { env });
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^Imported 2 tasks.* need the key of the store they come from/),
    ]);
    const found = await command(cwd, ["doctor", "--store", "--quiet", ...where(store)], { env });
    expect([found.code, found.out]).toEqual([0, expect.stringMatching(/^The \w+ store is sound\.\n$/)]);
    expect(readFileSync(join(cwd, store.name, "projects", `${ids[0]}`, "articles", "wax-comb.html"), "utf8")).toMatch(
      /honey/,
    );
    file = await exportedFrom(store);
    expect(texts.at(-1)).toBe(texts[0]);
    expect(await on(store, ({ address }) => seen(address, ids))).toEqual(before);
  }
  expect(texts[0]).not.toContain("correct horse");
});

it("a file store in use says so and is exported from its backup", async () => {
  const store = { name: "in-use", storage: "file" };
  await on(store, async ({ address }) => {
    const ids = await filled(address);
    const refused = await command(cwd, ["export", ...where(store)]);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.said).toMatch(/^The store is in use by the server with the process id \d+.* "scriptorium backup"/);
    expect((await command(cwd, ["doctor", "--store", ...where(store)])).said).toMatch(/^The store is in use/);
    expect(await command(cwd, ["backup", "copy", ...where(store)])).toMatchObject({ code: 0 });
    const { out } = await command(cwd, ["export", "--storage", "file", "--data", "copy", "--quiet"]);
    for (const id of ids) expect(out).toContain(`{"task":{"_id":"${id}"`);
    expect(await command(cwd, ["doctor", "--store", "--storage", "file", "--data", "copy", "--quiet"])).toMatchObject({
      code: 0,
    });
  });
});

it("the address of a database is shown to nobody", async () => {
  const store = { name: "hidden", storage: "postgres" };
  const { line } = await on(store, async (server) => server);
  expect(line).toMatch(/\(tasks in Postgres\)\n$/);
  for (const url of ["postgres://me:s3cret@127.0.0.1:1/none", "postgres://me:s3cret@:::/", "s3cret"]) {
    const env = { SCRIPTORIUM_POSTGRES_URL: url };
    const { code, out, said } = await command(cwd, ["export", ...where(store)], { env });
    // What is no address is a setting that cannot be used.
    expect(code).toBe(url.includes("@127.0.0.1:") ? 1 : 2);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    expect(out + said).not.toContain("s3cret");
    const refused = await startServer({ cwd, args: ["--port", "0", ...where(store)], env }).catch(
      (error: Error) => error.message,
    );
    expect(refused).not.toContain("s3cret");
    expect(String(refused).split("\n")).toHaveLength(1);
  }
});

it("a key file that cannot be used is known at the start", async () => {
  writeFileSync(join(cwd, "short.key"), "too short", { mode: 0o600 });
  const start = (env: Readonly<Record<string, string>>, ...args: string[]) =>
    startServer({ cwd, args: ["--port", "0", "--data", "keyed", ...args], env }).then(
      () => "it started",
      (error: Error) => error.message,
    );
  expect(await start({}, "--key-file", "short.key")).toMatch(
    /^--key-file cannot be used\. The key file short\.key .*[^\n]$/,
  );
  expect(await start({ SCRIPTORIUM_KEY: "xyz" })).toMatch(/key/);
  expect(await start({ SCRIPTORIUM_KEY: "xyz" })).not.toContain("xyz");
  expect(existsSync(join(cwd, "keyed", "server.lock"))).toBe(false);
});

it("secrets are shown in replies only when that is set", async () => {
  const data = async (...args: string[]) => {
    const server = await startServer({ cwd, args: ["--port", "0", "--data", "shown", ...args] });
    try {
      const all = (await call(server.address, "/all-projects")).result as { id: string }[];
      const id = all[0]?.id ?? (await call(server.address, "/create/articlecreator")).result.id;
      if (all.length === 0) await call(server.address, `/project/data/${id}`, { blogPassword: "s3cret words" });
      return (await call(server.address, `/project/data/${id}`)).result.blogPassword;
    } finally {
      server.kill("SIGTERM");
      await server.ended;
    }
  };
  expect(await data()).toBe("********");
  expect(await data("--reveal-secrets")).toBe("s3cret words");
  expect(statSync(join(cwd, "shown", "secret.key")).mode & 0o777).toBe(0o600);
});
