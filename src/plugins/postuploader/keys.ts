import { createHash } from "node:crypto";
import type { SourceArticle } from "../_kit/articles-in/index.js";

/** Front matter members that name an article whatever its file is called. */
const ID_MEMBERS = ["external_id", "externalId", "id", "guid"];

/** What an article is known by from run to run: the id in its front matter, else its file. */
export function articleKey({ file, meta }: Pick<SourceArticle, "file" | "meta">): string {
  const named = ID_MEMBERS.map((name) => (Object.hasOwn(meta, name) ? String(meta[name]).trim() : "")).find(
    (value) => value !== "",
  );
  return named === undefined ? `file ${file}` : `id ${named}`;
}

/** By which a blog finds a post again: the same in every run of the task. */
export function postMarker(taskId: string, blogId: string, key: string, runId = ""): string {
  return `post-${digest([taskId, blogId, key, runId])}`;
}

/** By which a blog finds an image again: the same bytes are uploaded once, whichever articles show them. */
export function imageMarker(taskId: string, blogId: string, bytes: Uint8Array): string {
  return `image-${digest([taskId, blogId, createHash("sha256").update(bytes).digest("hex")])}`;
}

/** A name for what is remembered, of any texts. */
export function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
