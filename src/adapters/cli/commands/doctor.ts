import { ScriptoriumError, type StoreFinding } from "../../../kernel/index.js";
import type { Assembly, Command, Given } from "../command.js";
import { unknown } from "../flags.js";
import { meter } from "../meter.js";
import { openStore, STORE_FLAGS, storeSettings } from "../open-store.js";

export const doctorCommand: Command = {
  description: "Look for damage, and tell what would be repaired",
  args: {
    store: { type: "boolean", description: "Read the whole store" },
    json: { type: "boolean", description: "Answer in JSON" },
    quiet: { type: "boolean", description: "Show no progress" },
    ...STORE_FLAGS,
  },
  async run(given, assembly) {
    if (given["store"] !== true) throw unknown("Say what to look at: scriptorium doctor --store.", "doctor");
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
    if (json) print({ sound: findings.length === 0, storage, findings });
    else if (process.exitCode !== 1) process.stdout.write(`The ${storage} store is sound.\n`);
  },
};

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
      throw new ScriptoriumError(
        "CONFIG_INVALID",
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
  } finally {
    show.clear();
    await storage.close();
  }
}

function print(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
