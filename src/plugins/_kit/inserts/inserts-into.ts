import type { ArticleBody } from "../article-body/model.js";
import { categoriesOf } from "./categories.js";
import { type HeadingMaterial, withHeadings } from "./headings.js";
import { withHtmlBlock } from "./html-blocks.js";
import { withLinks } from "./links.js";
import type { InsertOptions } from "./options.js";
import { replaceFilter } from "./replace-filter.js";
import { tagsOf } from "./tags.js";
import { type VideoContext, withVideos } from "./videos.js";
import { wantsWrittenHeadings, withWrittenHeadings } from "./written-headings.js";

export interface InsertContext extends VideoContext, HeadingMaterial {
  /** Given by the line of the article; empty for none. */
  readonly category?: string;
}

/**
 * The article with what the shared content inserts add to it, but for images. Whatever cannot be had is left out with a
 * warning; throws only what an abort throws, and bad-input for a replacement that `insertProblems` refuses.
 */
export async function insertsInto(
  body: ArticleBody,
  options: InsertOptions,
  context: InsertContext,
): Promise<ArticleBody> {
  const { random, category = "", phrases = [] } = context;
  let result = replaceFilter(options.articleReplaceFilterFile)(body, random);
  if (wantsWrittenHeadings(options)) result = await withWrittenHeadings(result, options, context, context);
  else if (options.articleUseHeadingInsert) result = withHeadings(result, options, context, random);
  if (options.articleUseLinks) result = withLinks(result, options.linkSets, random);
  result = {
    ...result,
    categories: categoriesOf(result, options, category, random),
    tags: tagsOf(result, options, phrases, random),
  };
  if (options.articleUseHtmlInsert) result = withHtmlBlock(result, options, random);
  return options.articleUseVideos ? await withVideos(result, options, context) : result;
}
