import { givenLines } from "../../engines/pages/fields.js";
import { defineTaskPlugin } from "../../kernel/index.js";
import { addressLines } from "../_kit/web/logins.js";
import { usageCsv } from "../_kit/writing/usage.js";
import { writingAssistantProblems } from "./checks.js";
import { jobsOf, refuseNoSubject, subjectOf, tableFile } from "./jobs.js";
import { writingAssistantOptions } from "./options.js";
import { prepared } from "./preparation.js";
import { failedRow } from "./write-job.js";
import { writeLine } from "./write-line.js";

export const writingassistant = defineTaskPlugin({
  type: "writingassistant",
  words: "writing assistant",
  title: "Writing Assistant",
  summary: "Writes articles with a language model in stages, from sources that it names, and looks up what they state.",
  needs: ["reader"],
  uses: ["writer", "web", "search", "folder", "browser", "video", "images", "prompts", "spinner", "paraphraser"],
  usuallyNeeds: ["writer"],
  options: writingAssistantOptions,
  inputs(options) {
    const file = tableFile(options);
    // A placeholder that stands for nothing is told by `check`.
    const jobs = jobsOf({ ...options, promptTemplate: "" });
    return [...jobs.map(({ line }) => line), ...(file === undefined ? [] : givenLines([file]))];
  },
  check: (options, { providers }) => writingAssistantProblems(options, providers),
  lineChecks: (_options, { providers }) => ({
    promptsFile: (line) => refuseNoSubject(line, subjectOf(line)),
    sourceUrlsFile: (line) => providers.web?.checkAddress?.(addressLines([line])[0]!),
  }),
  begin: (context) => prepared(context),
  run: (line, context) => writeLine(line, context),
  failure: (line, { message, facts }) => (facts["hasRows"] === true ? null : failedRow(line, message)),
  async finish({ state, output, providers, runId }) {
    if (state.ledger.rows.length > 0) output.file("usage.csv", usageCsv(state.ledger.rows), "text/csv");
    await providers.web?.forget?.(runId);
  },
});
