import {
  type FolderProvider,
  type JsonObject,
  ScriptoriumError,
  seededRandom,
  seedOf,
  shown,
} from "../../kernel/index.js";
import { articleFilesIn, readArticle, readArticleTerms, wantsKeyword } from "../_kit/articles-in/index.js";
import { counted } from "../_kit/counted.js";
import { alsoWriters } from "./also-write/index.js";
import type { Context } from "./context.js";
import { Dating } from "./dating.js";
import { Parts, partPath } from "./parts.js";
import { siteAddress } from "./pictures.js";
import { PostMaker } from "./post-maker.js";
import { readBack } from "./read-back.js";
import { Authors, Terms } from "./wxr/terms.js";
import { wxrHead } from "./wxr/write.js";

/** Articles between two checkpoints: few enough to be held, enough to be quick. */
const BATCH = 50;
const MOST_NOTES = 20;

/** Writes the articles of the folder, and goes on where an earlier attempt at the run stopped. */
export async function exportFolder(context: Context): Promise<void> {
  const { options, output, signal, log, clock, random } = context;
  const files = await articleFilesIn(options, context.providers.folder, signal);
  const folder = context.providers.folder!;
  const before = await restored(context);
  const now = new Date(before.begun ?? clock.now());
  const seed = seedOf(random) ?? "";
  const { terms, authors } = await termsOf(files, folder, context);
  const site = {
    url: siteAddress(options),
    title: options.siteTitle.trim() || (URL.parse(options.siteUrl.trim())?.host ?? ""),
    language: options.siteLanguage.trim(),
  };
  const notes = notesInto(log);
  const parts = new Parts(output, wxrHead(site, authors.all(), terms.all(), now), {
    posts: options.splitCount,
    bytes: options.splitMb * 1_000_000,
  });
  const also = alsoWriters(options.alsoWrite, { output, site, terms, now });
  const dating = new Dating(options, { now, random: seededRandom(`${seed} plan`) });
  const read = (file: string) =>
    readArticle(file, options, { folder, random: seededRandom(`${seed} ${file}`), signal, dataImages: true }).catch(
      asFailure(signal),
    );
  const maker = new PostMaker({
    options,
    folder,
    output,
    signal,
    note: notes.add,
    site,
    terms,
    authors,
    dating,
    parts,
    now,
    files: new Set(files),
    async read(file) {
      const article = await read(file);
      return article instanceof ScriptoriumError ? undefined : article;
    },
  });
  for (const value of before.values) maker.restore(value);
  for (const writer of also) for (const value of before.values) writer.restore?.(value["also"] as JsonObject);
  const done = new Set(before.values.flatMap((value) => value["files"] as string[]));
  const keywordless: string[] = [];
  const usesKeyword = wantsKeyword([...options.articleCategory, ...options.articleTags]);
  const left = files.filter((file) => !done.has(file));

  for (let at = 0; at < left.length && !before.ended; at += BATCH) {
    const batch = left.slice(at, at + BATCH);
    const articles = await Promise.all(batch.map(read));
    for (const [index, article] of articles.entries()) {
      signal.throwIfAborted();
      if (article instanceof ScriptoriumError) {
        notes.add(article.message);
        output.row(failedRow(batch[index]!, article));
        continue;
      }
      if (usesKeyword && article.keyword === "") keywordless.push(article.file);
      const made = await maker.make(article);
      if (maker.posts === 1) for (const writer of also) writer.begin();
      for (const writer of also) writer.add(made);
      output.row(made.row);
    }
    const kept: JsonObject = Object.assign({}, ...also.map((writer) => writer.kept?.() ?? {}));
    await context.checkpoint(`articles-${done.size + at}`, {
      files: batch,
      also: kept,
      ...maker.kept(),
      begun: now.toISOString(),
    });
    context.progress({ parts: { done: done.size + at + batch.length, found: files.length } });
  }
  if (!before.ended) {
    if (maker.posts === 0) throw noneReadable(files.length, notes.first);
    parts.close();
    for (const writer of also) writer.end();
    await removeFormer(parts.closed.length, context);
    await context.checkpoint("end", { files: [], also: {}, ...maker.kept(), begun: now.toISOString(), ended: true });
  }
  for (const part of parts.closed) await readBack(part, context);
  notes.end();
  if (keywordless.length > 0) {
    log.warn(
      `Categories and tags with {keyword} were left out for ${counted(keywordless.length, "article")} without a keyword. Name it as keyword in the front matter. The first: ${shown(keywordless[0]!)}.`,
    );
  }
  if (maker.lostLinks.note !== "") log.warn(shown(maker.lostLinks.note, 1000));
  log.info(`${counted(maker.posts, "post")} in ${counted(parts.closed.length, "file")}, each read back.`);
}

interface Restored {
  readonly values: readonly JsonObject[];
  readonly ended: boolean;
  readonly begun: string | undefined;
}

async function restored(context: Pick<Context, "checkpoints">): Promise<Restored> {
  const values: JsonObject[] = [];
  for await (const { value } of context.checkpoints()) values.push(value);
  return {
    values,
    ended: values.some((value) => value["ended"] === true),
    begun: values[0]?.["begun"] as string | undefined,
  };
}

/** All terms and authors, which every part has to name before its posts. What cannot be read is reported when its turn comes. */
async function termsOf(
  files: readonly string[],
  folder: FolderProvider,
  { options, signal }: Pick<Context, "options" | "signal">,
): Promise<{ readonly terms: Terms; readonly authors: Authors }> {
  const terms = new Terms();
  const login = options.authorLogin.trim() || "admin";
  const authors = new Authors({ login, email: options.authorEmail.trim(), name: options.authorName.trim() || login });
  const hasTerms = options.postType.trim() !== "page";
  for (let at = 0; at < files.length; at += BATCH) {
    const each = files
      .slice(at, at + BATCH)
      .map((file) => readArticleTerms(file, options, { folder, signal }).catch(asFailure(signal)));
    for (const found of await Promise.all(each)) {
      if (found instanceof ScriptoriumError) continue;
      for (const name of hasTerms ? found.categories : []) terms.category(name);
      for (const name of hasTerms ? found.tags : []) terms.tag(name);
      authors.author(options.articleAuthors ? found.author : "");
    }
  }
  return { terms, authors };
}

function asFailure(signal: AbortSignal): (error: unknown) => ScriptoriumError {
  return (error) => {
    signal.throwIfAborted();
    if (ScriptoriumError.is(error)) return error;
    throw error;
  };
}

function failedRow(file: string, error: ScriptoriumError): JsonObject {
  const empty = { postId: 0, slug: "", title: "", date: "" };
  return { file, ...empty, status: "failed", categories: [], tags: [], part: "", error: error.message };
}

function noneReadable(count: number, first: string): ScriptoriumError {
  return new ScriptoriumError(
    "no-input",
    `None of ${counted(count, "article file")} could be used. The first: ${first}`,
  );
}

/** The files of an earlier run that had more of them. */
async function removeFormer(
  count: number,
  { remembered, output }: Pick<Context, "remembered" | "output">,
): Promise<void> {
  const former = Number(Buffer.from((await remembered("parts")) ?? []).toString() || 0);
  for (let number = count + 1; number <= former; number += 1) output.remove(partPath(number));
  output.remember("parts", String(count));
}

function notesInto(log: Context["log"]) {
  let count = 0;
  const notes = {
    first: "",
    add(message: string) {
      count += 1;
      if (count === 1) notes.first = message;
      if (count <= MOST_NOTES) log.warn(shown(message, 1000));
    },
    end() {
      if (count > MOST_NOTES) log.warn(`${counted(count - MOST_NOTES, "more warning")} of the kind.`);
    },
  };
  return notes;
}
