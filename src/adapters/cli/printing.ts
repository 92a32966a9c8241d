import { brokenPipe } from "./interruption.js";

/** Writes lines to standard output. Throws `Interrupted` when nobody reads any more. */
export async function print(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await write(`${lines.join("\n")}\n`);
}

/** One JSON document. */
export async function printJson(value: unknown): Promise<void> {
  await write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Text or bytes, as they are. Throws `Interrupted` when nobody reads any more. */
export function write(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve();
      else reject((error as NodeJS.ErrnoException).code === "EPIPE" ? brokenPipe() : error);
    });
  });
}

/** A reply's body on standard output, as it comes. */
export async function writeBody(response: Response): Promise<void> {
  for await (const chunk of response.body ?? []) await write(chunk as Uint8Array);
}
