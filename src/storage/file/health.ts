import { Health } from "../health.js";
import { codeOf, storageError } from "./file-errors.js";

/** What was not kept for one of these reasons is cut off and written again, so that the next flush tells the truth of it. */
const PASSING: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT", "EAGAIN", "EINTR"]);

export class FileHealth extends Health {
  /** Does a flush. One that fails is never tried again: the second would answer yes without having written anything. */
  async flush(work: () => Promise<void>): Promise<void> {
    if (this.error !== undefined) throw this.error;
    try {
      await work();
    } catch (cause) {
      throw PASSING.has(codeOf(cause)) ? storageError(cause) : this.end(cause);
    }
  }
}
