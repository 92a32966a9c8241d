import { badField } from "../../../engines/pages/fields.js";
import { type Random, type RunLog, ScriptoriumError, shown, type WriterProvider } from "../../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import type { ArticleBody } from "../article-body/model.js";
import { chosenWriter } from "../writing/chosen-writer.js";
import { freePlaces, type HeadingMaterial, takenHeadings, wantedHeadings, withThem } from "./headings.js";
import type { InsertOptions } from "./options.js";
import { textsOf } from "./places.js";

const MOST_WORDS = 14;

type HeadingOptions = Pick<InsertOptions, "articleUseHeadingInsert" | "headingInsert">;

/** Whether headings are to be written by a language model. */
export function wantsWrittenHeadings({ articleUseHeadingInsert, headingInsert }: HeadingOptions): boolean {
  return articleUseHeadingInsert && headingInsert.Source === "ai";
}

/** Throws `no-provider` where headings are to be written and there is no language model, and `bad-input` for a name of none. */
export function checkHeadingWriter(
  options: HeadingOptions & { readonly writerProvider: string },
  writer: WriterProvider | undefined,
): void {
  if (!wantsWrittenHeadings(options)) return;
  const instead = 'Use "extracted", "keywords" or "file" to do without one.';
  if (writer === undefined) {
    throw new ScriptoriumError(
      "no-provider",
      `headingInsert.Source is "ai". ${noProvider("writer")} ${instead} ${toHaveProvider("writer")}`,
      { provider: "writer", field: "headingInsert" },
    );
  }
  const { stepsOnly } = chosenWriter(writer, { writerProvider: options.writerProvider, what: "headingInsert" });
  if (stepsOnly !== true) return;
  throw badField(
    "headingInsert",
    `headingInsert.Source is "ai", and the offline writer writes no headings. ${instead}`,
  );
}

/** The article with headings that a model writes over paragraphs of it; without them, and a warning, where they cannot be had. */
export async function withWrittenHeadings(
  body: ArticleBody,
  { headingInsert }: HeadingOptions,
  { writeHeadings }: HeadingMaterial,
  {
    random,
    log,
    signal,
  }: { readonly random: Random; readonly log: Pick<RunLog, "warn">; readonly signal?: AbortSignal | undefined },
): Promise<ArticleBody> {
  const places = spread(freePlaces(body.blocks), wantedHeadings(headingInsert, random));
  if (places.length === 0 || writeHeadings === undefined) return body;
  let written: readonly string[];
  try {
    const paragraphs = places.map((at) => textsOf(body.blocks[at]!).join(" "));
    written = await writeHeadings(paragraphs, body);
  } catch (error) {
    signal?.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    log.warn(`No headings were added to the article for "${shown(body.keyword)}". ${error.message}`, error.code);
    return body;
  }
  const taken = takenHeadings(body);
  const chosen = new Map<number, string>();
  for (const [index, at] of places.entries()) {
    const text = plainHeading(written[index] ?? "");
    if (text === "" || taken.has(text.toLowerCase())) continue;
    taken.add(text.toLowerCase());
    chosen.set(at, text);
  }
  return { ...body, blocks: withThem(body.blocks, chosen, headingInsert.Levels) };
}

/** As many of the places as are wanted, at even distances. */
function spread(places: readonly number[], wanted: number): readonly number[] {
  const count = Math.min(wanted, places.length);
  return Array.from({ length: count }, (_, index) => places[Math.floor((index * places.length) / count)]!);
}

/** Without marks of Markdown and a full stop; empty for what is no heading. */
function plainHeading(text: string): string {
  const plain = text
    .replace(/\s+/g, " ")
    .replace(/^#{1,6} |\*\*|[_`]|\s?\[\d{1,3}\]/g, "")
    .trim()
    .replace(/^["\u201c](.*)["\u201d]$/, "$1")
    .replace(/[.:]$/, "");
  return plain.split(" ").length > MOST_WORDS ? "" : plain;
}
