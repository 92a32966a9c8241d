import type { InsertContext } from "../../_kit/inserts/index.js";
import { answerSchema, asking } from "../../_kit/writing/asking.js";
import { budgetedWriter } from "../../_kit/writing/budgeted-writer.js";
import { chosenWriter } from "../../_kit/writing/chosen-writer.js";
import { asSources, HEADINGS_ASKED, headingsIn } from "../../_kit/writing/headings.js";
import type { UsageLedger } from "../../_kit/writing/usage.js";
import type { Context } from "../sources.js";

/** Has the language model of the task write headings. What it takes is in the ledger. */
export function headingWriter(
  { options, providers, signal, random, progress }: Context,
  ledger: UsageLedger,
): NonNullable<InsertContext["writeHeadings"]> {
  return async (paragraphs, { keyword, language }) => {
    const { writerProvider, writerModel } = options;
    const writer = budgetedWriter(
      chosenWriter(providers.writer, { writerProvider, what: "headingInsert" }),
      options,
      ledger,
    );
    const [provider, model] = [writerProvider.trim(), writerModel.trim()];
    const { text, usage } = await writer.answer({
      ...{ for: keyword, step: "headings", seed: random.integer(0, 2 ** 31 - 1), signal, text: "" },
      ...(provider === "" ? {} : { provider }),
      ...(model === "" ? {} : { model }),
      instructions: asking(
        { task: "outline", subject: keyword, count: paragraphs.length, ...(language === "" ? {} : { language }) },
        HEADINGS_ASKED,
      ),
      sources: asSources(paragraphs),
      schema: answerSchema("outline"),
    });
    progress({ tokens: usage.input + usage.output, ...(usage.cost === undefined ? {} : { cost: usage.cost }) });
    return headingsIn(text, paragraphs.length);
  };
}
