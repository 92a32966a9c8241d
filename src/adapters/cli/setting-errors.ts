import { ScriptoriumError } from "../../kernel/errors.js";
import type { Assembly } from "./command.js";
import { UsageError } from "./config-error.js";
import type { SettingName, SettingOrigin, Settings } from "./settings.js";

/** What errors name that come from rooms with other words for a setting. */
const OTHER_NAMES: Readonly<Record<string, SettingName>> = { connectionString: "postgresUrl" };
/** It is in the environment alone. */
const KEY_PLACE = { secretKey: { source: "environment", place: "SCRIPTORIUM_KEY" } } as const;

/**
 * The assembly whose errors about a setting say where it was made, and are of the kind that ends with exit code 2: what only
 * the rooms can judge is told like what the form of a setting shows.
 */
export function tellingSettings(assembly: Assembly): Assembly {
  const told =
    <Rest extends readonly unknown[], Result>(part: (settings: Settings, ...rest: Rest) => Promise<Result>) =>
    (settings: Settings, ...rest: Rest) =>
      within(settings, () => part(settings, ...rest));
  return {
    ...assembly,
    plugins: told(assembly.plugins),
    local: told(assembly.local),
    storage: told(assembly.storage),
    accounts: told(assembly.accounts),
    accountTests: told(assembly.accountTests),
    checkup: told(assembly.checkup),
    backup: told(assembly.backup),
    assemble: told(async (settings) => {
      const parts = await assembly.assemble(settings);
      return { ...parts, start: () => within(settings, parts.start) };
    }),
  };
}

async function within<Result>(settings: Settings, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const named = settingOf(error);
    if (named === undefined) throw error;
    const { message, facts } = error as ScriptoriumError;
    // "providers.search" is in "providers".
    const [own = ""] = (OTHER_NAMES[named] ?? named).split(".");
    const origins: Readonly<Record<string, SettingOrigin>> = { ...settings.origins, ...KEY_PLACE };
    const origin = origins[own];
    if (origin === undefined) throw error;
    // Nobody has set it: what is wrong is the place where its default is, such as a data folder of another user.
    if (origin.place === "") throw withoutSetting(error as ScriptoriumError);
    const where = origin.source === "file" ? `"${own}" in ${origin.place}` : origin.place;
    throw new UsageError(`${where} cannot be used.${message.includes("\n") ? "\n" : " "}${message}`, facts, error);
  }
}

function withoutSetting(error: ScriptoriumError): ScriptoriumError {
  const { setting: _setting, ...facts } = error.facts;
  return new ScriptoriumError(error.code, error.message, facts, { cause: error });
}

/** The setting that an error is about. */
export function settingOf(error: unknown): string | undefined {
  if (!ScriptoriumError.is(error) || error.code !== "CONFIG_INVALID") return undefined;
  const { setting } = error.facts;
  return typeof setting === "string" ? setting : undefined;
}
