import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { someImage, somePost } from "../../../test/doubles/blog-world.js";
import { ownError } from "../../../test/own-error.js";
import { createScriptorium, defineTaskPlugin, type PublisherProvider, type Scriptorium } from "../../index.js";
import { providerContract } from "../../kernel/contracts/provider-contract.js";
import { createFolders } from "../folder/folder.js";
import { createOutputFolder } from "../folder/output.js";
import { createPublisher } from "./index.js";

const signal = new AbortController().signal;
const asPost = { type: "post", signal };
const folder = mkdtempSync(join(tmpdir(), "scriptorium-blogs-"));
const root = join(folder, "blogs");
let scriptorium: Scriptorium;
let publisher: PublisherProvider;
let count = 0;

beforeAll(async () => {
  scriptorium = createScriptorium();
  await scriptorium.start();
  publisher = createPublisher({
    accounts: () => scriptorium.kernel.accounts,
    requester: { send: () => Promise.reject(new Error("A folder asks nobody.")) },
    folders: { root, write: createOutputFolder({ root }), read: createFolders({ roots: [root] }) },
  });
});
afterAll(async () => {
  await scriptorium.stop();
  rmSync(folder, { recursive: true });
});

async function blog(name = "My Blog", format = "markdown") {
  count += 1;
  const account = await scriptorium.kernel.accounts.create({
    ...{ kind: "blog", name: `${name} ${count}`, settings: { kind: "folder", format } },
  });
  return { id: account.id, place: join(root, `my-blog-${count}`) };
}

describe.each(["markdown", "html"])("a folder of %s", (format) => {
  it.each(providerContract.publisher)("$name", async ({ run }) => {
    const { id } = await blog("My Blog", format);
    await run({ create: () => publisher, sample: { blog: id } });
  });
});

describe("a folder", () => {
  it("gets Markdown with front matter whose values are JSON, and so YAML, whatever they hold", async () => {
    const { id, place } = await blog();
    const evil = 'A: "b" # c\n---\r\nx: y \u2028\u0085\u0000 ]]> </title>';
    const post = somePost({
      ...{ title: evil, excerpt: evil, author: evil, categories: [evil], tags: ["a, b"], status: "publish" },
      ...{
        date: "2026-03-01T10:00:00+02:00",
        slug: "../../Ünder & CON",
        meta: { color: evil, title: "no", __proto__x: "1" },
      },
      html: "<h2>Combs #1</h2><p>Bees <b>make</b> * honey.</p><ul><li>a<ul><li>b</li></ul></li></ul><table><tr><td>1</td></tr></table>",
    });
    const posted = await publisher.post(id, post, { signal });
    expect(posted).toMatchObject({
      id: "under-con.md",
      url: expect.stringMatching(/^blogs\/my-blog-\d+\/under-con\.md$/),
    });
    expect(posted.notes).toEqual(['The custom field "title" was left out, because the file cannot hold its name.']);
    const text = readFileSync(join(place, "under-con.md"), "utf8");
    const [, head, body] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(text)!;
    const values = head!.split("\n").map((line) => /^(\w+): (.*)$/.exec(line)!);
    expect(Object.fromEntries(values.map(([, name, value]) => [name, JSON.parse(value!)]))).toMatchObject({
      ...{ title: 'A: "b" # c --- x: y ]]> </title>', date: "2026-03-01T08:00:00.000Z", draft: false, marker: "run-1" },
      ...{ tags: ["a, b"], color: evil.replace("\u0000", "") },
    });
    expect(body).toBe("## Combs #1\n\nBees **make** \\* honey.\n\n- a\n  - b\n\n<table><tr><td>1</td></tr></table>\n");
  });

  it("keeps two posts of one title apart, and an update in its file", async () => {
    const { id, place } = await blog();
    const first = await publisher.post(id, somePost(), { signal });
    const [second, third] = await Promise.all(
      ["run-2", "run-3"].map((marker) => publisher.post(id, somePost({ marker }), { signal })),
    );
    expect([first, second, third].map((one) => one?.id)).toEqual(["bees.md", "bees-2.md", "bees-3.md"]);
    await publisher.update(id, "bees-2.md", somePost({ marker: "run-2", title: "Other" }), { signal });
    expect(readdirSync(place).sort()).toEqual(["bees-2.md", "bees-3.md", "bees.md"]);
    expect((await publisher.find(id, { marker: "run-2" }, asPost))?.title).toBe("Other");
  });

  it("names files by the letters of their titles, whatever their script", async () => {
    const { id, place } = await blog();
    const titles = ["Лампы й", "日本語の記事", "مقالة", "Über Äpfel", "Straße", "Привет".repeat(40), "2024"];
    for (const [at, title] of titles.entries()) {
      const marker = `run-${at}`;
      const posted = await publisher.post(id, somePost({ title, marker }), { signal });
      expect((await publisher.find(id, { slug: title }, asPost))?.id).toBe(posted.id);
    }
    await publisher.upload(id, someImage({ fileName: "Лампа.gif" }), { signal });
    const names = readdirSync(place).map((name) => name.normalize("NFC"));
    expect(names).toEqual(
      expect.arrayContaining(["лампы-й.md", "日本語の記事.md", "مقالة.md", "uber-apfel.md", "strasse.md", "2024.md"]),
    );
    expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThan(200);
    expect(readdirSync(join(place, "images"))).toEqual(["лампа-scriptorium-image-1.gif"]);
  });

  it.each(["markdown", "html"])("keeps with an update what it does not name: %s", async (format) => {
    const { id, place } = await blog("My Blog", format);
    const full = { categories: ["Home"], tags: ["light"], excerpt: "Short.", meta: { color: "red" } };
    const { id: path } = await publisher.post(id, somePost(full), { signal });
    await publisher.update(id, path, somePost({ title: "Later", tags: ["new"] }), { signal });
    const text = readFileSync(join(place, path), "utf8").replaceAll("&quot;", '"');
    for (const word of ["Later", "Home", "Short.", "red", "new"]) expect(text).toContain(word);
    expect(text).not.toContain("light");
    expect(text.match(/tags/g)).toHaveLength(1);
  });

  it("finds a file of others by its slug, and keeps the lines of its head when it is told to replace it", async () => {
    const { id, place } = await blog();
    await publisher.post(id, somePost(), { signal });
    writeFileSync(
      join(place, "lamps.md"),
      "---\ntitle: Lamps\naliases:\n  - /old\n  - /older\nweight: 3\n---\nTheirs.",
    );
    const found = await publisher.find(id, { slug: "lamps" }, asPost);
    expect(found).toMatchObject({ id: "lamps.md", title: "Lamps", status: "publish" });
    await publisher.update(id, "lamps.md", somePost({ marker: "run-9", title: "Ours" }), { signal });
    const text = readFileSync(join(place, "lamps.md"), "utf8");
    expect(text).toContain('title: "Ours"\n');
    expect(text).toContain("aliases:\n  - /old\n  - /older\nweight: 3\n---\n");
  });

  it("sees what people change, and leaves what others have put there alone", async () => {
    const { id, place } = await blog();
    await publisher.post(id, somePost(), { signal });
    writeFileSync(join(place, "own.md"), "---\ntitle: Own\n---\ntext");
    writeFileSync(join(place, "bees.md"), "---\ntitle: Changed by hand\nmarker: 'run-1'\n---\n");
    expect((await publisher.find(id, { title: "changed by hand" }, asPost))?.id).toBe("bees.md");
    expect(await publisher.takeBack(id, "own.md", asPost)).toBeUndefined();
  });

  it.each(["../x.md", "/etc/passwd", "images/../../x.md", "..", ""])(
    "touches nothing outside when asked for %j",
    async (wanted) => {
      const { id } = await blog();
      await publisher.post(id, somePost(), { signal });
      expect(await publisher.takeBack(id, wanted, asPost)).toBeUndefined();
      expect(await publisher.removeImage(id, wanted, { signal })).toBeUndefined();
      expect((await ownError(publisher.update(id, wanted, somePost(), { signal }))).code).toBe("bad-input");
    },
  );

  it("does not write through a link that leads outside", async () => {
    const { id, place } = await blog();
    const outside = mkdtempSync(join(tmpdir(), "scriptorium-outside-"));
    symlinkSync(outside, place);
    expect((await ownError(publisher.post(id, somePost(), { signal }))).code).toBe("STORAGE_FAILED");
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  it("keeps images under safe names beside the posts", async () => {
    const { id, place } = await blog();
    const { url } = await publisher.upload(id, someImage({ fileName: "../../CON.gif\u0000" }), { signal });
    expect(url).toMatch(/^images\/[a-z0-9-]+-scriptorium-image-1\.gif$/);
    expect(readFileSync(join(place, url), "latin1")).toBe("GIF89a");
  });

  it.each([true, false])(
    "is laid below the output folder of a server, and refused where it has none (%s)",
    async (hasOutput) => {
      const output = mkdtempSync(join(tmpdir(), "scriptorium-output-"));
      const server = createScriptorium({ plugins: [poster], ...(hasOutput ? { outputFolder: output } : {}) });
      await server.start();
      try {
        await server.kernel.accounts.create({ kind: "blog", name: "mine", settings: { kind: "folder" } });
        const task = await server.kernel.tasks.create("poster", { keywordsFile: ["mine"] });
        await server.kernel.tasks.run(task._id);
        const { status, error } = await server.kernel.tasks.settled(task._id);
        expect([status, error?.code]).toEqual(hasOutput ? ["complete", undefined] : ["failed", "bad-input"]);
        if (hasOutput) expect(readdirSync(join(output, "blogs", "mine"))).toEqual(["bees.md"]);
      } finally {
        await server.stop();
        rmSync(output, { recursive: true });
      }
    },
  );
});

/** Posts in the blog of this name, as any task type may. */
const poster = defineTaskPlugin({
  ...{ type: "poster", words: "poster", title: "Poster", summary: "Posts." },
  needs: ["publisher"],
  options: z.object({ keywordsFile: z.array(z.string()).default([]) }),
  inputs: ({ keywordsFile }) => keywordsFile,
  async run(name, { providers, output, signal: within }) {
    const [blog] = await providers.publisher.blogs([name]);
    const { id, url } = await providers.publisher.post(blog!.id, somePost(), { signal: within });
    output.row({ id, url });
  },
});
