import { escapeSpintax, firstVariant } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock } from "../article-body/index.js";
import { writtenBlock } from "../article-body/written-block.js";
import { nameOf } from "../articles-in/title.js";
import { type ArticleImage, type ImageInsertContext, imagesInto } from "../image-insert/images-into.js";
import type { ImageInsertOptions } from "../image-insert/options.js";
import { type InsertContext, insertsInto } from "../inserts/index.js";
import type { InsertOptions } from "../inserts/options.js";
import { tagsOf } from "../inserts/tags.js";
import type { Form } from "../rewriting/forms.js";
import { linkedText } from "../rewriting/linked-text.js";
import { plainLines } from "./line-ends.js";
import { outlineOf } from "./outline.js";
import { type TextFacts, textFacts } from "./text-facts.js";
import { textPhrases } from "./text-phrases.js";
import { withTerms } from "./with-terms.js";
import { woven } from "./woven.js";

export type TextInsertOptions = InsertOptions & ImageInsertOptions;

/** What images of a text are looked for by. */
export type TextSubject = Pick<ArticleBody, "keyword" | "language">;

export interface TextInsertContext extends InsertContext {
  /** Path of the text below its folder; its name is the title of a text without one. */
  readonly file: string;
  readonly language: string;
  /** Whether the text is in spintax, so that braces of what is put in are no choices. */
  readonly isSpintax: boolean;
  /** Of the text before it was translated. */
  readonly about: TextSubject;
  readonly images: ImageInsertContext;
}

export interface TextWithInserts {
  readonly text: string;
  /** The text as its blocks, with those that were put in. */
  readonly blocks: readonly BodyBlock[];
  readonly images: readonly ArticleImage[];
  /** Of the images, for a later attempt at the run. */
  readonly claims: readonly string[];
}

/** What a text is about: the keyword that it names, else its title. Throws as `outlineOf` and `textFacts` do. */
export function subjectOfText(source: string, form: Form, file: string, language: string): TextSubject {
  const { lines } = plainLines(source);
  const facts = textFacts(lines, form, file);
  return { keyword: facts.keyword || titleOf(outlineOf(lines, form).title, facts, file), language };
}

/** Whether anything is put into texts but links. */
export function insertsBlocks(options: TextInsertOptions): boolean {
  return (
    options.articleUseHtmlInsert ||
    options.articleUseCategoryInsert ||
    options.articleUseHeadingInsert ||
    options.articleUseTags ||
    options.articleUseVideos ||
    options.articleUseImages
  );
}

/**
 * A finished text with what the shared content inserts add to it; replacements have been made before. Plain text gets no links,
 * images, categories and tags. Throws PAGE_UNREADABLE for a head or markup that cannot be read.
 */
export async function withTextInserts(
  source: string,
  form: Form,
  options: TextInsertOptions,
  context: TextInsertContext,
): Promise<TextWithInserts> {
  const { linkSets, articleUseLinks } = options;
  const linked = articleUseLinks ? linkedText(source, form, { linkSets, ...context }) : source;
  if (!insertsBlocks(options)) return { text: linked, blocks: [], images: [], claims: [] };
  const { lines, restored } = plainLines(linked);
  const { file, language, isSpintax, about, random } = context;
  const outline = outlineOf(lines, form);
  const facts = textFacts(lines, form, file);
  const read = (text: string) => (isSpintax ? firstVariant(text) : text);
  const title = read(titleOf(outline.title, facts, file));
  const whole = {
    ...{ title, keyword: title, language, sources: [] },
    ...{ categories: facts.categories, tags: facts.tags, blocks: outline.parts.map(({ block }) => block) },
  };
  // A keyword that was translated with the text is not known.
  const keyword = about.language === language ? facts.keyword : "";
  const body: ArticleBody = keyword === "" ? whole : { ...whole, keyword };
  const { articleUseHeadingInsert, headingInsert, articleUseTags } = options;
  const wantsPhrases = articleUseTags || (articleUseHeadingInsert && headingInsert.Source === "keywords");
  const phrases = wantsPhrases ? textPhrases(body) : [];
  const others = { ...options, articleUseLinks: false, articleUseTags: false, articleReplaceFilterFile: [] };
  const inserted = await insertsInto(body, others, { ...context, phrases });
  // A title is no tag.
  const tags = tagsOf({ ...body, keyword }, options, phrases, random);
  const made =
    form === "txt"
      ? { body: inserted, images: [], claims: [] }
      : await imagesInto(inserted, options, { ...context.images, about });
  const written = (block: BodyBlock) => {
    const text = writtenBlock(block, form, body);
    return isSpintax ? escapeSpintax(text) : text;
  };
  const text = woven(lines, form, outline, made.body.blocks, written);
  const literal = (terms: readonly string[]) => (isSpintax ? terms.map(escapeSpintax) : terms);
  const isNew = (terms: readonly string[], before: readonly string[]) => terms.length > before.length;
  const featured = made.body.blocks.find((block) => block.kind === "image" && block.image.featured);
  const terms = {
    categories: isNew(inserted.categories, facts.categories) ? literal(inserted.categories) : undefined,
    tags: isNew(tags, facts.tags) ? literal(tags) : undefined,
    image: facts.featuredImage === "" && featured?.kind === "image" ? featured.image.src : undefined,
  };
  const { images, claims } = made;
  return { text: restored(withTerms(text, form, terms)), blocks: made.body.blocks, images, claims };
}

function titleOf(heading: string, facts: TextFacts, file: string): string {
  return [heading, facts.title].find((text) => text !== "") ?? nameOf(file);
}
