import { ScriptoriumError } from "../../kernel/errors.js";
import type { FolderProvider, OutgoingPost, OutputProvider, PublishedPost } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";
import type { BlogAccount } from "./accounts.js";
import { type FileHead, filedPost, headOf } from "./folder-post.js";
import { imageSlug, markerText } from "./marker.js";
import type { Target } from "./target.js";
import { fileSlug, folded, IMAGE_ENDINGS, safeFileName, safeName } from "./texts.js";
import { checkedPost } from "./wordpress-posts.js";

/** Where blogs that are folders are: one folder each, below one of this server. */
export interface BlogFolders {
  /** Of all of them; absolute. */
  readonly root: string;
  readonly write: Pick<OutputProvider, "write" | "removeFile">;
  readonly read: Required<Pick<FolderProvider, "list" | "bytes">>;
}

const LONGEST_NAME = 64;

/** A folder of Markdown with front matter, or of HTML. The id of a post is its file name. */
export function folderTarget(blog: BlogAccount, folders: BlogFolders | undefined): Target {
  if (folders === undefined) {
    throw new ScriptoriumError(
      "bad-input",
      `Blog "${shown(blog.name)}" is a folder, and this server writes no files. Give it a data folder, or use another blog.`,
      { blog: blog.id },
    );
  }
  const name = safeName(blog.name).slice(0, LONGEST_NAME).replace(/-+$/, "") || "blog";
  const place = `${folders.root}/${name}`;
  const ending = blog.format === "html" ? "html" : "md";
  /** What files say, by path and size; a file that changed is read again. */
  const known = new Map<string, { readonly size: number; readonly head: FileHead }>();
  let before: Promise<unknown> = Promise.resolve();

  /** One write after the other, so that no two take one name. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = before.then(work);
    before = result.catch(() => {});
    return result;
  }

  async function list(extensions: readonly string[], signal: AbortSignal) {
    try {
      return await folders!.read.list(place, { extensions, signal });
    } catch (error) {
      const isMissing = ScriptoriumError.is(error) && /^FOLDER_/.test(error.code);
      if (isMissing) return [];
      throw error;
    }
  }

  async function heads(signal: AbortSignal): Promise<ReadonlyMap<string, FileHead>> {
    const found = new Map<string, FileHead>();
    for (const { path, size } of await list(["md", "html"], signal)) {
      const remembered = known.get(path);
      const head = remembered?.size === size ? remembered.head : headOf(path, await textOf(path, signal));
      known.set(path, { size, head });
      // What others keep in folders of their own is no post of the blog.
      if (head.marker !== "" || !path.includes("/")) found.set(path, head);
    }
    return found;
  }

  async function textOf(path: string, signal: AbortSignal): Promise<string> {
    return new TextDecoder().decode(await folders!.read.bytes(place, path, { signal }));
  }

  const isOurs = ([, { marker }]: readonly [string, FileHead]) => marker !== "";

  async function save(path: string, post: OutgoingPost, before = ""): Promise<PublishedPost> {
    const checked = checkedPost({ ...post, format: "" }, { replaces: true });
    const slug = path.replace(/\.(?:md|html)$/, "");
    const { text, lost } = await filedPost({ ...post, html: besideIt(post.html) }, checked, {
      slug,
      before,
      format: path.endsWith(".html") ? "html" : "markdown",
    });
    known.delete(path);
    await folders!.write.write(name, path, Buffer.from(text));
    const notes = lost.map(
      (field) => `The custom field "${shown(field)}" was left out, because the file cannot hold its name.`,
    );
    return {
      id: path,
      url: fileUrl(path),
      status: post.status,
      title: checked.title,
      slug,
      notes: [...checked.notes, ...notes],
    };
  }

  /** The files of the blog lie side by side, and their addresses begin at the folder of all blogs. */
  const besideIt = (html: string) => html.replaceAll(`href="blogs/${name}/`, 'href="');

  const fileUrl = (path: string) => `blogs/${name}/${path}`;

  async function remove(id: string, paths: Iterable<string>): Promise<"deleted" | undefined> {
    // Only what was found there can be named.
    if (![...paths].includes(id)) return undefined;
    await folders!.write.removeFile?.(name, id);
    known.delete(id);
    return "deleted";
  }

  return {
    async check(signal) {
      await list([ending], signal);
      const says = `Posts are written as ${blog.format === "html" ? "HTML" : "Markdown"} below blogs/${name} in the output folder of the server.`;
      return { way: "folder", login: "", may: ["write posts", "write images"], says };
    },
    async find(key, type, signal) {
      if ("marker" in key) markerText(key.marker);
      for (const [path, head] of await heads(signal)) {
        const fits =
          "marker" in key
            ? head.marker === key.marker
            : "slug" in key
              ? head.slug === fileSlug(key.slug)
              : folded(head.title) === folded(key.title);
        if (fits && head.type === type) return { id: path, url: fileUrl(path), ...head, notes: [] };
      }
      return undefined;
    },
    post(post, signal) {
      return inTurn(async () => {
        markerText(post.marker);
        checkedPost({ ...post, format: "" });
        const taken = new Set((await list(["md", "html"], signal)).map(({ path }) => path.replace(/\.\w+$/, "")));
        const slug = fileSlug(post.slug || post.title) || "post";
        let own = slug;
        for (let number = 2; taken.has(own); number += 1) own = `${slug}-${number}`;
        return await save(`${own}.${ending}`, post);
      });
    },
    update(id, post, signal) {
      return inTurn(async () => {
        markerText(post.marker);
        const there = (await heads(signal)).get(id);
        const date = post.date ?? there?.date;
        if (there !== undefined) return await save(id, date ? { ...post, date } : post, await textOf(id, signal));
        throw new ScriptoriumError("bad-input", `There is no file "${shown(id)}" any more. Post it again.`, {
          blog: blog.id,
        });
      });
    },
    takeBack: (id, _type, signal) =>
      inTurn(async () =>
        remove(
          id,
          [...(await heads(signal))].filter(isOurs).map(([path]) => path),
        ),
      ),
    upload(image, signal) {
      return inTurn(async () => {
        const mark = imageSlug(image.marker);
        const images = (await list(IMAGE_ENDINGS, signal)).map(({ path }) => path);
        const there = images.find(
          (path) => path.startsWith("images/") && path.replace(/\.\w+$/, "").endsWith(`-${mark}`),
        );
        if (there !== undefined) return { id: there, url: there, notes: [] };
        const plain = safeFileName(image, fileSlug);
        const dot = plain.lastIndexOf(".");
        const path = `images/${plain.slice(0, dot)}-${mark}${plain.slice(dot)}`;
        await folders.write.write(name, path, image.bytes);
        return { id: path, url: path, notes: [] };
      });
    },
    removeImage(id, signal) {
      return inTurn(async () =>
        remove(
          id,
          (await list(IMAGE_ENDINGS, signal)).map(({ path }) => path),
        ),
      );
    },
  };
}
