import { type PluginEntry, shown, squashed, TASK_STATUSES } from "../../../kernel/index.js";
import { statusNamed } from "../../../kernel/task.js";
import { typeMeant } from "../../../kernel/tasks/filter-notes.js";
import type { TransferCounts } from "../../../kernel/transfer/index.js";
import type { Command } from "../command.js";
import { countsInWords } from "../counts-in-words.js";
import { unknown } from "../flags.js";
import { interruption } from "../interruption.js";
import { meter } from "../meter.js";
import { openStore, STORE_FLAGS, storeSettings } from "../open-store.js";
import { printLines, writeLines } from "../written-file.js";

export const exportCommand: Command = {
  args: {
    out: { type: "string", description: "File to write, or - for standard output (the default)", valueHint: "FILE" },
    type: { type: "string", description: "Only tasks of this type, such as webcrawler", valueHint: "TYPE" },
    group: { type: "string", description: "Only tasks of this group", valueHint: "NAME" },
    status: {
      type: "string",
      description: "Only tasks of this status, such as complete",
      valueHint: TASK_STATUSES.join("|"),
    },
    secrets: { type: "boolean", description: "Keep encrypted passwords; a server with the same key can read them" },
    quiet: { type: "boolean", description: "Print only warnings and errors" },
    ...STORE_FLAGS,
  },
  async run(given, assembly) {
    const settings = storeSettings(given);
    const out = typeof given["out"] === "string" ? given["out"] : "-";
    const filter = { type: word(given["type"]), group: word(given["group"]), status: statusIn(given["status"]) };
    const plugins = await assembly.plugins(settings);
    const storage = await openStore(assembly, settings);
    const { exported, toExport } = await import("../../../kernel/transfer/index.js");
    const { signal, end } = interruption();
    // On one terminal the bar would be among the lines.
    const crowded = out === "-" && process.stdout.isTTY === true;
    const show = meter({ quiet: given["quiet"] === true || crowded });
    try {
      const total = filter.type === "" ? await toExport(storage, filter) : undefined;
      let exportedSoFar: TransferCounts | undefined;
      const lines = exported(storage, {
        filter,
        secrets: given["secrets"] === true,
        plugins,
        signal,
        progress(counts) {
          const share = total === undefined ? {} : { share: total === 0 ? 1 : (counts.tasks - 1) / total };
          show.at({ doing: "Exporting", count: counts.tasks, of: "task", ...share });
          exportedSoFar = counts;
        },
      });
      if (out === "-") await printLines(lines, signal);
      else await writeLines(out, lines);
      show.clear();
      const reason = exportedSoFar?.tasks === 0 ? nothingOf(filter, plugins) : "";
      if (reason !== "") {
        process.stderr.write(`${reason}\n`);
        process.exitCode = 1;
      }
      if (exportedSoFar !== undefined) show.say(`Exported ${countsInWords(exportedSoFar)}.`);
    } finally {
      show.clear();
      end();
      await storage.close();
    }
  },
};

/**
 * Why nothing was exported, where a name is wrong; a program that makes backups should notice. Not said before, since a store may
 * hold tasks of a type that is no longer installed.
 */
function nothingOf({ type, group, status }: Filter, plugins: readonly PluginEntry[]): string {
  if (type !== "" && !plugins.some((plugin) => plugin.type === squashed(type))) {
    return `There is no task type "${shown(type)}". ${typeMeant(type, { all: () => plugins })}`;
  }
  if (group === "" || type !== "" || status !== "") return "";
  return `No task is in the group "${shown(group)}". GET /task/groups lists the groups.`;
}

interface Filter {
  readonly type: string;
  readonly group: string;
  readonly status: string;
}

/** Throws CONFIG_INVALID for what is none, since nothing would be exported. */
function statusIn(value: unknown): string {
  const status = word(value);
  if (status === "" || TASK_STATUSES.some((known) => known === statusNamed(status))) return status;
  throw unknown(`The option "--status" must be one of ${TASK_STATUSES.join(", ")}.`, "export");
}

function word(value: unknown): string {
  return typeof value === "string" ? value : "";
}
