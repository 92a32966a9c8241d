import { createHash } from "node:crypto";
import { ScriptoriumError, type WriterProvider } from "../../../kernel/index.js";

/** A task for a language model, and what makes its answer usable. */
export interface Request {
  readonly instructions: string;
  readonly text: string;
  readonly temperature: number;
  readonly seed: string | undefined;
  readonly signal: AbortSignal;
  /** Sentences on what is wrong with the answer; none when it can be used. */
  readonly faults: (answer: string) => readonly string[];
}

/** The answer, or why it is not used: a clause that goes on after "because". */
export type Judged = { readonly answer: string } | { readonly because: string };

/** How often the model is asked for one text. */
const ATTEMPTS = 2;

/**
 * Asks until an answer has no faults, naming those of the last answer when it asks again. Rejects when the signal aborts;
 * everything else that goes wrong is in the result.
 */
export async function asked(writer: WriterProvider, request: Request, deadline: AbortSignal): Promise<Judged> {
  const { text, temperature, seed, signal } = request;
  let instructions = request.instructions;
  let because = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let answer: string;
    try {
      answer = unwrapped(
        await writer.write({
          instructions,
          text,
          temperature,
          ...(seed === undefined ? {} : { seed: numberOf(`${seed}:${attempt}`) }),
          signal: AbortSignal.any([signal, deadline]),
        }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) return { because: "it did not answer in time" };
      return {
        because: ScriptoriumError.is(error) ? `it failed (${firstSentence(error.message)})` : "it could not be reached",
      };
    }
    const [fault] = answer.trim() === "" ? ["The answer was empty."] : request.faults(answer);
    if (fault === undefined) return { answer };
    because = `its answer had a fault (${firstSentence(fault)})`;
    instructions = `${request.instructions}\nYour last answer could not be used. ${fault} Mind that.`;
  }
  return { because };
}

/** Without the fence of code that models like to put around an answer. */
function unwrapped(answer: string): string {
  const fenced = /^\s*```\w*\n([\s\S]*?)\n```\s*$/.exec(answer);
  return (fenced?.[1] ?? answer).trim();
}

function firstSentence(message: string): string {
  const end = message.search(/\.(\s|$)/);
  const sentence = end < 0 ? message : message.slice(0, end);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** A whole number from 0 to 2^31 - 1, as the APIs of language models take for a seed. */
function numberOf(seed: string): number {
  return createHash("sha256").update(seed).digest().readUInt32BE(0) >>> 1;
}
