import { linesInRequests } from "../../../engines/lines-in-requests.js";
import { ScriptoriumError } from "../../../kernel/index.js";

/** Puts lines into another language, each for itself. */
export type TranslateText = (text: string, signal: AbortSignal) => Promise<string>;

/** The lines in the other language, in their order, a few requests for all of them. Undefined for one that could not be translated. */
export async function translatedLines(
  lines: readonly string[],
  translate: TranslateText,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  // Translators bound by themselves how many requests are running.
  const answers = await Promise.all(linesInRequests(lines).map((request) => answered(request, translate, signal)));
  return answers.flat();
}

async function answered(
  request: readonly string[],
  translate: TranslateText,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const answer = await attempt(request.join("\n"), translate, signal);
  const each = answer?.split("\n");
  if (each?.length === request.length) return each.map((line, index) => tidied(line, request[index]!));
  if (request.length === 1) return [each && tidied(each.join(" "), request[0]!)];
  // A service that does not keep lines, or a model that changed one of them, gets them one by one.
  return (await Promise.all(request.map((line) => answered([line], translate, signal)))).flat();
}

/** Undefined where a model changed what it must not: that is the fault of this text, and not of the service. */
async function attempt(text: string, translate: TranslateText, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  try {
    return await translate(text, signal);
  } catch (error) {
    if (ScriptoriumError.is(error) && error.code === "TRANSLATION_FAILED" && "changed" in error.facts) return undefined;
    throw error;
  }
}

/** Without the blanks that services leave behind where a word went. */
function tidied(answer: string, line: string): string {
  const single = answer.trim().replace(/ {2,}/g, " ");
  return / [.,]/.test(line) ? single : single.replace(/ +(?=[.,](?:\s|$))/g, "");
}
