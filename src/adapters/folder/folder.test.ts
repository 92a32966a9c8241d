import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolders } from "./folder.js";

let base = "";
let root = "";
const signal = new AbortController().signal;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "scriptorium-folder-"));
  root = join(base, "root");
  await mkdir(root);
});
afterEach(() => rm(base, { recursive: true }));

async function put(path: string, content: string | Uint8Array = "text"): Promise<void> {
  await mkdir(dirname(join(base, path)), { recursive: true });
  await writeFile(join(base, path), content);
}

async function list(folder: string, extensions: readonly string[] = ["txt"], roots: readonly string[] = [root]) {
  return (await createFolders({ roots }).list(folder, { extensions, signal })).map(({ path }) => path);
}

const read = (folder: string, path: string) => createFolders({ roots: [root] }).read(folder, path, { signal });

const refused = (shown: string) =>
  expect.objectContaining({
    code: "FOLDER_REFUSED",
    message: `The folder "${shown}" is not one this server may read. Start the server with --source-root FOLDER to allow it.`,
  });

describe("the folder", () => {
  it("may be given by an absolute path or relative to a root", async () => {
    await put("root/a/x.txt");
    expect(await list(join(root, "a"))).toEqual(["x.txt"]);
    expect(await list("a")).toEqual(["x.txt"]);
    expect(await list("./b/../a/")).toEqual(["x.txt"]);
    expect(await list(".")).toEqual(["a/x.txt"]);
    expect(await list(root)).toEqual(["a/x.txt"]);
  });

  it("is the one of the first root that has it", async () => {
    await put("second/a/second.txt");
    await put("third/a/third.txt");
    const roots = [root, join(base, "missing"), join(base, "second"), join(base, "third")];
    expect(await list("a", ["txt"], roots)).toEqual(["second.txt"]);
  });

  it.each(["", "  ", "..", "../other", "a/../../other", "a\0b", "/", "/etc", "/no/such/folder", "../root2"])(
    "%j is refused",
    async (folder) => {
      await put("other/x.txt");
      await put("root2/x.txt");
      await expect(list(folder)).rejects.toEqual(refused(folder.replace("\0", "\u{fffd}")));
    },
  );

  it("is refused when there is no root at all", async () => {
    await expect(list(root, ["txt"], [])).rejects.toEqual(refused(root));
    await expect(list("a", ["txt"], [])).rejects.toEqual(refused("a"));
  });

  it("next to a root with the same beginning is refused", async () => {
    await put("root-secret/x.txt");
    await expect(list(join(base, "root-secret"))).rejects.toEqual(refused(join(base, "root-secret")));
  });

  it("is refused when a link leads out of the roots, and the refusal reveals nothing of what is there", async () => {
    await put("other/x.txt");
    await symlink(join(base, "other"), join(root, "out"));
    await symlink(join(base, "nowhere"), join(root, "dangling"));
    await symlink("circle", join(root, "circle"));
    for (const folder of ["out", "out/x.txt", "out/none", "dangling", "dangling/x", "circle"]) {
      await expect(list(folder)).rejects.toEqual(refused(folder));
    }
  });

  it("may be reached by a link inside the roots, and a root may itself be a link", async () => {
    await put("root/a/x.txt");
    await symlink("a", join(root, "b"));
    await symlink(root, join(base, "alias"));
    expect(await list("b")).toEqual(["x.txt"]);
    expect(await list("a", ["txt"], [join(base, "alias")])).toEqual(["x.txt"]);
    expect(await list(join(base, "alias", "a"), ["txt"], [join(base, "alias")])).toEqual(["x.txt"]);
  });

  it("that is missing inside a root is unreadable, by the name the client gave", async () => {
    await put("root/file.txt");
    for (const folder of ["none", "none/below", "file.txt", "file.txt/below"]) {
      await expect(list(folder)).rejects.toMatchObject({
        code: "FOLDER_UNREADABLE",
        message: `"${folder}" could not be read: there is no such folder. Check the name.`,
      });
    }
  });
});

describe("the list", () => {
  it("has the files of the wanted extensions with their sizes, sorted by code units", async () => {
    for (const path of ["b.txt", "a/z.txt", "a-1.txt", "B.TXT", "é.txt", "a.md", "no-extension", "x.tar.txt"]) {
      await put(`root/${path}`, "12345");
    }
    const entries = await createFolders({ roots: [root] }).list(".", { extensions: [".TXT", "md"], signal });
    const paths = ["B.TXT", "a-1.txt", "a.md", "a/z.txt", "b.txt", "x.tar.txt", "é.txt"];
    expect(entries).toEqual(paths.map((path) => ({ path, size: 5 })));
  });

  it("leaves out hidden files, hidden folders and what is not a file", async () => {
    await put("root/.hidden.txt");
    await put("root/.git/x.txt");
    await put("root/seen.txt");
    await mkdir(join(root, "folder.txt"));
    execFileSync("mkfifo", [join(root, "pipe.txt")]);
    expect(await list(".")).toEqual(["seen.txt"]);
  });

  it("leaves out links that lead out of the roots or nowhere, and does not walk into linked folders", async () => {
    await put("other/secret.txt");
    await put("root/a/x.txt");
    await symlink(join(base, "other", "secret.txt"), join(root, "secret.txt"));
    await symlink("nowhere.txt", join(root, "dangling.txt"));
    await symlink("circle.txt", join(root, "circle.txt"));
    await symlink("..", join(root, "a", "up"));
    await symlink("a/x.txt", join(root, "inside.txt"));
    expect(await list(".")).toEqual(["a/x.txt", "inside.txt"]);
  });

  it("goes sixteen levels deep", async () => {
    const levels = (count: number) => Array.from({ length: count }, () => "d/").join("");
    await put(`root/${levels(15)}in.txt`);
    await put(`root/${levels(16)}out.txt`);
    expect(await list(".")).toEqual([`${levels(15)}in.txt`]);
  });

  it("of more files and folders than the limit is refused instead of cut", async () => {
    const list = () => createFolders({ roots: [root], maxEntries: 1_000 }).list(".", { extensions: ["txt"], signal });
    await mkdir(join(root, "a"));
    for (let index = 1; index < 1_000; index += 1)
      await writeFile(join(root, index % 2 ? "a" : ".", `${index}.txt`), "");
    expect(await list()).toHaveLength(999);
    await put("root/a/one-more.md");
    await expect(list()).rejects.toMatchObject({
      code: "FOLDER_UNREADABLE",
      message: '"." could not be read: it holds more than 1,000 files and folders. Name a folder below it.',
    });
  });

  it("is empty without extensions", async () => {
    await put("root/x.txt");
    expect(await list(".", [])).toEqual([]);
  });
});

describe("a file", () => {
  it("is read as text by the path of the list", async () => {
    await put("root/a/b/x.txt", "text ä");
    expect(await read("a", "b/x.txt")).toBe("text ä");
  });

  it.each<[string, string, Buffer, string]>([
    ["UTF-8 with a mark", "x.txt", Buffer.from("\u{feff}ä"), "ä"],
    ["UTF-16 with a mark", "x.txt", Buffer.from("\u{feff}ä日", "utf16le"), "ä日"],
    ["windows-1252", "x.txt", Buffer.from([0x93, 0xe4, 0x94]), "“ä”"],
    [
      "Shift_JIS in HTML",
      "x.HTML",
      Buffer.concat([Buffer.from("<meta charset=shift_jis>"), Buffer.from([0x93, 0xfa])]),
      "<meta charset=shift_jis>日",
    ],
    [
      "windows-1251 in XML",
      "x.xml",
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?>'), Buffer.from([0xcf])]),
      '<?xml version="1.0" encoding="windows-1251"?>П',
    ],
    [
      "a meta element in plain text, which means nothing",
      "x.txt",
      Buffer.from("<meta charset=shift_jis>ä"),
      "<meta charset=shift_jis>ä",
    ],
    ["nothing", "x.txt", Buffer.alloc(0), ""],
  ])("in %s is decoded", async (_name, path, bytes, text) => {
    await put(`root/${path}`, bytes);
    expect(await read(".", path)).toBe(text);
  });

  it.each(["../other/secret.txt", "/etc/passwd", "a/../../other/secret.txt", "", ".", "secret.txt", "x\0.txt"])(
    "named %j leaves the folder and is refused",
    async (path) => {
      await put("other/secret.txt", "secret");
      await symlink(join(base, "other", "secret.txt"), join(root, "secret.txt"));
      await expect(read(".", path)).rejects.toMatchObject({ code: "FOLDER_REFUSED" });
    },
  );

  it("outside the named folder is refused, also inside the root", async () => {
    await put("root/b/x.txt");
    await put("root/a/y.txt");
    await expect(read("a", "../b/x.txt")).rejects.toMatchObject({ code: "FOLDER_REFUSED" });
  });

  it.each(["none.txt", "folder", "pipe"])("that is none (%s) is unreadable, without waiting", async (path) => {
    await mkdir(join(root, "folder"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    const error = await read(".", path).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: "FOLDER_UNREADABLE" });
    expect(String(error)).not.toContain(base);
  });

  it("of more than 10 MB is unreadable", async () => {
    await put("root/x.txt", "");
    await truncate(join(root, "x.txt"), 10 * 1024 * 1024);
    expect(await read(".", "x.txt")).toHaveLength(10 * 1024 * 1024);
    await truncate(join(root, "x.txt"), 10 * 1024 * 1024 + 1);
    await expect(read(".", "x.txt")).rejects.toMatchObject({
      code: "FOLDER_UNREADABLE",
      message: '"./x.txt" could not be read: it is larger than 10 MB. Make it smaller, or split it.',
    });
  });
});

describe("a file in slices", () => {
  const slices = (path: string) => createFolders({ roots: [root] }).slices(".", path, { signal });

  it("has the bytes of the file, also where they are more than is read whole", async () => {
    await put("root/x.csv", "a,b\n");
    expect(Buffer.concat(await Array.fromAsync(slices("x.csv"))).toString()).toBe("a,b\n");
    await truncate(join(root, "x.csv"), 11 * 1024 * 1024);
    let size = 0;
    for await (const slice of slices("x.csv")) size += slice.length;
    expect(size).toBe(11 * 1024 * 1024);
  });

  it("is refused or unreadable as it is whole", async () => {
    await put("other/secret.csv", "secret");
    await symlink(join(base, "other", "secret.csv"), join(root, "secret.csv"));
    for (const path of ["../other/secret.csv", "secret.csv", "/etc/passwd"])
      await expect(Array.fromAsync(slices(path))).rejects.toMatchObject({ code: "FOLDER_REFUSED" });
    await expect(Array.fromAsync(slices("none.csv"))).rejects.toMatchObject({ code: "FOLDER_UNREADABLE" });
  });
});

it("an aborted signal rejects with its reason", async () => {
  await put("root/x.txt");
  const reason = new Error("the run was aborted");
  const options = { signal: AbortSignal.abort(reason) };
  const folders = createFolders({ roots: [root] });
  await expect(folders.list(".", { extensions: ["txt"], ...options })).rejects.toBe(reason);
  await expect(folders.read(".", "x.txt", options)).rejects.toBe(reason);

  const control = new AbortController();
  const listing = folders.list(".", { extensions: ["txt"], signal: control.signal });
  control.abort(reason);
  await expect(listing).rejects.toBe(reason);
});
