import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { STORE_OF_VERSION_2 } from "../storage/sqlite-version-2.js";
import { command, type Running, start } from "./command.js";

const COPY = "scriptorium.db.before-4";

let cwd: string;
let server: Running | undefined;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-older-"));
  mkdirSync(join(cwd, "data"));
  using database = new DatabaseSync(join(cwd, "data", "scriptorium.db"));
  database.exec(STORE_OF_VERSION_2);
});
afterEach(async () => {
  server?.process.kill("SIGKILL");
  await server?.ended;
  server = undefined;
  rmSync(cwd, { recursive: true });
});

const doctor = (...more: string[]) => command(cwd, ["doctor", "--store", "--quiet", "--data", "data", ...more]);
const copies = () => readdirSync(join(cwd, "data")).filter((name) => name.includes("before"));

it("the copy of an upgrade is named by the start that made it and by the doctor, and removed when that is asked for", async () => {
  let said = "";
  server = start(cwd, ["serve", "--port", "0", "--data", "data"]);
  server.process.stderr?.on("data", (text: string) => {
    said += text;
  });
  await vi.waitUntil(() => said.includes(COPY), { timeout: 60_000 });
  expect(said).toMatch(/passwords in the clear.*scriptorium doctor --store --remove-copies/);

  const named = await doctor();
  expect(named).toMatchObject({ code: 0, said: "" });
  expect(named.out).toMatch(
    /^The sqlite store is sound\.\nscriptorium\.db\.before-4: .*passwords in the clear\..*--remove-copies/,
  );
  expect(JSON.parse((await doctor("--json")).out)).toMatchObject({ sound: true, copies: [COPY] });
  expect(copies()).toEqual([COPY]);

  expect((await doctor("--remove-copies")).out).toBe(`The sqlite store is sound.\n${COPY}: It was removed.\n`);
  expect(copies()).toEqual([]);
  expect((await doctor()).out).toBe("The sqlite store is sound.\n");
});

it.each([
  ["export", "--out", "tasks.jsonl", "--quiet"],
  ["doctor", "--store", "--json"],
])("%s names the copy when it is what brings the store up to date", async (...words) => {
  const sentence = expect.stringMatching(new RegExp(`${COPY} .*passwords in the clear.*--remove-copies`));
  expect(await command(cwd, [...words, "--data", "data"])).toMatchObject({ code: 0, said: sentence });
  expect(copies()).toEqual([COPY]);
  expect(await command(cwd, [...words, "--data", "data"])).toMatchObject({ code: 0, said: "" });
});

it("the copy stays while the store is not sound", async () => {
  expect((await doctor()).code).toBe(0);
  {
    using database = new DatabaseSync(join(cwd, "data", "scriptorium.db"));
    database.exec("UPDATE article SET record = 'x'");
  }
  const answer = await doctor("--remove-copies");
  expect(answer.code).toBe(1);
  expect(answer.out).toContain(COPY);
  expect(copies()).toEqual([COPY]);
});
