import { ScriptoriumError, type WriterSource } from "../../../kernel/index.js";
import { ANSWERS } from "./asking.js";

/** What is asked for headings over paragraphs, as the step `outline`, whose sections are the paragraphs. */
export const HEADINGS_ASKED =
  "The sources are paragraphs of one article, in their order. Name for each of them the heading that would stand above it: `sections` has one entry for each source and no other, with its `heading` of two to eight words that says what this paragraph tells, and with no `points`. No heading says what another does, and none is only the subject.";

/** The paragraphs as data: their words may be those of pages. */
export function asSources(paragraphs: readonly string[]): readonly WriterSource[] {
  return paragraphs.map((text, at) => ({ title: `Paragraph ${at + 1}`, url: "", text }));
}

/** The headings of an answer to it. Throws WRITER_FAILED where they are not as many. */
export function headingsIn(answer: string, count: number): readonly string[] {
  return headingsOf(sectionsIn(answer), count);
}

/** Those of its sections. Throws as `headingsIn` does. */
export function headingsOf(
  sections: readonly { readonly heading: string }[] | undefined,
  count: number,
): readonly string[] {
  if (sections?.length === count) return sections.map(({ heading }) => heading);
  throw new ScriptoriumError(
    "WRITER_FAILED",
    "The language model did not name one heading for each paragraph. Run again, or choose another model with writerModel.",
  );
}

function sectionsIn(answer: string) {
  try {
    return ANSWERS.outline.safeParse(JSON.parse(answer)).data?.sections;
  } catch {
    return undefined;
  }
}
