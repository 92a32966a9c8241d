import type { ArgsDef } from "citty";
import { CONFIG_FILE, flagOf, isSwitch, SETTINGS, type SettingName, variableOf } from "./settings.js";

/** The flags for the config file and some settings. */
export function settingFlags(names: readonly SettingName[]): ArgsDef {
  const flags = names.map((name) => {
    const { help } = SETTINGS[name];
    const type = isSwitch(name) ? "boolean" : "string";
    return [flagOf(name), { type, description: `${help} (${variableOf(name)})` } as const] as const;
  });
  return {
    config: { type: "string", description: `Config file; ${CONFIG_FILE} here when there is one`, valueHint: "FILE" },
    ...Object.fromEntries(flags),
  };
}
