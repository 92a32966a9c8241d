import { shown } from "../../../kernel/index.js";
import type { SourceArticle } from "./read-article.js";

const PLACE = /\{([^{}]{1,100})\}/g;
/** What else is in braces is text. */
const NAME = /^\p{L}[\p{L}\p{N}_ .-]*$/u;

/** Texts by their names, with `{title}` and the like filled in; `notes` say what the article does not name. */
export interface FilledFields {
  readonly fields: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** What the article does not name is left empty, and a field of which nothing is left goes. */
export function filledFields(
  templates: Readonly<Record<string, string>>,
  article: SourceArticle,
  { slug, option }: { readonly slug: string; readonly option: string },
): FilledFields {
  const { title, file, excerpt, author, date, keyword, meta } = article;
  const values = new Map(Object.entries({ ...meta, title, file, slug, excerpt, author, date, keyword }));
  const missing = new Set<string>();
  const filled = (template: string) =>
    template.replace(PLACE, (whole, given: string) => {
      const name = given.trim();
      const value = values.get(name.toLowerCase()) ?? "";
      if (value !== "") return value;
      if (!NAME.test(name)) return whole;
      missing.add(name);
      return "";
    });
  const fields = Object.entries(templates).flatMap(([name, template]) => {
    const text = filled(template);
    return text.trim() === "" && template.trim() !== "" ? [] : [[name, text]];
  });
  const names = shown([...missing].join(", "));
  const notes = missing.size === 0 ? [] : [`${shown(file)} names no ${names}, so ${option} is filled in without it.`];
  return { fields: Object.fromEntries(fields), notes };
}
