import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { seededRandom } from "../../src/kernel/values/random.js";
import { command } from "../cli/command.js";
import { call, type ServerProcess, startServer } from "../cli/server-process.js";

/** `npm run test:crash` asks for more. */
const KILLS = Number(process.env["CRASH_ROUNDS"] ?? 20);
const LINES = Array.from({ length: 12 }, (_, number) => `line${number}`);
const plugins = fileURLToPath(new URL("filer.mjs", import.meta.url));

let cwd: string;
let server: ServerProcess | undefined;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-laid-out-"));
});
afterEach(async () => {
  server?.kill("SIGKILL");
  await server?.ended;
  rmSync(cwd, { recursive: true, force: true });
});

async function started(): Promise<ServerProcess> {
  server = await startServer({ cwd, args: ["--port", "0", "--plugins", plugins, "--plugin-isolation", "thread"] });
  return server;
}

const everything = () => readdirSync(join(cwd, "scriptorium-data"), { recursive: true }).map(String);

it(`after ${KILLS} kills every complete task has its files laid out, and nothing else is left`, async () => {
  const random = seededRandom("laid out");
  const ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { address, kill: end, ended } = await started();
    for (let count = 0; count < 2; count += 1) {
      const { id } = (await call(address, "/create/filer")).result;
      await call(address, `/project/data/${id}`, { linesFile: LINES });
      await call(address, `/project/run/${id}`);
      ids.push(id);
    }
    await wait(random.integer(1, 400));
    end("SIGKILL");
    await ended;
  }
  const { address, kill: end, ended } = await started();
  const open = async () =>
    (await call(address, "/all-projects")).result.filter(({ status }: { status: string }) =>
      ["waiting", "running"].includes(status),
    );
  await expect.poll(open, { timeout: 120_000 }).toEqual([]);
  const listed: readonly { id: string; status: string }[] = (await call(address, "/all-projects")).result;
  const complete = listed.filter(({ status }) => status === "complete").map(({ id }) => id);
  const missing = () => {
    const there = new Set(everything());
    return complete.flatMap((id) =>
      LINES.flatMap((line) => ["a", "b", "c"].map((name) => `projects/${id}/${line}/${name}.txt`)).filter(
        (path) => !there.has(path),
      ),
    );
  };
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
  end("SIGTERM");
  await ended;
  expect(everything().filter((name) => /\.tmp$|\.lock/.test(name))).toEqual([]);
  expect(await command(cwd, ["doctor", "--store", "--quiet"])).toMatchObject({ code: 0 });
  rmSync(join(cwd, "scriptorium-data/projects", complete[0]!, LINES[0]!, "a.txt"));
  expect((await command(cwd, ["doctor", "--store", "--quiet"])).out).toBe(
    `projects/${complete[0]}/line0/a.txt: The file is missing or has another size than the one in the store. The next start of the server writes the one in the store.\n`,
  );
}, 600_000);
