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

const LONGEST_NAME = 3;

/** Terms of other names of the subject that its sources give and have in their titles: "regular expressions (or regexes)". */
export function otherNames(shaping: Shaping): (readonly string[])[] {
  const { sources } = shaping.material;
  const query = subjectTermsOf(shaping);
  const titles = sources.map(({ title }) => termsOf(title));
  const found = new Map<string, readonly string[]>();
  for (const { text } of sources.flatMap(({ blocks }) => blocks)) {
    for (const { 1: before = "", 2: within = "" } of text.matchAll(/((?:[\p{L}-]+ ){1,3})\(([^()]{2,60})\)/gu)) {
      if (!query.every((term) => termsOf(within).includes(term))) continue;
      const words = before.trim().split(" ");
      const names = words.map((_, at) => termsOf(words.slice(at).join(" "))).filter((name) => name.length > 0);
      const name = names.find((own) => titles.some((title) => own.every((term) => title.includes(term))));
      if (name !== undefined && name.length <= LONGEST_NAME) found.set(name.join(" "), name);
    }
  }
  return [...found.values()].filter((name) => name.join(" ") !== query.join(" "));
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
