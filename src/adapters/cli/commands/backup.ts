import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { untilAborted } from "../../../kernel/values/until-aborted.js";
import type { Command } from "../command.js";
import { configError } from "../config-error.js";
import { needed } from "../flags.js";
import { interruption } from "../interruption.js";
import { meter } from "../meter.js";
import { refuseMissing, STORE_FLAGS, storeSettings } from "../open-store.js";
import { syncFolder, writingError } from "../written-file.js";

export const backupCommand: Command = {
  args: {
    target: { type: "positional", description: "Data folder to make; it must not exist yet", required: false },
    quiet: { type: "boolean", description: "Print nothing unless there is an error" },
    ...STORE_FLAGS,
  },
  async run(given, assembly) {
    const settings = storeSettings(given);
    const named = needed(given["target"], "the folder to make", "backup");
    if (settings.storage === "postgres") {
      throw configError(
        'Postgres has its own tool for backups. Use pg_dump, or "scriptorium export" for a file that any storage can read.',
      );
    }
    refuseMissing(settings);
    const target = resolve(named);
    refuseTaken(target, named);
    // Next to its target, because renaming is atomic within one file system only.
    const unfinished = `${target}.${randomBytes(4).toString("hex")}.part`;
    const discard = () => rmSync(unfinished, { recursive: true, force: true });
    process.on("exit", discard);
    const show = meter({ quiet: given["quiet"] === true });
    const { signal, end } = interruption();
    try {
      await mkdir(unfinished, { mode: 0o700 });
      await untilAborted(signal, assembly.backup(settings, unfinished));
      await syncFolder(unfinished);
      refuseTaken(target, named);
      await rename(unfinished, target);
      await syncFolder(dirname(target));
      show.say(`Copied the store to ${named}. Keep the key of its encrypted values too; it is not in there.`);
    } catch (error) {
      throw writingError(error, named);
    } finally {
      end();
      discard();
      process.off("exit", discard);
    }
  },
};

function refuseTaken(target: string, named: string): void {
  if (!existsSync(target)) return;
  throw configError(`${named} is there already. Name a folder that is not.`);
}
