import {
  type OutputProvider,
  type ProbedProvider,
  type ProviderName,
  ScriptoriumError,
  type StorageAdapter,
  type StoreFinding,
} from "../../../kernel/index.js";
import { notLaidOut } from "../../../kernel/runs/laid-out.js";
import { toHaveProvider } from "../../../kernel/values/provider-settings.js";
import type { Assembly, CheckedType, Command, Given } from "../command.js";
import { configError } from "../config-error.js";
import { meter } from "../meter.js";
import { olderCopies, removeCopies } from "../older-copies.js";
import { openStore, storeSettings } from "../open-store.js";
import { settingFlags } from "../setting-flags.js";
import { readSettings } from "../settings.js";

const WRITTEN = "The next start of the server writes the one in the store.";
/** It may have been edited on purpose. */
const LEFT_ALONE =
  "The server leaves it alone, as somebody may have edited it; delete it, and the next start writes the one in the store.";
const COPY =
  "It is the store as it was before an upgrade, and may hold passwords in the clear. Remove it with --remove-copies when you will not go back.";

export const doctorCommand: Command = {
  args: {
    store: { type: "boolean", description: "Read the whole store instead" },
    "remove-copies": { type: "boolean", description: "Remove the copies that upgrades left next to a sound store" },
    json: { type: "boolean", description: "Answer in JSON" },
    quiet: { type: "boolean", description: "Show no progress" },
    ...settingFlags(["storage", "data", "postgresUrl", "providers", "plugins", "allowPrivate"]),
  },
  async run(given, assembly) {
    if (given["store"] !== true) {
      await examineProviders(given, assembly);
      return;
    }
    const settings = storeSettings(given);
    const { storage } = settings;
    const findings: StoreFinding[] = [];
    const json = given["json"] === true;
    try {
      for await (const finding of findingsOf(assembly, given)) {
        if (json) findings.push(finding);
        else process.stdout.write(`${finding.where}: ${finding.trouble} ${finding.repair}\n`);
        process.exitCode = 1;
      }
    } catch (error) {
      if (!json || !ScriptoriumError.is(error)) throw error;
      print({ sound: false, storage, findings, trouble: { code: error.code, message: error.message } });
      process.exitCode = 1;
      return;
    }
    const isSound = process.exitCode !== 1;
    const copies = olderCopies(settings);
    const removes = given["remove-copies"] === true && isSound;
    if (removes) removeCopies(settings, copies);
    if (json) print({ sound: isSound, storage, findings, copies: removes ? [] : copies });
    else {
      if (isSound) process.stdout.write(`The ${storage} store is sound.\n`);
      for (const name of copies) process.stdout.write(`${name}: ${removes ? "It was removed." : COPY}\n`);
    }
  },
};

/** Asks every provider of the settings, and says which task types they are enough for. Exit code 1 where one that a setting names does not answer. */
async function examineProviders(given: Given, assembly: Assembly): Promise<void> {
  const { providers, types, unready, close } = await assembly.checkup(readSettings(given, process.env));
  try {
    const probed = await providers.probe();
    // Nobody has asked for the usual ones: a machine without a network is in order.
    if (probed.some(({ answers, isDefault }) => !answers && !isDefault)) process.exitCode = 1;
    const set = types.filter(({ type }) => !unready.some((one) => one.type === type));
    const unanswered = set.flatMap((entry) => withoutAnswer(entry, probed));
    const ready = set.map(({ type }) => type).filter((type) => !unanswered.some((one) => one.type === type));
    if (given["json"] === true) {
      print({ providers: probed, ready, unanswered, unready });
      return;
    }
    const lines = [
      ...probed.map(({ port, name, answers, says }) => `${answers ? "ok  " : "FAIL"}  ${port} ${name}: ${says}`),
      ...(ready.length === 0 ? [] : [`Task types that can run: ${ready.join(", ")}.`]),
      ...unanswered.map(({ type, ports, otherwise }) => {
        const silent = ports.map((port) => `its ${port} provider does not answer`).join(" and ");
        const remedy = "See FAIL above.";
        return otherwise
          ? `${type} runs with other options than its usual ones: ${silent}. ${remedy}`
          : `${type} cannot run: ${silent}. ${remedy}`;
      }),
      ...unready.map(({ type, missing, otherwise }) => {
        const lacks = `no ${missing.join(" and no ")} provider is set. ${missing.map(toHaveProvider).join(" ")}`;
        return otherwise
          ? `${type} runs with other options than its usual ones: ${lacks}`
          : `${type} cannot run: ${lacks}`;
      }),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  } finally {
    await close();
  }
}

/** A task type with the ports it works with of which no provider answers. */
function withoutAnswer(
  { type, needs = [], usuallyNeeds = [] }: CheckedType,
  probed: readonly ProbedProvider[],
): { readonly type: string; readonly ports: readonly ProviderName[]; readonly otherwise?: true }[] {
  const isSilent = (port: ProviderName) => {
    const those = probed.filter((one) => one.port === port);
    return those.length > 0 && !those.some(({ answers }) => answers);
  };
  const needed = needs.filter(isSilent);
  if (needed.length > 0) return [{ type, ports: needed }];
  const usual = usuallyNeeds.filter(isSilent);
  return usual.length > 0 ? [{ type, ports: usual, otherwise: true }] : [];
}

/** Findings as they come. Throws when the store cannot be opened or looked through. */
async function* findingsOf(assembly: Assembly, given: Given): AsyncGenerator<StoreFinding> {
  const settings = storeSettings(given);
  const storage = await openStore(assembly, settings).catch((error: unknown) => {
    if (!ScriptoriumError.is(error) || error.code === "CONFIG_INVALID") throw error;
    throw new ScriptoriumError(error.code, `The store cannot be opened. ${error.message}`, error.facts, {
      cause: error,
    });
  });
  const show = meter({ quiet: given["quiet"] === true || given["json"] === true });
  try {
    if (storage.check === undefined) {
      throw configError(
        `The ${settings.storage} storage cannot look through its store. Use the tools that come with it.`,
      );
    }
    let count = 0;
    show.say(`Looking through the ${settings.storage} store ...`);
    for await (const finding of storage.check()) {
      count += 1;
      show.at({ doing: "Looking", count, of: "finding" });
      yield finding;
    }
    // What cannot be read of a damaged store says nothing about the folder.
    if (count === 0) yield* laidOutWrongly(storage, await assembly.output(settings));
  } finally {
    show.clear();
    await storage.close();
  }
}

/** What differs between the store and the folder of finished files, once there is one. */
async function* laidOutWrongly(storage: StorageAdapter, output: OutputProvider): AsyncGenerator<StoreFinding> {
  const folders = await output.tasks?.();
  if (folders === undefined || folders.size === 0) return;
  for await (const { taskId, file } of notLaidOut(storage, output)) {
    const where = `projects/${taskId}/${file.path}`;
    const isOther = await output.has?.(taskId, file, false);
    yield isOther
      ? { where, trouble: "The file has other bytes than the one in the store.", repair: LEFT_ALONE }
      : { where, trouble: "The file is missing or has another size than the one in the store.", repair: WRITTEN };
  }
  for (const taskId of folders) {
    if ((await storage.tasks.get(taskId)) !== undefined) continue;
    yield {
      where: `projects/${taskId}`,
      trouble: "The folder belongs to no task of this store.",
      repair: "Delete it, unless another store has the task.",
    };
  }
}

function print(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
