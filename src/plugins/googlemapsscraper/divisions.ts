import type { Box } from "../../engines/places/index.js";
import { isPlainObject, type RunLog, ScriptoriumError, shown } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";

/** Areas that a source may refuse one after the other, each in another or beside it, before the line has failed. */
const MOST_IN_A_ROW = 6;

/** An area that is too much for the source. */
export class TooMuch {
  private constructor(
    readonly error: ScriptoriumError,
    readonly box: Box,
  ) {}

  /** Undefined for an error that smaller areas would not help with. */
  static of(error: ScriptoriumError): TooMuch | undefined {
    const { tooMuch, box } = error.facts;
    return tooMuch === true && isPlainObject(box) ? new TooMuch(error, box as unknown as Box) : undefined;
  }
}

/** Counts the areas of a line that were too much for the source, and says it once. */
export class Divisions {
  private divided = 0;
  private lost = 0;
  private inRow = 0;
  private hasAnswer = false;
  private last: ScriptoriumError | undefined;

  constructor(private readonly line: string) {}

  answered(): void {
    this.hasAnswer = true;
    this.inRow = 0;
  }

  /** Throws when so many areas were refused that the source seems to answer none. */
  refused(error: ScriptoriumError, isDivided: boolean): void {
    this.last = error;
    this.inRow += 1;
    if (isDivided) this.divided += 1;
    else this.lost += 1;
    if (this.inRow >= MOST_IN_A_ROW) throw this.failure(error);
  }

  /** Says what was divided. Throws when no area was answered. */
  end(log: RunLog): void {
    const { last, divided, lost } = this;
    if (last === undefined) return;
    if (!this.hasAnswer) throw this.failure(last);
    if (divided > 0) {
      const were = divided === 1 ? "was too large for the source and was" : "were too large for the source and were";
      log.info(`${counted(divided, "area")} of "${shown(this.line)}" ${were} divided. ${firstSentence(last)}`);
    }
    if (lost > 0) {
      const have = lost === 1 ? "has" : "have";
      log.warn(
        `${counted(lost, "area")} of "${shown(this.line)}" ${have} no answer, and places may be missing. ${firstSentence(last)} Set depth higher.`,
      );
    }
  }

  private failure(error: ScriptoriumError): ScriptoriumError {
    const { divided, lost } = this;
    const areas = divided + lost;
    if (areas === 1) return error;
    const message = `${firstSentence(error)} It was the same for ${areas} areas of "${shown(this.line)}", smaller ones included. Try again later, or ask for a smaller area.`;
    return new ScriptoriumError(error.code, message, error.facts, { cause: error });
  }
}

/** What is wrong, without what to do. */
function firstSentence({ message }: ScriptoriumError): string {
  return /^.*?[.!?](?=\s+[A-Z]|\s*$)/.exec(message)?.[0] ?? message;
}
