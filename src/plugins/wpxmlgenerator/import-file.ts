import { ScriptoriumError, shown } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { counted } from "../_kit/counted.js";
import type { Context } from "./context.js";
import { type WxrItem, WxrReader } from "./wxr/read.js";
import { Surroundings } from "./wxr/surroundings.js";
import { textPieces } from "./wxr/text-pieces.js";
import { ArticlePaths, articleOf, COLUMNS } from "./wxr-article.js";

/** Characters between two checkpoints. */
const PIECE = 1 << 20;
const TABLE = "articles.csv";
const LOOK = { lineBreak: "\r\n" } as const;
/** What is in the bin, or was never saved by anybody. */
const LEFT_OUT = /^(?:trash|auto-draft|inherit)$/;
/** Kinds of items that are no articles, but parts of the blog around them. */
const NO_ARTICLES = /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|wp_.*)$/;

/**
 * Reads a WXR file of any size, first for what its items refer to, and writes each post and page as an article with front matter, and a
 * table of all. What an item takes of memory is given back when it is written.
 */
export async function importFile(line: string, context: Context): Promise<void> {
  const { output, signal } = context;
  const done = new Set<string>();
  for await (const { key } of context.checkpoints()) done.add(key);
  const pieces = () => textPieces(slicesOf(line, context), PIECE);
  const around = await Surroundings.of(pieces());
  let waiting: WxrItem[] = [];
  const reader = new WxrReader({ item: (item) => waiting.push(item) });
  const paths = new ArticlePaths();
  let count = 0;
  let leftOut = 0;
  let secret = 0;
  const isFirst = context.options.wxrFile.find((one) => one.trim() !== "")?.trim() === line;
  const write = async (at: number) => {
    const key = `${line.slice(-100)} ${at}`;
    if (isFirst && at === 0 && !done.has(key)) output.file(TABLE, csvLine(COLUMNS, LOOK), "text/csv");
    for (const item of waiting) {
      if (NO_ARTICLES.test(item.type)) continue;
      if (LEFT_OUT.test(item.status)) {
        leftOut += 1;
        continue;
      }
      count += 1;
      if (item.password !== "") secret += 1;
      const path = paths.of(item);
      if (done.has(key)) continue;
      const article = articleOf(item, path, around);
      output.file(path, article.content, "text/markdown");
      output.append(TABLE, csvLine(article.cells, LOOK), "text/csv");
      output.row({ ...article.row, part: line });
    }
    waiting = [];
    if (!done.has(key)) await context.checkpoint(key, {});
  };
  let at = 0;
  for await (const piece of pieces()) {
    signal.throwIfAborted();
    reader.write(piece);
    await write(at);
    at += piece.length;
  }
  const { version, problem } = reader.end();
  await write(at);
  if (version === "") {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      `"${shown(line)}" is no WordPress export: it names no version of WXR. Export the blog with Tools, Export.`,
    );
  }
  if (problem !== "") context.log.warn(`"${shown(line)}" is not whole: ${problem} What could be read of it is there.`);
  if (leftOut > 0) context.log.info(`Posts in the bin, and those that were never saved, were left out: ${leftOut}.`);
  if (secret > 0) {
    context.log.warn(
      `${counted(secret, "post")} of "${shown(line)}" ${secret === 1 ? "has a password, which its article has" : "have passwords, which their articles have"} not. What was public with one is private now. Give passwords in the blog before you publish it.`,
    );
  }
  if (count === 0) throw new ScriptoriumError("empty-result", `"${shown(line)}" holds no post and no page.`);
}

async function* slicesOf(line: string, { providers: { folder }, signal }: Context): AsyncGenerator<Uint8Array> {
  if (folder === undefined) {
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("folder")} ${toHaveProvider("folder")}`, {
      provider: "folder",
    });
  }
  const [, above = ".", name = line] = /^(.*)[/\\]([^/\\]+)$/.exec(line) ?? [];
  const place = [above === "" ? "/" : above, name] as const;
  if (folder.slices !== undefined) yield* folder.slices(...place, { signal });
  else if (folder.bytes !== undefined) yield await folder.bytes(...place, { signal });
  else yield Buffer.from(await folder.read(...place, { signal }));
}
