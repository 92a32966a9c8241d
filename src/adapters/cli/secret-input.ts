import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { configError } from "./config-error.js";

const MOST = 64 * 1024;

/** A secret from the variable, or else from standard input: typed without an echo on a terminal. Throws CONFIG_INVALID for none. */
export async function readSecret(name: string, variable: string): Promise<string> {
  if (variable !== "") return given(process.env[variable] ?? "", `The variable ${variable} is not set. Set it.`);
  const text = process.stdin.isTTY ? await typed(`${name}: `) : await piped();
  return given(text, `Standard input holds no ${name}. Type it, pipe it in, or name a variable with --variable.`);
}

function given(text: string, problem: string): string {
  const secret = text.replace(/\r?\n$/, "");
  if (secret !== "") return secret;
  throw configError(problem);
}

async function typed(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}

async function piped(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST)
      throw configError(`Standard input holds more than ${MOST} bytes, which is no secret. Give another.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
