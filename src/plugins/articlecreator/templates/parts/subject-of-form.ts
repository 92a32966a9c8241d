import { termsOf } from "../../../../engines/pages/terms.js";
import type { BodyBlock } from "../../../_kit/article-body/index.js";
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

/** Whether a question asks what the subject is, so that a lead would say it twice. */
export function isAnswered(blocks: readonly BodyBlock[], keyword: string): boolean {
  const subject = termsOf(subjectOfForm(keyword));
  return blocks.some((block) => {
    if (block.kind !== "heading" || !/^(?:What|Who) (?:is|are|was|were) /.test(block.text)) return false;
    const asked = termsOf(block.text);
    // Somebody may be asked after by a longer name.
    const most = subject.length + (block.text.startsWith("Who") ? 1 : 0);
    return asked.length <= most && subject.every((term) => asked.includes(term));
  });
}
