import type { FailedLine, RunErrorCode } from "../../kernel/index.js";
import { noneFetched } from "../_kit/web/all-failed.js";

/** The sentence for a run of which nothing worked: what concerned all of it comes first. */
export function noneRead(
  failures: readonly FailedLine[],
  count: number,
): { readonly code: RunErrorCode; readonly message: string } | undefined {
  const ofAll = failures.find(({ facts }) => facts["ofAll"] === true);
  if (ofAll !== undefined) return { code: ofAll.code as RunErrorCode, message: ofAll.message };
  return noneFetched(failures, count, "lines");
}
