import type { ScriptoriumError } from "../kernel/errors.js";
import { failed } from "./refusals.js";

/** Whether a store can be written. When the disk failed once to keep something, it takes no more writes; all else passes. */
export class Health {
  private failure: ScriptoriumError | undefined;
  private isDoubted = false;
  private trying: Promise<void> | undefined;

  get error(): ScriptoriumError | undefined {
    return this.failure;
  }

  /** The store can no longer say what is on the disk. */
  end(cause: unknown): ScriptoriumError {
    this.failure ??= failed(
      "The disk failed to keep what was written, so the store takes no more writes. Check the disk and start again.",
      cause,
    );
    return this.failure;
  }

  /** Something could not be written. */
  doubt(): void {
    this.isDoubted = true;
  }

  /** Rejects while the store cannot be written. `trial` writes what changes nothing, and is called only when in doubt. */
  async writable(trial: () => Promise<void>): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (!this.isDoubted) return;
    this.trying ??= trial()
      .then(() => {
        this.isDoubted = false;
      })
      .finally(() => {
        this.trying = undefined;
      });
    await this.trying;
  }
}
