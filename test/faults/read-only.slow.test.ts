import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, cleanEnvironment, startServer } from "../cli/server-process.js";
import { STORAGES } from "../crash/places.js";
import { asNobody, NO_MOUNT, smallDisk } from "./machine.js";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scriptorium-sealed-"));
  await chmod(cwd, 0o755);
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

/** A store with a task in it, at rest. */
async function filled(storage: string, data: string): Promise<void> {
  const server = await startServer({ cwd, args: ["--port", "0", "--storage", storage, "--data", data] });
  expect((await call(server.address, "/create/articlecreator")).success).toBe(true);
  server.kill("SIGTERM");
  expect(await server.ended).toBe(0);
}

/** How a start ends that is to fail. */
function start([program = "", ...words]: readonly string[]) {
  const { status, stderr, stdout } = spawnSync(program, words, {
    cwd,
    env: cleanEnvironment(),
    encoding: "utf8",
    timeout: 30_000,
  });
  return { status, lines: stderr.trim().split("\n"), stdout };
}

function expectOneLine({ status, lines, stdout }: ReturnType<typeof start>): void {
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
  expect(lines[0]).not.toMatch(/EROFS|EACCES|SQLITE|errno| at /);
  expect(stdout).toBe("");
  expect(status).toBe(1);
}

const STORES = STORAGES.filter(({ name }) => name !== "postgres");

describe.each(STORES)("$name where nothing can be written", ({ name }) => {
  const words = (data: string) => ["serve", "--port", "0", "--storage", name, "--data", data];

  it("is refused in one line on a disk that is mounted read-only, the old store as well as a new one", async (context) => {
    const disk = await smallDisk("16m");
    if (disk === undefined) return context.skip(NO_MOUNT);
    try {
      const old = join(disk.folder, "old");
      await filled(name, old);
      await disk.seal();
      expectOneLine(start([process.execPath, bin, ...words(old)]));
      expectOneLine(start([process.execPath, bin, ...words(join(disk.folder, "new"))]));
    } finally {
      await disk.remove();
    }
  });

  it("is refused in one line to a user without the right to write", async (context) => {
    const program = await asNobody(bin);
    if (program === undefined)
      return context.skip("this user cannot start a process as another that can read the build");
    const old = join(cwd, "old");
    await filled(name, old);
    const closed = join(cwd, "closed");
    await mkdir(closed);
    await chmod(closed, 0o555);
    expectOneLine(start(program(...words(old))));
    expectOneLine(start(program(...words(join(closed, "new")))));
  });
});
