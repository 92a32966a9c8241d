import { termsOf } from "../../../engines/pages/terms.js";
import type { BodyBlock } from "../../_kit/article-body/index.js";
import type { WrittenArticle } from "../article.js";
import { titleCase } from "../headings.js";
import { filledTitle } from "../title.js";
import type { Form } from "./forms.js";
import { isInstruction } from "./parts/imperatives.js";
import { subjectOfForm } from "./parts/subject-of-form.js";

export interface TitleOrder {
  /** The title of the article is its user's. */
  readonly hasOwnTitle: boolean;
  readonly articleTitle: string;
  readonly year: number;
}

/** What an article is called in its form. */
export function titleOf(form: Form, blocks: readonly BodyBlock[], article: WrittenArticle, order: TitleOrder): string {
  if (order.hasOwnTitle) return article.title;
  if (form.title === "") {
    // What is to be done is no thing that a title could ask the meaning of.
    const isAction =
      isInstruction(`${article.keyword}.`) && ASKS_WHAT.test(article.title) && !isSubject(article.keyword, blocks);
    return isAction ? titleCase(`how to ${article.keyword}`) : article.title;
  }
  const count = blocks.filter((block) => block.kind === "heading" && /^\d+\. /.test(block.text)).length;
  const title = form.title.replace(/\{(keyword|title|count)\}/g, (_, name: string) =>
    name === "count"
      ? String(count)
      : name === "title"
        ? article.title
        : titleCase(form.needs?.parts.includes("questions") ? subjectOfForm(article.keyword) : article.keyword),
  );
  const values = {
    keyword: article.keyword,
    n: String(article.n),
    year: String(order.year),
    title: numberedTitle(title, article.n),
  };
  return filledTitle(order.articleTitle, values);
}

/** Whether a sentence begins with the keyword, so that it names a thing: "Spoon carving is a craft". */
function isSubject(keyword: string, blocks: readonly BodyBlock[]): boolean {
  const name = keyword.toLowerCase();
  return blocks.some(
    (block) =>
      block.kind === "paragraph" &&
      block.sentences.some(({ text }) =>
        text
          .toLowerCase()
          .replace(/^(?:the|an?) /, "")
          .startsWith(name),
      ),
  );
}

/** "What Is Boil an Egg?"; "What Is a Steam Engine?" and "What Is Paint?" ask for things. */
const ASKS_WHAT = /^What (?:Is|Are) (?!An? |The )\S+ .*\?$/i;

/** Articles of one keyword have titles of their own. */
function numberedTitle(title: string, n: number): string {
  return n === 1 || termsOf(title).length === 0 ? title : `${title} (${n})`;
}
