import { readFileSync } from "node:fs";
import type { Json, JsonObject } from "../../../kernel/values/json.js";
import { isPlainObject } from "../../../kernel/values/json.js";
import type { Given } from "../command.js";
import { configError } from "../config-error.js";
import { placeIn } from "../config-file.js";
import { unknown } from "../flags.js";
import { placed, type Sources, textOf, ValueProblem, valueGiven } from "./option-values.js";
import type { TaskOption } from "./task-options.js";

/** The data that options give, over those of `--fields`, and the name of `--name`. Throws UsageError for a value that the type does not take. */
export async function givenData(
  fields: ReadonlyMap<TaskOption, readonly string[]>,
  { fields: whole, name }: Given,
  command: string,
): Promise<JsonObject> {
  const sources = sourcesOnce();
  let data: Record<string, Json> = typeof whole === "string" ? await objectIn(whole, sources, command) : {};
  try {
    for (const [option, given] of fields) data = placed(data, option.path, await valueGiven(option, given, sources));
  } catch (error) {
    if (error instanceof ValueProblem) throw unknown(error.message, command);
    throw error;
  }
  return typeof name === "string" ? { ...data, jobName: name } : data;
}

async function objectIn(given: string, sources: Sources, command: string): Promise<Record<string, Json>> {
  const text = await textOf(given, sources);
  let value: unknown;
  let why = "";
  try {
    value = JSON.parse(text);
  } catch (error) {
    why = ` What it has is not valid JSON${placeIn(error, text)}.`;
  }
  if (isPlainObject(value)) return value as Record<string, Json>;
  throw unknown(
    `The option "--fields" must be a JSON object, or @ and the name of a file that holds one.${why}`,
    command,
  );
}

/** Standard input is read once. */
function sourcesOnce(): Sources {
  let input: Promise<string> | undefined;
  return {
    file: readFileText,
    input() {
      input ??= readInput();
      return input;
    },
  };
}

/** What a file holds. Throws CONFIG_INVALID where it cannot be read. */
export function readFileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw configError(
      `The file ${path} could not be read. Check its name and permissions; write @@ for a text that begins with @.`,
      {},
      cause,
    );
  }
}

/** All of standard input as text. */
export async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
