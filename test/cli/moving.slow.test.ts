import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { command, type Ended, start } from "./command.js";
import { filled, seen, until } from "./seen.js";
import { call, type ServerProcess, startServer } from "./server-process.js";

let cwd: string;
const running: ServerProcess[] = [];
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "scriptorium-moving-"));
});
afterEach(async () => {
  await stopAll();
  rmSync(cwd, { recursive: true, force: true });
});

async function served(...args: string[]): Promise<ServerProcess> {
  const server = await startServer({ cwd, args: ["--port", "0", ...args] });
  running.push(server);
  return server;
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) {
    server.kill("SIGTERM");
    await server.ended;
  }
}

const run = (...args: string[]): Promise<Ended> => command(cwd, args);

describe("export and import", () => {
  it("move all tasks with what they hold into another store while a server runs", async () => {
    const source = await served("--data", "from");
    const ids = await filled(source.address);
    const before = await seen(source.address, ids);
    const exported = await run("export", "--data", "from", "--out", "tasks.jsonl");
    expect(exported).toMatchObject({ code: 0, out: "" });
    expect(exported.said).toMatch(/^Exported 2 tasks, 1 run, 2 articles, 2 rows, 9 files\.$/m);
    expect(statSync(join(cwd, "tasks.jsonl")).mode & 0o777).toBe(0o600);
    const imported = await run("import", "tasks.jsonl", "--data", "to");
    expect(imported).toMatchObject({ code: 0, out: "" });
    expect(imported.said).toMatch(/^Imported 2 tasks, 1 run, 2 articles, 2 rows, 9 files\.$/m);
    const target = await served("--data", "to");
    expect(await seen(target.address, ids)).toEqual(before);
    // A task that came from elsewhere is one like any other.
    await call(target.address, `/project/run/${ids[0]}`);
    await until(async () => (await call(target.address, `/project/status/${ids[0]}`)).result[0].status === "complete");
  });

  it("go through a pipe, and take what the filters ask for", async () => {
    const source = await served();
    const [, draft] = await filled(source.address);
    const { out, code } = await run(
      "export",
      "--status",
      "draft",
      "--type",
      "Article Creator",
      "--group",
      "bees",
      "--quiet",
    );
    expect(code).toBe(0);
    const imported = await command(cwd, ["import", "-", "--data", "to", "--quiet"], { input: out });
    expect(imported).toEqual({ code: 0, out: "", said: "" });
    const target = await served("--data", "to");
    expect((await call(target.address, "/all-projects")).result).toMatchObject([{ id: draft }]);
  });

  it("say which task type was probably meant, when there is none of the name", async () => {
    const source = await served();
    await filled(source.address);
    const { code, said } = await run("export", "--type", "webcrawlr", "--out", "none", "--quiet");
    expect({ code, said }).toEqual({
      code: 1,
      said: 'There is no task type "webcrawlr". Did you mean "web crawler"?\n',
    });
    expect(await run("export", "--group", "nope", "--out", "none", "--quiet")).toMatchObject({
      code: 1,
      said: 'No task is in the group "nope". GET /task/groups lists the groups.\n',
    });
    expect((await run("export", "--type", "webcrawler", "--out", "some", "--quiet")).said).toBe("");
  });

  it("read a named pipe as a file", async () => {
    const source = await served();
    await filled(source.address);
    const { out } = await run("export", "--quiet");
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    const { ended } = start(cwd, ["import", "pipe", "--data", "to"]);
    await writeFile(join(cwd, "pipe"), out);
    expect(await ended).toMatchObject({ code: 0, said: expect.stringMatching(/^Imported 2 tasks/) });
  });

  it("change nothing when something is there already, except with skip or replace", async () => {
    const source = await served();
    const [done, draft] = await filled(source.address);
    const { out } = await run("export", "--quiet");
    await call(source.address, `/project/data/${done}`, { jobName: "Wax" });
    await call(source.address, `/project/delete/${draft}`);
    const names = async () =>
      (await call(source.address, "/all-projects")).result.map(({ name }: { name: string }) => name);
    const again = (...args: string[]) => command(cwd, ["import", "-", ...args], { input: out });
    const refused = await again();
    expect(refused.code).toBe(1);
    expect(refused.said).toBe(
      `The store already has the task ${done} "Wax" (line 2). Choose --on-conflict skip or --on-conflict replace, or import into another store.\n`,
    );
    expect(await names()).toEqual(["Wax"]);
    expect((await again("--on-conflict", "skip")).said).toBe("Imported 1 task. Skipped 1 already there.\n");
    expect(await names()).toEqual(["Wax", '\u{1f41d} e\u0301 \u2028 "x"']);
    expect((await again("--on-conflict", "replace")).said).toMatch(/^Imported 2 tasks.* Replaced 2 already there\.\n$/);
    expect(await names()).toEqual(["Honey", '\u{1f41d} e\u0301 \u2028 "x"']);
    expect(await again("--on-conflict", "merge")).toMatchObject({
      code: 2,
      said: expect.stringContaining("refuse, skip or replace"),
    });
  });

  it("leave no file of a task that is replaced, also when they fail after that", async () => {
    const source = await served();
    const [done = ""] = await filled(source.address);
    await stopAll();
    const { out } = await run("export", "--quiet");
    const filesOf = () => readdirSync(join(cwd, "scriptorium-data/projects", done), { recursive: true });
    expect(filesOf()).not.toEqual([]);
    const records = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter((record) => record.file === undefined && record.bytes === undefined);
    records.at(-1).end.files = 0;
    const input = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    const imported = await command(cwd, ["import", "-", "--on-conflict", "replace"], { input });
    expect(imported.said).toMatch(/Replaced 2 already there/);
    expect(filesOf).toThrow(/ENOENT/);

    expect((await command(cwd, ["import", "-", "--on-conflict", "replace"], { input: out })).code).toBe(0);
    expect(filesOf()).not.toEqual([]);
    // Nothing can be written to the store once the task is deleted.
    {
      using database = new DatabaseSync(join(cwd, "scriptorium-data/scriptorium.db"));
      database.exec("CREATE TRIGGER broken BEFORE INSERT ON task BEGIN SELECT RAISE(ABORT, 'no'); END");
    }
    expect((await command(cwd, ["import", "-", "--on-conflict", "replace"], { input: out })).code).toBe(1);
    expect(filesOf).toThrow(/ENOENT/);
  });

  it("refuse a file that is not whole in one sentence with the line, and import nothing of it", async () => {
    const source = await served();
    await filled(source.address);
    const { out } = await run("export", "--quiet");
    const lines = out.trimEnd().split("\n");
    const put = async (name: string, text: string | Uint8Array) => {
      writeFileSync(join(cwd, name), text);
      return run("import", name, "--data", "to");
    };
    expect((await put("cut", `${lines.slice(0, -1).join("\n")}\n`)).said).toMatch(
      /^The file ends with line \d+ .* cut off\. Export again\.\n$/,
    );
    expect((await put("torn", lines.with(1, lines[1]!.slice(0, 100)).join("\n"))).said).toMatch(
      /^Line 2 of the file is not JSON\./,
    );
    expect(
      (await put("newer", lines.with(0, lines[0]!.replace(/"version":\d+/, '"version":99')).join("\n"))).said,
    ).toMatch(/newer version/);
    expect((await put("type", out.replaceAll('"type":"article creator"', '"type":"tea leaves"'))).said).toMatch(
      /^Line 2 .* "tea leaves"/,
    );
    expect((await put("bytes", Uint8Array.of(0xff, 0xfe, 0x0a))).said).toMatch(/^Line 1 of the file is not UTF-8/);
    expect((await put("empty", "")).said).toMatch(/^The file is empty/);
    expect((await run("import", "none", "--data", "to")).said).toBe(
      "none could not be read. Check its name and permissions.\n",
    );
    expect((await run("import", ".", "--data", "to")).said).toMatch(
      /^\. is a folder\. Name the file that was exported\./,
    );
    expect(JSON.parse((await run("doctor", "--store", "--data", "to", "--json")).out)).toMatchObject({ sound: true });
    const target = await served("--data", "to");
    expect((await call(target.address, "/all-projects")).result).toEqual([]);
  });

  it("leave out a run that cannot be used, say which line it is, and take the rest", async () => {
    const source = await served();
    const ids = await filled(source.address);
    const { out } = await run("export", "--quiet");
    writeFileSync(join(cwd, "odd"), out.replace('"attempts":1', '"attempts":1,"invented":1'));
    const { code, said } = await run("import", "odd", "--data", "to", "--quiet");
    expect(code).toBe(1);
    expect(said).toMatch(/^Line \d+ of the file holds a run that cannot be used: .*"invented"\. It is left out\.\n$/);
    const target = await served("--data", "to");
    expect((await call(target.address, "/all-projects")).result).toHaveLength(ids.length);
  });

  it("end quietly when nobody reads on", async () => {
    const source = await served();
    await filled(source.address);
    const { process: child, ended } = start(cwd, ["export"]);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 141, said: "" });
  });

  it("leave nothing half done when they are stopped", async () => {
    const temporary = mkdtempSync(join(cwd, "tmp-"));
    const { process: child, ended } = start(cwd, ["import", "-"], { TMPDIR: temporary });
    child.stdin?.write('{"scriptorium":"export"');
    await until(async () => {
      const [folder] = readdirSync(temporary);
      const lines = folder && statSync(join(temporary, folder, "lines"), { throwIfNoEntry: false });
      return lines ? lines.size > 0 : false;
    });
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, said: "Stopped.\n" });
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(join(cwd, "scriptorium-data"))).toBe(false);
  });

  it("leave whole tasks, and such that say they are not, when the import is killed", async () => {
    const at = "2026-01-01T00:00:00.000Z";
    const rowsOf = (index: number) =>
      Array.from({ length: index % 100 === 7 ? 700 : 1 }, (_, row) => ({ row: { row } }));
    const many = Array.from({ length: 2000 }, (_, index) => {
      const [task, run] = [`task${index}`, `run${index}`];
      const common = { createdAt: at, revision: 2, status: "complete" };
      return [
        {
          task: {
            _id: task,
            group: "",
            name: task,
            type: "article creator",
            data: { jobName: task },
            updatedAt: at,
            runId: run,
            ...common,
          },
        },
        { run: { _id: run, taskId: task, origin: "api", attempts: 1, seed: "s", ...common } },
        ...rowsOf(index),
      ];
    });
    const rows = many.flat().length - 2 * many.length;
    const counts = {
      accounts: 0,
      tasks: many.length,
      runs: many.length,
      lines: 0,
      rows,
      articles: 0,
      files: 0,
      log: 0,
    };
    const header = { scriptorium: "export", version: 1, secrets: false, exportedAt: at };
    const lines = [header, ...many.flat(), { end: counts }];
    writeFileSync(join(cwd, "many"), lines.map((line) => JSON.stringify(line)).join("\n"));
    const { process: child, ended } = start(cwd, ["import", "many"]);
    const log = join(cwd, "scriptorium-data/scriptorium.db-wal");
    await until(async () => existsSync(log) && statSync(log).size > 200_000);
    child.kill("SIGKILL");
    await ended;
    expect((await run("doctor", "--store")).code).toBe(0);
    const tasks = async () => {
      const lines = (await run("export", "--quiet")).out.trimEnd().split("\n").slice(1, -1);
      const found = new Map<string, unknown[]>();
      for (const record of lines.map((line) => JSON.parse(line))) {
        if (record.task !== undefined) found.set(record.task._id, []);
        [...found.values()].at(-1)?.push(record);
      }
      return found;
    };
    const part = await tasks();
    expect(part.size).toBeGreaterThan(0);
    for (const [id, records] of part) {
      const [{ task }] = records as [{ task: { status: string; error?: { code: string } } }];
      const index = Number(id.slice("task".length));
      if (task.error === undefined) expect(records).toEqual(many[index]);
      else expect([task.status, task.error.code]).toEqual(["failed", "interrupted"]);
    }
    expect((await run("import", "many", "--on-conflict", "replace")).said).toMatch(
      new RegExp(`Replaced ${part.size} `),
    );
    expect([...(await tasks()).values()].flat()).toEqual(many.flat());
  });

  it("say in one sentence what they lack", async () => {
    expect((await run("export")).said).toMatch(/^There is no sqlite store in the folder scriptorium-data\./);
    expect((await run("export", "--storage", "memory")).said).toMatch(/^The memory storage is gone with its process/);
    expect((await run("export", "--out")).said).toMatch(/^The option "--out" needs a value\./);
    expect((await run("import")).said).toMatch(/^The command "import" needs the file to import/);
    expect((await run("import", "a", "b")).said).toMatch(/^The word "b" belongs to no option\./);
    expect((await run("export", "--port", "1")).said).toMatch(/^There is no option "--port"/);
    expect((await run("transport")).said).toMatch(/^There is no command "transport"/);
    // A command that only reads makes nothing.
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("do not write where they cannot, and leave what was there", async () => {
    await served();
    writeFileSync(join(cwd, "old"), "old");
    expect(await run("export", "--out", "missing/file")).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^missing\/file could not be written, because its folder is not there\./),
    });
    expect(await run("export", "--out", "old", "--group", "x")).toMatchObject({
      code: 1,
      said: expect.stringContaining('"x"'),
    });
    expect((await run("export", "--out", "old")).code).toBe(0);
    expect(readFileSync(join(cwd, "old"), "utf8").trimEnd().split("\n")).toHaveLength(2);
    expect(readdirSync(cwd).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("a backup", () => {
  it("is a whole store, made while the server writes", async () => {
    const source = await served();
    const acknowledged = await filled(source.address);
    let writing = true;
    const writer = (async () => {
      while (writing) await call(source.address, "/create/articlecreator");
    })();
    const made = await run("backup", "copy");
    writing = false;
    await writer;
    expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/^Copied the store to copy\./) });
    expect(statSync(join(cwd, "copy")).mode & 0o777).toBe(0o700);
    expect(await run("doctor", "--store", "--data", "copy")).toMatchObject({ code: 0 });
    const before = await seen(source.address, acknowledged);
    const copy = await served("--data", "copy");
    expect(await Promise.all(acknowledged.map((id) => call(copy.address, `/project/data/${id}`)))).toEqual(
      await Promise.all(acknowledged.map((id) => call(source.address, `/project/data/${id}`))),
    );
    expect(await seen(copy.address, acknowledged)).toMatchObject({ wax: (before as { wax: unknown }).wax });
  });

  it("never takes the place of anything", async () => {
    await served();
    writeFileSync(join(cwd, "copy"), "mine");
    expect((await run("backup", "copy")).said).toBe("copy is there already. Name a folder that is not.\n");
    expect(readFileSync(join(cwd, "copy"), "utf8")).toBe("mine");
    expect((await run("backup", "missing/copy")).said).toMatch(
      /^missing\/copy could not be written, because its folder/,
    );
    expect((await run("backup")).said).toMatch(/^The command "backup" needs the folder to make/);
    expect((await run("backup", "x", "--data", "none")).said).toMatch(/^There is no sqlite store in the folder none/);
    expect(readdirSync(cwd).filter((name) => name.includes("copy"))).toEqual(["copy"]);
  });

  it("of Postgres is left to its own tool", async () => {
    const answer = await command(cwd, ["backup", "copy", "--storage", "postgres"], {
      env: { SCRIPTORIUM_POSTGRES_URL: "postgres://me:s3cret@127.0.0.1:1/none" },
    });
    expect(answer.code).toBe(1);
    expect(answer.said).toMatch(/pg_dump, or "scriptorium export"/);
  });
});

describe("the doctor", () => {
  it("finds a sound store sound while a server uses it", async () => {
    const source = await served();
    await filled(source.address);
    expect(await run("doctor", "--store", "--quiet")).toEqual({
      code: 0,
      out: "The sqlite store is sound.\n",
      said: "",
    });
    const { out } = await run("doctor", "--store", "--json");
    expect(JSON.parse(out)).toEqual({ sound: true, storage: "sqlite", findings: [], copies: [] });
  });

  it("says of each file in the folder of finished files what the next start does about it, and that does it", async () => {
    const [done = ""] = await filled((await served()).address);
    await stopAll();
    const folder = join(cwd, "scriptorium-data/projects", done);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort();
    const [edited = "", cut = ""] = files;
    const [before, whole] = [readFileSync(edited), readFileSync(cut)];
    const changed = Buffer.from(before).fill("x", 0, 1);
    writeFileSync(edited, changed);
    writeFileSync(cut, whole.subarray(1));
    const { code, out } = await run("doctor", "--store", "--quiet");
    expect(code).toBe(1);
    const said = out.trimEnd().split("\n").sort();
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(/other bytes .*leaves it alone.*; delete it, and the next start writes/);
    expect(said[1]).toMatch(/another size .*The next start of the server writes/);
    await served();
    await until(async () => readFileSync(cut).equals(whole));
    await stopAll();
    expect(readFileSync(edited)).toEqual(changed);
    rmSync(edited);
    await served();
    await until(async () => existsSync(edited) && readFileSync(edited).equals(before));
  });

  it("reports what is wrong with a damaged one", async () => {
    const source = await served();
    await filled(source.address);
    await stopAll();
    const path = join(cwd, "scriptorium-data/scriptorium.db");
    const bytes = readFileSync(path);
    bytes.fill(0x5a, Math.floor(bytes.length / 4), Math.floor(bytes.length / 2));
    writeFileSync(path, bytes);
    const { code, out, said } = await run("doctor", "--store", "--quiet");
    expect(code).toBe(1);
    expect(out + said).toMatch(/damaged|malformed|corrupt/i);
    const answer = await run("doctor", "--store", "--json");
    expect(answer).toMatchObject({ code: 1, said: "" });
    expect(JSON.parse(answer.out)).toMatchObject({ sound: false, storage: "sqlite" });
  });

  it("says that there is none, and makes none", async () => {
    const answer = await run("doctor", "--store");
    expect(answer).toMatchObject({ code: 1, out: "", said: expect.stringMatching(/^There is no sqlite store/) });
    expect(JSON.parse((await run("doctor", "--store", "--json")).out)).toMatchObject({
      sound: false,
      trouble: { code: "CONFIG_INVALID" },
    });
    expect(readdirSync(cwd)).toEqual([]);
  });
});
