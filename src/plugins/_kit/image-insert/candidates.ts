import { termsOf } from "../../../engines/pages/terms.js";
import {
  type FolderProvider,
  type FoundImage,
  type ImagesProvider,
  type Random,
  ScriptoriumError,
} from "../../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import type { ArticleBody } from "../article-body/model.js";
import { type ImageInsert, licencesOf, SWITCHED, servicesOf } from "./options.js";
import type { RunImages } from "./run-images.js";
import { searchWords } from "./search-words.js";

export interface CandidateContext {
  readonly providers: { readonly images?: ImagesProvider | undefined; readonly folder?: FolderProvider | undefined };
  readonly random: Random;
  readonly run: RunImages;
  readonly signal: AbortSignal;
  /** Told once what could not be asked. */
  note(sentence: string): void;
}

/** An image that may be used, a file of the folder or one of the web; it is of this article alone. */
export type Candidate = { readonly path: string; read(): Promise<Uint8Array> } | { readonly found: FoundImage };

/** Asked for at first, which is a page of Openverse, and when all of them are in articles of the run. */
const AT_FIRST = 20;
const AT_MOST = 100;

/** Images for a keyword, the best first: those of the folder, then those of the services. */
export async function* candidates(
  about: Pick<ArticleBody, "keyword" | "language">,
  insert: ImageInsert,
  context: CandidateContext,
): AsyncGenerator<Candidate> {
  yield* ofFolder(about.keyword, insert.UseFolder.trim(), context);
  yield* ofServices(about, insert, context);
}

async function* ofFolder(
  keyword: string,
  folder: string,
  { providers, random, run, signal, note }: CandidateContext,
): AsyncGenerator<Candidate> {
  const { folder: provider } = providers;
  if (folder === "") return;
  if (provider?.bytes === undefined) {
    note(`The folder of imageInsert.UseFolder cannot be read. ${noProvider("folder")} ${toHaveProvider("folder")}`);
    return;
  }
  const read = provider.bytes.bind(provider);
  try {
    const files = await run.filesOf(folder, provider, signal);
    if (files.length === 0)
      note("The folder of imageInsert.UseFolder holds no images. Put JPEG, PNG or WebP files there.");
    const wanted = new Set(termsOf(keyword));
    const named = (path: string) => termsOf(path.replace(/[/_.-]+/g, " ")).filter((term) => wanted.has(term)).length;
    const ranked = random.shuffled(files).map(({ path }) => ({ path, rank: named(path) }));
    for (const { path } of ranked.sort((a, b) => b.rank - a.rank)) {
      if (run.takeFile(path)) yield { path, read: () => read(folder, path, { signal }) };
    }
  } catch (error) {
    signal.throwIfAborted();
    note(sentence(error, "The folder of imageInsert.UseFolder cannot be read."));
  }
}

async function* ofServices(
  { keyword, language }: Pick<ArticleBody, "keyword" | "language">,
  insert: ImageInsert,
  { providers, run, signal, note }: CandidateContext,
): AsyncGenerator<Candidate> {
  const { images } = providers;
  const on = servicesOf(insert);
  const engines = (images?.engines() ?? []).filter(({ kind }) => on.includes(kind) || !SWITCHED.includes(kind));
  if (images === undefined || engines.length === 0) return;
  const query = {
    ...{ engines: engines.map(({ name }) => name), licences: licencesOf(insert) },
    ...{ minWidth: insert.MinWidth, signal },
  };
  const questions = searchWords(keyword, language).flatMap((words) =>
    [AT_FIRST, AT_MOST].map((limit) => ({ words, limit })),
  );
  let isAll = false;
  for (const { words, limit } of questions) {
    if (limit === AT_MOST && isAll) continue;
    let found: readonly FoundImage[];
    try {
      const answer = await images.find(words, { ...query, limit });
      found = answer.images;
      for (const problem of answer.problems) note(problem);
    } catch (error) {
      signal.throwIfAborted();
      note(sentence(error, "The images provider failed in an unexpected way. Look into the server's log."));
      return;
    }
    isAll = found.length < limit;
    // What the port promises is looked at: an image without a licence is worse than none.
    const fit = found.filter(({ licence }) => query.licences.includes(licence));
    for (const one of ranked(fit, words)) if (run.take(one.url)) yield { found: one };
  }
}

/** The best first: by how much of the words their titles have, then as the services give them; one of a series before its like. */
function ranked(images: readonly FoundImage[], words: string): FoundImage[] {
  const wanted = new Set(termsOf(words));
  const seen = new Set<string>();
  const rank = ({ title, author }: FoundImage) => {
    const series = `${author} ${title.toLowerCase().replace(/[\d\W_]+/g, " ")}`;
    const isRepeat = title !== "" && seen.has(series);
    seen.add(series);
    const named = new Set(termsOf(title).filter((term) => wanted.has(term))).size / Math.max(1, wanted.size);
    return named - (isRepeat ? 2 : 0) - (SCAN.test(title) ? 3 : 0);
  };
  return images
    .filter(({ width, height }) => width === 0 || height === 0 || (width <= 4 * height && height <= 3 * width))
    .map((image) => ({ image, rank: rank(image) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ image }) => image);
}

/** Pages of books, of which the collections are full. */
const SCAN = /^(?:image from )?page \d+|^image from page|\bpage \d+ of\b|\bIA [a-z\d]{8,}|\(page \d+\)/i;

function sentence(error: unknown, otherwise: string): string {
  return ScriptoriumError.is(error) ? error.message : otherwise;
}
