import type { JsonObject, Random, WebSession } from "../../kernel/index.js";
import { listed } from "../../kernel/values/in-brief.js";
import { imagesOf } from "../_kit/image-insert/images-of.js";
import { RunImages } from "../_kit/image-insert/run-images.js";
import { usedImage } from "../_kit/image-insert/used-image.js";
import type { Form } from "../_kit/rewriting/forms.js";
import { outPath, type TextJob } from "../_kit/rewriting/work-texts.js";
import { imagesBelow } from "../_kit/text-inserts/image-place.js";
import { insertsBlocks, subjectOfText, type TextSubject, withTextInserts } from "../_kit/text-inserts/inserted-text.js";
import { webSession } from "../_kit/web/options.js";
import { runWeb } from "../_kit/web/run-web.js";
import { headingWriter } from "./heading-writer.js";
import type { Working } from "./options.js";

/** What the texts of a run share of what is put into them. */
export interface Inserting {
  readonly images: RunImages;
  readonly session: WebSession;
  /** Nothing is stored then, and no service of images is told what is used. */
  readonly isTry: boolean;
}

/** `claims` are of the images that an earlier attempt at the run has put into texts. */
export function inserting({ options, runId }: Working, isTry: boolean, claims: readonly string[] = []): Inserting {
  return { images: new RunImages(claims), session: webSession(options, runId, []), isTry };
}

/** A text in one language, as it is written. */
interface Written {
  readonly job: TextJob;
  readonly form: Form;
  readonly asText: boolean;
  /** Before it was translated. */
  readonly source: string;
  /** The language of that. */
  readonly from: string;
  readonly lang: string;
}

interface Inserted {
  readonly texts: readonly string[];
  readonly row: JsonObject;
  readonly claims: readonly string[];
}

/** The variants of a text with what is put into them, each with its own. */
export async function withInserts(
  variants: readonly string[],
  written: Written,
  random: Random,
  context: Working & { readonly inserting: Inserting },
): Promise<Inserted> {
  const { job, form, asText, lang } = written;
  const texts: string[] = [];
  const blocks = [];
  const used: JsonObject[] = [];
  const claims: string[] = [];
  noteOfPlain(form, context);
  const about = subjectOf(written, context);
  for (const [number, variant] of variants.entries()) {
    const path = outPath(`out/${lang}`, job.source.file, { number, asText });
    const made = await withTextInserts(
      variant,
      form,
      context.options,
      insertContext(written, path, about, random, context),
    );
    texts.push(made.text);
    blocks.push(...made.blocks);
    used.push(...made.images.map((image) => usedImage(image, path)));
    claims.push(...made.claims);
  }
  const shell = { title: "", keyword: "", language: lang, sources: [], categories: [], tags: [] };
  return { texts, row: { ...imagesOf({ ...shell, blocks }), imagesUsed: used }, claims };
}

function subjectOf({ source, form, from, job }: Written, { options }: Working): TextSubject {
  return insertsBlocks(options) ? subjectOfText(source, form, job.source.file, from) : { keyword: "", language: from };
}

function insertContext(
  { job, lang }: Written,
  path: string,
  about: TextSubject,
  random: Random,
  context: Working & { readonly inserting: Inserting },
) {
  const { options, providers, log, signal, output, inserting } = context;
  const { session, images: run, isTry } = inserting;
  const below = path.slice(`out/${lang}/`.length);
  const web = providers.web === undefined ? undefined : runWeb(context, session);
  const shared = { random, log, signal };
  return {
    ...{ ...shared, file: job.source.file, language: lang, isSpintax: options.spinMode === "spintax", about },
    ...{ session, video: providers.video, writeHeadings: headingWriter(context, random) },
    images: {
      ...{ ...shared, output, providers, run, web, name: below, dryRun: isTry },
      placeOf: imagesBelow(`out/${lang}`, below),
    },
  };
}

/** Says once what plain text has no place for. */
function noteOfPlain(form: Form, { options, log, inserting }: Working & { readonly inserting: Inserting }): void {
  const { articleUseImages, articleUseLinks, linkSets, articleUseCategoryInsert, articleUseTags } = options;
  const hasLinks =
    articleUseLinks && linkSets.some(({ keywordsFile }) => keywordsFile.some((line) => line.trim() !== ""));
  const left = [
    ...(hasLinks ? ["links"] : []),
    ...(articleUseImages ? ["images"] : []),
    ...(articleUseCategoryInsert ? ["categories"] : []),
    ...(articleUseTags ? ["tags"] : []),
  ];
  if (form !== "txt" || left.length === 0) return;
  inserting.images.once(
    `Plain text has no place for ${listed(left)}, so they are left out of the txt files. Give HTML or Markdown to have them.`,
    (sentence) => log.warn(sentence),
  );
}
