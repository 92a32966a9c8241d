import { basic, inGroup } from "../../../kernel/index.js";
import { decimal, flag, text, whole } from "../option-fields.js";

/** The fields of every task type that asks a writer. `stripReasoning` is `keepReasoning` of a request, turned round. */
export const writerFields = inGroup("ai", {
  writerProvider: basic(
    text(
      "",
      "Name of the writer among those of the server; empty for the first; `template` for the offline writer, which needs no model.",
    ),
    "template",
  ),
  writerModel: text("", "Model of this writer; empty for its usual one."),
  temperature: decimal({ from: 0, to: 2, usual: 0.7 }, "How freely the model chooses its words."),
  maxTokens: whole({ from: 0, to: 1_000_000, usual: 0 }, "Most tokens of one answer; 0 for the model's own limit."),
  maxTokensPerArticle: whole(
    { from: 0, to: 100_000_000, usual: 0 },
    "Tokens of an article, given and answered; what would pass it is not asked; 0 for no limit.",
  ),
  maxCostPerRun: decimal(
    { from: 0, to: 1_000_000, usual: 0 },
    "Cost of a run by the prices of the writer; what would pass it is not asked; 0 for no limit.",
  ),
  currency: text("", "Currency of `maxCostPerRun`; empty for the one of the prices."),
  stripReasoning: flag(
    true,
    'Leaves out what the model thought, fences around the text and openers such as "Here is your article".',
  ),
});
