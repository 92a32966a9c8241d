import { type ArchivePlace, archivePlace } from "../../engines/pages/archive/archive-addresses.js";
import { type FailedLine, type RunErrorCode, ScriptoriumError, shown } from "../../kernel/index.js";
import { type ArchiveFailure, archiveFailure } from "../_kit/archive/archive-errors.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import type { WaybackOptions } from "./options.js";

/** What a line fails with when its list of copies could not be loaded; errors that are not the archive's stay. */
export function listNotLoaded(error: unknown, line: string, place: ArchivePlace): unknown {
  const problem = archiveFailure(error);
  if (problem === undefined) return error;
  const { code, message } = notLoaded(problem, shown(line), place);
  return new ScriptoriumError(code, message, { line: shown(line), ...problem }, { cause: error });
}

/** What a line fails with when the archive refused in the middle of its pages. */
export function pagesCutShort(
  error: unknown,
  place: ArchivePlace,
  counts: { readonly done: number; readonly total: number },
): unknown {
  const problem = archiveFailure(error);
  if (problem === undefined) return error;
  const { code, message } = cutShort(problem, place, counts);
  return new ScriptoriumError(code, message, { ...counts, ...problem }, { cause: error });
}

/** The sentence of a run in which every line failed. */
export function allLinesFailed(
  failures: readonly FailedLine[],
  count: number,
  { options }: { readonly options: WaybackOptions },
): { readonly code: RunErrorCode; readonly message: string } | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  const problems = failures.filter(({ facts }) => "kind" in facts && "detail" in facts);
  const [sample] = problems;
  if (sample === undefined || problems.length * 2 <= failures.length) return noneFetched(failures, count, "lines");
  const place = archivePlace(options.archiveUrl);
  const problem = sample.facts as unknown as ArchiveFailure;
  const sum = (name: string) => problems.reduce((total, { facts }) => total + (Number(facts[name]) || 0), 0);
  const counts = { done: sum("done"), total: sum("total") };
  if (counts.total > 0) return cutShort(problem, place, counts);
  const others = count - 1;
  return notLoaded(problem, `${sample.line} and ${others} other${others === 1 ? "" : "s"}`, place);
}

interface Failure {
  readonly code: RunErrorCode;
  readonly message: string;
}

function notLoaded({ kind, detail }: ArchiveFailure, line: string, { name }: ArchivePlace): Failure {
  const nothing = `the list of copies for ${line} was not loaded and nothing was saved.`;
  // An error number says that no connection came about; a status, that somebody answered.
  if (kind === "unreached" || /^E[A-Z]/.test(detail)) {
    return { code: "no-network", message: `${name} could not be reached (${detail}); ${nothing}` };
  }
  if (kind === "garbled") {
    return { code: "blocked", message: `${name} did not answer with a list; ${nothing} Run again later.` };
  }
  return { code: "rate-limited", message: `${name} is refusing requests (${detail}); ${nothing} Run again later.` };
}

function cutShort(
  { kind, detail }: ArchiveFailure,
  { name }: ArchivePlace,
  { done, total }: { readonly done: number; readonly total: number },
): Failure {
  const rest = `after ${done} of ${total} pages. Progress is saved; run again later to go on.`;
  return kind === "unreached"
    ? { code: "no-network", message: `${name} could not be reached (${detail}) ${rest}` }
    : { code: "rate-limited", message: `${name} is refusing connections ${rest}` };
}
