import type { ScriptoriumError } from "../../kernel/errors.js";
import { turnedReadOnly } from "./file-errors.js";

/** Whether the disk keeps what it is given. When it failed once to, the store takes no more writes. */
export interface Health {
  readonly trouble: ScriptoriumError | undefined;
  /** Does a flush. One that fails is never tried again: the second would answer yes without having written anything. */
  flush(work: () => Promise<void>): Promise<void>;
  /** The store can no longer say what is on the disk. */
  end(cause: unknown): ScriptoriumError;
}

export function createHealth(): Health {
  let trouble: ScriptoriumError | undefined;

  function end(cause: unknown): ScriptoriumError {
    trouble ??= turnedReadOnly(cause);
    return trouble;
  }

  return {
    get trouble() {
      return trouble;
    },
    async flush(work) {
      if (trouble !== undefined) throw trouble;
      try {
        await work();
      } catch (cause) {
        throw end(cause);
      }
    },
    end,
  };
}
