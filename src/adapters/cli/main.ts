import { shown } from "../../kernel/values/json.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import type { Assembly } from "./command.js";
import { COMMANDS, GROUPS } from "./command-table.js";
import { UsageError } from "./config-error.js";
import { endOf } from "./error-ends.js";
import { Interrupted } from "./interruption.js";
import { tellingSettings } from "./setting-errors.js";
import { entryLines, paragraphs } from "./terminal/help-lines.js";
import { screenOf } from "./terminal/screen.js";

/** Runs one command line to its end. An error is one line on standard error, and an exit code of the table. */
export async function main(argv: readonly string[], rooms: Assembly): Promise<void> {
  const assembly = tellingSettings(rooms);
  const [name, ...words] = argv;
  // Whoever reads them may go away; what is to be said about that, the commands say themselves.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    if (name === "--version" || name === "-v") process.stdout.write(`${assembly.version}\n`);
    else if (name === "help" && words[0] !== undefined) await main([...words, "--help"], rooms);
    else if (name === undefined || name === "help" || name === "--help" || name === "-h") {
      process.stdout.write(`${overview(assembly)}\n`);
    } else await runCommand(name, words, assembly);
  } catch (error) {
    if (error instanceof Interrupted) {
      if (error.message !== "") process.stderr.write(`${error.message}\n`);
      process.exit(error.exitCode);
    }
    const { message, exitCode } = endOf(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = exitCode;
    // What was opened before the error must not keep the process running.
    process.exit();
  }
}

async function runCommand(name: string, words: readonly string[], assembly: Assembly): Promise<void> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) throw noCommand(name);
  const command = await entry.load();
  const asked = words.findIndex((word) => word === "--help" || word === "-h");
  if (asked >= 0) {
    const { helpOf } = await import("./setting-flags.js");
    const screen = screenOf(process.stdout);
    const head = `${entry.says}.`;
    const text =
      "help" in command
        ? await command.help(words.slice(0, asked), assembly, head)
        : helpOf(name, head, command.args, screen);
    process.stdout.write(`${text}\n`);
    return;
  }
  hushSqliteNotice();
  if ("runWords" in command) await command.runWords(words, assembly);
  else await command.run((await import("./flags.js")).given(words, command.args, name), assembly);
}

function noCommand(name: string): UsageError {
  const meant = nearestName(name, Object.keys(COMMANDS));
  return new UsageError(
    `There is no command "${shown(name)}".${meant === undefined ? "" : ` Did you mean "${meant}"?`} Run "scriptorium --help" to see what there is.`,
  );
}

function overview({ version }: Assembly): string {
  const screen = screenOf(process.stdout);
  const groups = Object.entries(GROUPS).map(([group, commands]) => {
    const lines = Object.entries(commands).flatMap(([name, { says }]) => entryLines(name, says, { width: 12, screen }));
    return [`${group}:`, ...lines].join("\n");
  });
  const before = [
    `Content automation on a local HTTP API (scriptorium ${version}).`,
    "Usage: scriptorium COMMAND [options]",
  ];
  const after = 'Run "scriptorium COMMAND --help" to see its options and their defaults.';
  return [...paragraphs(before, screen), ...groups, ...paragraphs([after], screen)].join("\n\n");
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
