import { articleFacts } from "../articles-in/article-facts.js";
import { headFacts } from "../articles-in/body.js";
import { frontMatterOf } from "../articles-in/front-matter.js";
import type { Form } from "../rewriting/forms.js";

/** What a text says of itself at its head; empty where it says nothing. */
export interface TextFacts {
  readonly title: string;
  readonly keyword: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly featuredImage: string;
}

/** Throws PAGE_UNREADABLE for front matter that cannot be read. */
export function textFacts(text: string, form: Form, file: string): TextFacts {
  const matter = form === "md" ? frontMatterOf(text, file).matter : new Map<string, string>();
  return articleFacts(matter, form === "html" ? headFacts(text, "html") : new Map());
}
