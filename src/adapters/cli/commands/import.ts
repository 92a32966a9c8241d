import { ScriptoriumError } from "../../../kernel/index.js";
import { laidOut } from "../../../kernel/runs/laid-out.js";
import type { ImportOptions, LeftOut, OnConflict } from "../../../kernel/transfer/index.js";
import type { Command } from "../command.js";
import { countsInWords } from "../counts-in-words.js";
import { needed, unknown } from "../flags.js";
import { Interrupted, interruption } from "../interruption.js";
import { meter } from "../meter.js";
import { openStore, STORE_FLAGS, storeSettings } from "../open-store.js";
import { readable } from "../read-file.js";

/** So many of what is left out are named. */
const SHOWN = 20;

/** Files that are laid out at the same time, and so share the waiting for the disk. */
const FILES_AT_ONCE = 64;

const CHOICES: readonly OnConflict[] = ["refuse", "skip", "replace"];

export const importCommand: Command = {
  args: {
    file: { type: "positional", description: "File that was exported, or - for standard input", required: false },
    "on-conflict": {
      type: "string",
      description:
        "What happens to tasks that exist already: refuse (the default; nothing is imported), skip or replace",
    },
    quiet: { type: "boolean", description: "Print only warnings and errors" },
    ...STORE_FLAGS,
  },
  async run(given, assembly) {
    const settings = storeSettings(given);
    const path = needed(given["file"], "the file to import, or - for standard input", "import");
    const onConflict = choice(given["on-conflict"]);
    const plugins = await assembly.plugins(settings);
    const { signal, end } = interruption();
    const show = meter({ quiet: given["quiet"] === true });
    const source = await readable(path, signal);
    try {
      const { imported, linesOf, surveyed } = await import("../../../kernel/transfer/index.js");
      const storage = await openStore(assembly, settings, { make: true });
      try {
        let leftOut: string[] = [];
        const taken = new Set<string>();
        const took = (taskId: string) => {
          taken.add(taskId);
        };
        const output = await assembly.output(settings);
        const removeFiles = async (taskId: string) => {
          await output.remove(taskId).catch(() => {
            process.stderr.write(
              `The files of the task ${taskId} that was replaced could not be removed. Remove its folder.\n`,
            );
          });
        };
        const pass = (doing: string): [AsyncIterable<string>, ImportOptions] => {
          let read = 0;
          const lines = linesOf(
            source.bytes((bytes) => {
              read = bytes;
            }),
          );
          const share = () => (source.size === 0 ? 1 : read / source.size);
          const progress: ImportOptions["progress"] = ({ tasks, skipped }) =>
            show.at({ doing, count: tasks + skipped, of: "task", share: share() });
          leftOut = [];
          const leaveOut = (record: LeftOut) => {
            leftOut.push(leftOut.length < SHOWN ? record.trouble : "");
          };
          return [lines, { onConflict, plugins, leaveOut, took, replaced: removeFiles, signal, progress }];
        };
        const { secrets } = await surveyed(storage, ...pass("Checking"));
        show.clear();
        for (const trouble of leftOut.slice(0, SHOWN)) process.stderr.write(`${trouble} It is left out.\n`);
        if (leftOut.length > 0) process.exitCode = 1;
        const result = await imported(storage, ...pass("Importing")).catch((error: unknown) => {
          throw withRest(error);
        });
        await laidOut(storage, output, { only: taken, signal }, FILES_AT_ONCE);
        const skipped = result.skipped > 0 ? ` Skipped ${result.skipped} already there.` : "";
        const replaced = result.replaced > 0 ? ` Replaced ${result.replaced} already there.` : "";
        const key = secrets ? " Its encrypted values need the key of the store they come from." : "";
        const without = leftOut.length > 0 ? ` Left out ${leftOut.length} that cannot be used.` : "";
        show.say(`Imported ${countsInWords(result)}.${skipped}${replaced}${without}${key}`);
      } finally {
        show.clear();
        await storage.close();
      }
    } finally {
      source.end();
      end();
    }
  },
};

/** The error, with what to do about the tasks that were imported before it. */
function withRest(error: unknown): unknown {
  const rest = 'The tasks before it are imported; "--on-conflict skip" goes on from there.';
  if (error instanceof Interrupted) return new Interrupted(`${error.message} ${rest}`, error.exitCode);
  if (!ScriptoriumError.is(error)) return error;
  return new ScriptoriumError(error.code, `${error.message} ${rest}`, error.facts, { cause: error });
}

function choice(value: unknown): OnConflict {
  if (value === undefined) return "refuse";
  const known = CHOICES.find((one) => one === value);
  if (known === undefined) throw unknown('The option "--on-conflict" must be refuse, skip or replace.', "import");
  return known;
}
