import { givenLines } from "../../../engines/pages/fields.js";
import type { Random } from "../../../kernel/index.js";
import type { ArticleBody } from "../article-body/model.js";
import { distinct } from "./categories.js";
import type { InsertOptions } from "./options.js";
import { phrasePattern } from "./phrases.js";
import { wholeText } from "./places.js";

/** Words of three letters say little alone. */
const SHORT_WORD = 3;

/** The tags of an article; `phrases` are those that go with its keyword, strongest first. */
export function tagsOf(
  body: ArticleBody,
  { articleUseTags, tagInsert }: Pick<InsertOptions, "articleUseTags" | "tagInsert">,
  phrases: readonly string[],
  random: Random,
): readonly string[] {
  if (!articleUseTags) return body.tags;
  const { Source, TagsFile, Max } = tagInsert;
  const offered =
    Source === "keywords"
      ? [body.keyword, ...phrases.filter((phrase) => phrase.length > SHORT_WORD)].filter((tag) => tag !== "")
      : fromFile(givenLines(TagsFile), wholeText(body), random);
  return distinct([...body.tags, ...offered.slice(0, Max)]);
}

/** Those that are in the article, most often named first; any of them where none is. */
function fromFile(tags: readonly string[], text: string, random: Random): readonly string[] {
  const named = tags
    .map((tag) => ({ tag, count: [...text.matchAll(phrasePattern(tag, "g"))].length }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  return named.length > 0 ? distinct(named.map(({ tag }) => tag)) : random.shuffled(distinct(tags));
}
