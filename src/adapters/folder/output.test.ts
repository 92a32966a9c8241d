import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, watch, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOutputFolder } from "./output.js";

const bytes = (text: string) => new TextEncoder().encode(text);
let base = "";
let root = "";

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "scriptorium-output-"));
  root = join(base, "output");
});
afterEach(() => rm(base, { recursive: true }));

const content = (path: string) => readFile(join(root, path), "utf8");
const mode = async (path: string) => (await lstat(join(root, path))).mode & 0o777;

describe("writing", () => {
  it("lays the file below the folder of the task, for the owner's eyes only", async () => {
    const output = createOutputFolder({ root });
    await output.write("t1", "a/b/page.html", bytes("page"));
    await output.write("t1", "rows.csv", bytes(""));
    expect(await content("t1/a/b/page.html")).toBe("page");
    expect(await content("t1/rows.csv")).toBe("");
    expect(await mode("t1/a/b/page.html")).toBe(0o600);
    for (const folder of ["", "t1", "t1/a", "t1/a/b"]) expect(await mode(folder)).toBe(0o700);
  });

  it("replaces a file whole: a reader meets the old text or the new one", async () => {
    const output = createOutputFolder({ root });
    const texts = ["a", "b", "c"].map((letter) => letter.repeat(1_000_000));
    await output.write("t1", "x", bytes(texts[0] ?? ""));
    let writing = true;
    const writes = (async () => {
      for (let round = 0; round < 9; round += 1) await output.write("t1", "x", bytes(texts[round % 3] ?? ""));
      writing = false;
    })();
    while (writing) expect(texts.includes(await content("t1/x"))).toBe(true);
    await writes;
  });

  it("at once to one folder keeps every file and leaves nothing else behind", async () => {
    const output = createOutputFolder({ root });
    const names = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(2, "0"));
    await Promise.all([...names, ...names].map((name) => output.write("t1", `a/${name}`, bytes(name))));
    expect((await readdir(join(root, "t1", "a"))).sort()).toEqual(names);
  });

  it.each(["", "..", "a/b", "a b", "t.1", "x".repeat(65), "a\0", "é"])(
    "to the task id %j is refused",
    async (taskId) => {
      const output = createOutputFolder({ root });
      await expect(output.write(taskId, "x", bytes(""))).rejects.toMatchObject({ code: "PLUGIN_INVALID" });
      await expect(output.remove(taskId)).rejects.toMatchObject({ code: "PLUGIN_INVALID" });
      expect(await readdir(base)).toEqual([]);
    },
  );

  it.each([
    "",
    ".",
    "..",
    "../x",
    "a/../../x",
    "a/..",
    "/x",
    "a//b",
    "a/",
    "a\\..\\x",
    "C:x",
    "c:/x",
    "a\0b",
    "\ud800",
  ])("to the path %j is refused", async (path) => {
    const output = createOutputFolder({ root });
    await expect(output.write("t1", path, bytes(""))).rejects.toMatchObject({ code: "PLUGIN_INVALID" });
    expect(await readdir(base)).toEqual([]);
  });

  it("does not follow a link in the way, whatever part it takes the place of", async () => {
    const output = createOutputFolder({ root });
    await mkdir(join(base, "other"));
    await mkdir(join(root, "t2"), { recursive: true });
    await symlink(join(base, "other"), join(root, "t1"));
    await symlink(join(base, "other"), join(root, "t2", "a"));
    for (const [taskId, path] of [
      ["t1", "x"],
      ["t2", "a/x"],
      ["t2", "a/b/x"],
    ] as const) {
      await expect(output.write(taskId, path, bytes("x"))).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    }
    expect(await readdir(join(base, "other"))).toEqual([]);
  });

  it("takes the place of a link that has the name of the file", async () => {
    await mkdir(join(root, "t1"), { recursive: true });
    await writeFile(join(base, "victim"), "untouched");
    await symlink(join(base, "victim"), join(root, "t1", "x"));
    await createOutputFolder({ root }).write("t1", "x", bytes("new"));
    expect(await readFile(join(base, "victim"), "utf8")).toBe("untouched");
    expect((await lstat(join(root, "t1", "x"))).isFile()).toBe(true);
  });

  it("fails in words when a file or folder is in the way, and leaves nothing behind", async () => {
    const output = createOutputFolder({ root });
    await output.write("t1", "a/b", bytes("file"));
    for (const path of ["a", "a/b/c"]) {
      const error = await output.write("t1", path, bytes("x")).catch((error: unknown) => error);
      expect(error).toMatchObject({ code: "STORAGE_FAILED" });
      expect(String(error)).toContain("is in its way");
      expect(String(error)).not.toContain(base);
    }
    expect(await readdir(join(root, "t1"), { recursive: true })).toEqual(["a", join("a", "b")]);
  });

  it("fails in words when the name is too long", async () => {
    const long = createOutputFolder({ root }).write("t1", "x".repeat(300), bytes(""));
    await expect(long).rejects.toMatchObject({ code: "STORAGE_FAILED", message: expect.stringContaining("too long") });
  });

  it("may go through a root that is itself a link", async () => {
    await mkdir(join(base, "real"));
    await symlink(join(base, "real"), root);
    await createOutputFolder({ root }).write("t1", "x", bytes("x"));
    expect(await readFile(join(base, "real", "t1", "x"), "utf8")).toBe("x");
  });
});

it("a full disk has its own error code, and the old file stays whole", async ({ skip }) => {
  await mkdir(root);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", root], { stdio: "ignore" });
  } catch {
    skip("mounting a small disk needs privileges");
  }
  try {
    const output = createOutputFolder({ root });
    await output.write("t1", "x", bytes("old"));
    await expect(output.write("t1", "x", new Uint8Array(1_000_000))).rejects.toMatchObject({ code: "STORAGE_FULL" });
    expect(await content("t1/x")).toBe("old");
    expect(await readdir(join(root, "t1"))).toEqual(["x"]);
  } finally {
    execFileSync("umount", [root]);
  }
});

describe("temporary files", () => {
  const temporary = (pid: number) => `.scriptorium-${pid}-0123456789abcdef.tmp`;

  async function deadPid(): Promise<number> {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    return child.pid ?? 0;
  }

  it("of killed processes are removed at the next write to the folder, and others are left", async () => {
    const folder = join(root, "t1", "a");
    await mkdir(folder, { recursive: true });
    const own = temporary(process.pid);
    const others = [temporary(process.ppid), ".scriptorium-x.tmp", "notes.tmp"];
    for (const name of [temporary(await deadPid()), own, ...others]) await writeFile(join(folder, name), "half");
    await createOutputFolder({ root }).write("t1", "a/x", bytes("x"));
    expect((await readdir(folder)).sort()).toEqual([...others, "x"].sort());
  });

  it("of a write in progress are left, also by another provider with the same root", async () => {
    const folder = join(root, "t1");
    await mkdir(folder, { recursive: true });
    const changes = watch(folder);
    const writing = createOutputFolder({ root }).write("t1", "large", new Uint8Array(64 * 1024 * 1024));
    for await (const { filename } of changes) if (filename?.endsWith(".tmp")) break;
    await createOutputFolder({ root }).write("t1", "small", bytes("x"));
    await writing;
    expect((await readdir(folder)).sort()).toEqual(["large", "small"]);
  });

  it("cannot be named by a plugin", async () => {
    const output = createOutputFolder({ root });
    await expect(output.write("t1", temporary(1), bytes(""))).rejects.toMatchObject({ code: "PLUGIN_INVALID" });
  });
});

describe("removing", () => {
  it("takes everything of the task and nothing of another", async () => {
    const output = createOutputFolder({ root });
    await output.write("t1", "a/x", bytes("x"));
    await output.write("t2", "x", bytes("x"));
    await output.remove("t1");
    expect(await readdir(root)).toEqual(["t2"]);
    await output.write("t1", "a/x", bytes("again"));
    expect(await content("t1/a/x")).toBe("again");
  });

  it("a task that wrote nothing is silent, also before the root exists", async () => {
    const output = createOutputFolder({ root });
    await output.remove("t1");
    await output.write("t2", "x", bytes("x"));
    await output.remove("t1");
    expect(await readdir(root)).toEqual(["t2"]);
  });

  it("does not reach through links", async () => {
    await mkdir(join(base, "other"));
    await writeFile(join(base, "other", "x"), "untouched");
    await mkdir(join(root, "t1"), { recursive: true });
    await symlink(join(base, "other"), join(root, "t1", "link"));
    await symlink(join(base, "other"), join(root, "t2"));
    const output = createOutputFolder({ root });
    await output.remove("t1");
    await output.remove("t2");
    expect(await readdir(root)).toEqual([]);
    expect(await readdir(join(base, "other"))).toEqual(["x"]);
  });
});
