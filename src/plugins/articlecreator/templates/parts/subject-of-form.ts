import { termsOf } from "../../../../engines/pages/terms.js";
import type { Shaping } from "../shaping.js";

/** What a keyword is about without the form that it names: "Marie Curie" of "Marie Curie questions and answers". */
export function subjectOfForm(keyword: string): string {
  return keyword.replace(
    /(?<=\S)\s+(?:(?:common |frequently asked )?questions(?: (?:and|&) answers)?|q ?& ?a|faqs?)$/i,
    "",
  );
}

/** The terms of what the keyword is about. */
export function subjectTermsOf({ keyword, material }: Shaping): readonly string[] {
  const own = termsOf(subjectOfForm(keyword));
  const named = material.query.filter((term) => own.includes(term));
  return named.length === 0 ? material.query : named;
}
