import { givenLines } from "../../../engines/pages/fields.js";
import { columnsOf, type Random } from "../../../kernel/index.js";
import type { ArticleBody } from "../article-body/model.js";
import type { InsertOptions } from "./options.js";
import { phrasePattern } from "./phrases.js";
import { wholeText } from "./places.js";

interface Category {
  readonly name: string;
  /** Words of its rule. */
  readonly words: readonly string[];
}

/** The categories of an article: `own`, that of its keyword's line, and those of the lists. */
export function categoriesOf(
  body: ArticleBody,
  options: Pick<InsertOptions, "articleUseCategoryInsert" | "categoryInsert" | "articleCategories">,
  own: string,
  random: Random,
): readonly string[] {
  const chosen = options.articleUseCategoryInsert ? chosenOf(body, options, random) : [];
  return distinct([...body.categories, ...(own.trim() === "" ? [] : [own.trim()]), ...chosen]);
}

function chosenOf(
  body: ArticleBody,
  { categoryInsert, articleCategories }: Pick<InsertOptions, "categoryInsert" | "articleCategories">,
  random: Random,
): readonly string[] {
  const offered = givenLines([...categoryInsert.CategoryInsertFile, ...articleCategories]).map(categoryOf);
  const names = distinct(offered.map(({ name }) => name));
  switch (categoryInsert.Mode) {
    case "all":
      return names;
    case "random":
      return random.shuffled(names).slice(0, categoryInsert.Max);
    case "byKeyword": {
      const headings = body.blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : []));
      const text = [body.keyword, body.title, ...headings].join("\n");
      return names.filter((name) => phrasePattern(name).test(text)).slice(0, categoryInsert.Max);
    }
    case "byRule": {
      const text = `${body.keyword}\n${wholeText(body)}`;
      const fitting = offered
        .map(({ name, words }) => ({ name, count: counted(text, words) }))
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count);
      return distinct(fitting.map(({ name }) => name)).slice(0, categoryInsert.Max);
    }
  }
}

/** `category|word, word`. */
export function categoryOf(line: string): Category {
  const [name = "", words = ""] = columnsOf(line, 2);
  return { name, words: words.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()])) };
}

function counted(text: string, words: readonly string[]): number {
  return words.reduce((sum, word) => sum + [...text.matchAll(phrasePattern(word, "g"))].length, 0);
}

/** Each once, whatever its case. */
export function distinct(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (name !== "" && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name);
  return [...byKey.values()];
}
