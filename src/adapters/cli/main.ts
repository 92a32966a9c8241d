import { type ArgsDef, type CommandDef, defineCommand, parseArgs, renderUsage } from "citty";
import { ScriptoriumError } from "../../kernel/index.js";
import { type Assembly, serve } from "./serve.js";
import { CONFIG_FILE, flagOf, readSettings, SETTINGS, type SettingName, variableOf } from "./settings.js";
import { hushSqliteNotice } from "./warnings.js";

const ARGUMENTS: ArgsDef = {
  config: { type: "string", description: `Config file; ${CONFIG_FILE} here when there is one`, valueHint: "FILE" },
  ...Object.fromEntries(
    Object.entries(SETTINGS).map(([name, { help }]) => [
      flagOf(name as SettingName),
      { type: "string", description: `${help} (${variableOf(name as SettingName)})` } as const,
    ]),
  ),
};

/** Runs one command line to its end. Trouble is one line on standard error and exit code 1. */
export async function main(argv: readonly string[], assembly: Assembly): Promise<void> {
  const serveCommand = defineCommand({
    meta: { name: "serve", description: "Start the server" },
    args: ARGUMENTS,
  });
  const root: CommandDef = defineCommand({
    meta: { name: "scriptorium", version: assembly.version, description: "Content automation on a local HTTP API" },
    subCommands: { serve: serveCommand },
  });
  const [command, ...rest] = argv;
  try {
    if (command === "--version" || command === "-v") process.stdout.write(`${assembly.version}\n`);
    else if (command === undefined || command === "help" || command === "--help" || command === "-h") {
      process.stdout.write(`${await renderUsage(root)}\n`);
    } else if (command !== "serve") throw unknown(`There is no command "${command}".`);
    else if (rest.some((word) => word === "--help" || word === "-h")) {
      process.stdout.write(`${await renderUsage(serveCommand as CommandDef, root)}\n`);
    } else {
      hushSqliteNotice();
      await serve(readSettings(flags(rest), process.env), assembly);
    }
  } catch (error) {
    const message = ScriptoriumError.is(error) ? error.message : `The server could not start: ${String(error)}`;
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
    // Whatever was opened before the trouble must not keep the process.
    process.exit();
  }
}

function flags(words: readonly string[]): Record<string, unknown> {
  for (const word of words) {
    const name = /^--?([^=]*)/.exec(word)?.[1];
    if (name !== undefined && !Object.hasOwn(ARGUMENTS, name)) throw unknown(`There is no option "${word}".`);
  }
  const parsed: Record<string, unknown> = parseArgs([...words], ARGUMENTS);
  const [stray] = parsed["_"] as string[];
  if (stray !== undefined) throw unknown(`The word "${stray}" belongs to no option.`);
  return parsed;
}

function unknown(trouble: string): ScriptoriumError {
  return new ScriptoriumError("CONFIG_INVALID", `${trouble} Run "scriptorium serve --help" to see what there is.`);
}
