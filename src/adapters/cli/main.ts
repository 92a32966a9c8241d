import { type CommandDef, defineCommand, renderUsage } from "citty";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import type { Assembly, Command } from "./command.js";
import { given, unknown } from "./flags.js";
import { Interrupted } from "./interruption.js";
import { hushSqliteNotice } from "./warnings.js";

/** Each is loaded when it is called. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./commands/serve.js")).serveCommand,
  worker: async () => (await import("./commands/worker.js")).workerCommand,
  export: async () => (await import("./commands/export.js")).exportCommand,
  import: async () => (await import("./commands/import.js")).importCommand,
  backup: async () => (await import("./commands/backup.js")).backupCommand,
  doctor: async () => (await import("./commands/doctor.js")).doctorCommand,
};

/** Runs one command line to its end. Trouble is one line on standard error and exit code 1. */
export async function main(argv: readonly string[], assembly: Assembly): Promise<void> {
  const [name, ...words] = argv;
  // Whoever reads them may go away; what is to be said about that, the commands say themselves.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    if (name === "--version" || name === "-v") process.stdout.write(`${assembly.version}\n`);
    else if (name === undefined || name === "help" || name === "--help" || name === "-h") {
      process.stdout.write(`${await renderUsage(await rootOf(assembly))}\n`);
    } else if (!Object.hasOwn(COMMANDS, name)) throw unknown(`There is no command "${shown(name)}".`, "");
    else {
      const command = await COMMANDS[name]!();
      if (words.some((word) => word === "--help" || word === "-h")) {
        process.stdout.write(`${await renderUsage(defined(name, command), await rootOf(assembly))}\n`);
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

async function rootOf({ version }: Assembly): Promise<CommandDef> {
  const subCommands: Record<string, CommandDef> = {};
  for (const [name, load] of Object.entries(COMMANDS)) subCommands[name] = defined(name, await load());
  return defineCommand({
    meta: { name: "scriptorium", version, description: "Content automation on a local HTTP API" },
    subCommands,
  }) as CommandDef;
}

function defined(name: string, { description, args }: Command): CommandDef {
  return defineCommand({ meta: { name, description }, args }) as CommandDef;
}
