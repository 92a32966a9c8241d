import { ScriptoriumError } from "../../kernel/errors.js";
import { configError } from "./config-error.js";
import { brokenPipe } from "./interruption.js";

/** Writes lines to standard output. Throws `Interrupted` when nobody reads any more. */
export async function print(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await write(`${lines.join("\n")}\n`);
}

/** One JSON document. */
export async function printJson(value: unknown): Promise<void> {
  await write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Text or bytes, as they are. Throws `Interrupted` when nobody reads any more, and STORAGE_FULL or CONFIG_INVALID when they cannot be written. */
export function write(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve();
      else reject(unwritten(error));
    });
  });
}

function unwritten(error: NodeJS.ErrnoException): Error {
  if (error.code === "EPIPE") return brokenPipe();
  if (error.code === "ENOSPC" || error.code === "EDQUOT") {
    const message = "The output could not be written, because its disk is full. Free some space, or send it elsewhere.";
    return new ScriptoriumError("STORAGE_FULL", message, {}, { cause: error });
  }
  return configError(`The output could not be written (${error.code}). Send it elsewhere.`, {}, error);
}

/** A reply's body on standard output, as it comes. */
export async function writeBody(response: Response): Promise<void> {
  for await (const chunk of response.body ?? []) await write(chunk as Uint8Array);
}
