import { ScriptoriumError, shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import type { Assembly, Command } from "./command.js";
import { given, unknown } from "./flags.js";
import { Interrupted } from "./interruption.js";

/** Each is loaded when it is called. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./commands/serve.js")).serveCommand,
  worker: async () => (await import("./commands/worker.js")).workerCommand,
  export: async () => (await import("./commands/export.js")).exportCommand,
  import: async () => (await import("./commands/import.js")).importCommand,
  backup: async () => (await import("./commands/backup.js")).backupCommand,
  accounts: async () => (await import("./commands/accounts.js")).accountsCommand,
  mcp: async () => (await import("./commands/mcp.js")).mcpCommand,
  doctor: async () => (await import("./commands/doctor.js")).doctorCommand,
};

/** Runs one command line to its end. An error is one line on standard error and exit code 1. */
export async function main(argv: readonly string[], assembly: Assembly): Promise<void> {
  const [name, ...words] = argv;
  // Whoever reads them may go away; what is to be said about that, the commands say themselves.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    if (name === "--version" || name === "-v") process.stdout.write(`${assembly.version}\n`);
    else if (name === "help" && words[0] !== undefined) await main([words[0], "--help"], assembly);
    else if (name === undefined || name === "help" || name === "--help" || name === "-h") {
      process.stdout.write(`${await overview(assembly)}\n`);
    } else if (!Object.hasOwn(COMMANDS, name)) throw noCommand(name);
    else {
      const command = await COMMANDS[name]!();
      if (words.some((word) => word === "--help" || word === "-h")) {
        const { helpOf } = await import("./setting-flags.js");
        process.stdout.write(`${helpOf(name, command)}\n`);
      } else {
        hushSqliteNotice();
        await command.run(given(words, command.args, name), assembly);
      }
    }
  } catch (error) {
    if (error instanceof Interrupted) {
      if (error.message !== "") process.stderr.write(`${error.message}\n`);
      process.exit(error.exitCode);
    }
    const message = ScriptoriumError.is(error) ? error.message : `The command failed: ${String(error)}`;
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
    // What was opened before the error must not keep the process running.
    process.exit();
  }
}

function noCommand(name: string): ScriptoriumError {
  const meant = nearestName(name, Object.keys(COMMANDS));
  return unknown(`There is no command "${shown(name)}".${meant === undefined ? "" : ` Did you mean "${meant}"?`}`, "");
}

async function overview({ version }: Assembly): Promise<string> {
  const lines: string[] = [];
  for (const [name, load] of Object.entries(COMMANDS)) lines.push(`  ${name.padEnd(10)}${(await load()).description}`);
  return `Content automation on a local HTTP API (scriptorium ${version}).

Usage: scriptorium COMMAND [options]

Commands:
${lines.join("\n")}

Run "scriptorium COMMAND --help" to see its options and their defaults.`;
}

/**
 * Keeps one notice of Node 22 off standard error: it calls its SQLite experimental, which later versions no longer do and
 * which helps nobody. Every other warning is passed on.
 */
function hushSqliteNotice(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).startsWith("SQLite is an experimental feature")) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
