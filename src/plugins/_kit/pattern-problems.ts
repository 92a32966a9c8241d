import { addressPatterns } from "../../engines/pages/links/patterns.js";
import type { OptionProblem } from "../../kernel/index.js";
import { problemsInLines } from "./checks.js";

/** What is wrong with the patterns that let addresses in and keep them out. */
export async function patternProblems(options: {
  readonly includePatternsFile: readonly string[];
  readonly excludePatternsFile: readonly string[];
}): Promise<OptionProblem[]> {
  const ofField = (field: keyof typeof options) =>
    problemsInLines(options[field], (lines) => addressPatterns(lines, field));
  return [...(await ofField("includePatternsFile")), ...(await ofField("excludePatternsFile"))];
}
