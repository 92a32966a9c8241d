import { shown } from "../../kernel/index.js";
import { listed } from "../../kernel/values/in-brief.js";
import { counted } from "../_kit/counted.js";
import { jobSources, sourceRecord } from "./job-sources.js";
import type { Job } from "./jobs.js";
import type { RunContext } from "./preparation.js";

/** Says what would be written, for a run that only tries its settings: sources are read, and no writer is asked. */
export async function planned(job: Job, context: RunContext): Promise<void> {
  const { options, state, output, log } = context;
  const sources = await jobSources(job, async () => [job.subject], context);
  const names = sources.map(({ title }) => `"${shown(title)}"`).join(", ");
  const from = sources.length === 0 ? "without sources" : `from ${counted(sources.length, "source")}, ${names}`;
  const writer = options.writerProvider.trim();
  const by = writer === "" ? "the first writer" : `the writer "${shown(writer)}"`;
  log.info(
    `"${shown(job.subject)}": ${options.articleLengthFrom} to ${options.articleLengthTo} words would be written by ${by} ${from}. Stages: ${listed(state.stages)}.`,
  );
  output.row({
    ...{ line: shown(job.line), title: "", file: "", words: 0, sources: sources.map(sourceRecord) },
    ...{ images: 0, licence: "", supported: 0, unsupported: 0 },
    ...{ tokensIn: 0, tokensOut: 0, cost: 0, currency: "", status: "planned", error: "" },
  });
}
