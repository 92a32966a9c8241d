import { sentencesOf } from "../../engines/writing/sentences.js";
import { type ArticleBody, type BodyBlock, textsOf } from "../_kit/article-body/index.js";
import { imagesInto } from "../_kit/image-insert/images-into.js";
import { insertsInto } from "../_kit/inserts/index.js";
import type { JunkFilter } from "../_kit/inserts/junk-filter.js";
import { runWeb } from "../_kit/web/run-web.js";
import { asSources, HEADINGS_ASKED, headingsOf } from "../_kit/writing/headings.js";
import type { Work } from "./article.js";
import { articleBody } from "./body.js";
import { reworded } from "./reworded.js";

export interface FinishedBody {
  readonly body: ArticleBody;
  /** What its images are known by. */
  readonly claims: readonly string[];
}

/** The article as it is published: with what was asked to be in it besides its text, and without what is not wanted. */
export async function finishedBody({ job, article, writer, context }: Work): Promise<FinishedBody> {
  const { options, state, providers, random, log, signal, output } = context;
  const { session, images: run } = state;
  const shared = { random, log, signal };
  const body = withoutJunk(articleBody(article, job.subject, options), state.isJunk);
  const inserted = await insertsInto(await reworded(body, context), options, {
    ...shared,
    ...{ session, video: providers.video, category: job.cells["category"] ?? "", phrases: article.meta?.tags ?? [] },
    async writeHeadings(paragraphs, { language }) {
      const { sections } = await writer.json("outline", {
        ...{ head: { count: paragraphs.length, language }, says: [HEADINGS_ASKED], text: "" },
        ...{ sources: asSources(paragraphs), step: "headings" },
      });
      return headingsOf(sections, paragraphs.length);
    },
  });
  const web = providers.web === undefined ? undefined : runWeb(context, session);
  // What an earlier attempt at this article took is free for it.
  run.release(state.imageClaims.get(job.line) ?? []);
  const { body: whole, claims } = await imagesInto(inserted, options, {
    ...shared,
    output,
    providers,
    run,
    web,
    name: job.name,
  });
  state.imageClaims.set(job.line, claims);
  return { body: whole, claims };
}

/** The sentences of an article in reading order, without the lists above its text that say what it holds. */
export function sentencesIn(body: ArticleBody, lists: readonly string[]): string[] {
  const isList = (at: number) => {
    const before = body.blocks[at - 1];
    return before?.kind === "heading" && lists.includes(before.text);
  };
  return body.blocks
    .filter((_block, at) => !isList(at))
    .flatMap(textsOf)
    .flatMap(({ text }) => sentencesOf(text.replace(/ ?\[\d+(?:, ?\d+)*\]/g, "")));
}

function withoutJunk(body: ArticleBody, isJunk: JunkFilter): ArticleBody {
  const kept = body.blocks.flatMap((block): BodyBlock[] => {
    if (block.kind === "heading") return isJunk(block.text) ? [] : [block];
    if (block.kind === "list") {
      const items = block.items.map((item) => item.filter(({ text }) => !isJunk(text)));
      const left = items.filter((item) => item.length > 0);
      return left.length === 0 ? [] : [{ ...block, items: left }];
    }
    if (block.kind !== "paragraph" && block.kind !== "quote") return [block];
    const sentences = block.sentences.filter(({ text }) => !isJunk(text));
    return sentences.length === 0 ? [] : [{ ...block, sentences }];
  });
  // A heading over nothing goes with what stood under it.
  const blocks = kept.filter((block, at) => {
    const next = kept[at + 1];
    return block.kind !== "heading" || (next !== undefined && (next.kind !== "heading" || next.level > block.level));
  });
  return { ...body, blocks };
}
