import type { Random } from "../../kernel/index.js";
import type { InsertContext } from "../_kit/inserts/index.js";
import { answerSchema, asking } from "../_kit/writing/asking.js";
import { chosenWriter } from "../_kit/writing/chosen-writer.js";
import { asSources, HEADINGS_ASKED, headingsIn } from "../_kit/writing/headings.js";
import type { Working } from "./options.js";

/** Has the language model of the task write headings. */
export function headingWriter(
  { options, providers, signal, progress }: Working,
  random: Random,
): NonNullable<InsertContext["writeHeadings"]> {
  return async (paragraphs, { keyword, language }) => {
    const { writerProvider } = options;
    const writer = chosenWriter(providers.writer, { writerProvider, what: "headingInsert" });
    const provider = writerProvider.trim();
    const head = { task: "outline", subject: keyword, count: paragraphs.length } as const;
    const request = {
      ...{ text: "", seed: random.integer(0, 2 ** 31 - 1), signal, schema: answerSchema("outline") },
      ...(provider === "" ? {} : { provider }),
      instructions: asking({ ...head, ...(language === "" ? {} : { language }) }, HEADINGS_ASKED),
      sources: asSources(paragraphs),
    };
    if (writer.answer === undefined) return headingsIn(await writer.write(request), paragraphs.length);
    const { text, usage } = await writer.answer(request);
    progress({ tokens: usage.input + usage.output, ...(usage.cost === undefined ? {} : { cost: usage.cost }) });
    return headingsIn(text, paragraphs.length);
  };
}
