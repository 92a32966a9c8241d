import type { ArgsDef } from "citty";
import { LISTED, wordForm } from "./flags.js";
import { CONFIG_FILE, flagOf, isListed, isSwitch, SETTINGS, type SettingName, variableOf } from "./settings.js";
import { entryLines, paragraphs } from "./terminal/help-lines.js";
import type { Screen } from "./terminal/screen.js";

/** The flags for the config file and some settings. */
export function settingFlags(names: readonly SettingName[]): ArgsDef {
  const flags = names.map((name) => {
    const { help } = SETTINGS[name];
    const type = isSwitch(name) ? "boolean" : "string";
    const description = `${help} (${[...defaultOf(name), variableOf(name)].join("; ")})`;
    return [flagOf(name), { type, description, ...(isListed(name) && { valueHint: LISTED }) } as const] as const;
  });
  return {
    config: { type: "string", description: `Config file; ${CONFIG_FILE} here when there is one`, valueHint: "FILE" },
    ...Object.fromEntries(flags),
  };
}

function defaultOf(name: SettingName): readonly string[] {
  const value = SETTINGS[name].schema.parse(undefined);
  return typeof value === "object" || value === "" || isSwitch(name) ? [] : [`default ${value}`];
}

const GROUPS: Readonly<Record<string, readonly SettingName[]>> = {
  Server: ["port", "host", "edition", "statusCodes", "strictEnvelope", "dashboard", "mcp", "logFormat", "logLevel"],
  Access: ["apiKey", "allowHost", "allowOrigin", "revealSecrets", "logins"],
  Store: ["data", "storage", "postgresUrl", "keyFile", "keepRuns", "runDays", "deliveryDays", "logMb"],
  Runs: [
    ...(["maxRunningTasks", "typeLimits", "maxPerHost", "queue", "work", "metricsPort", "scheduleDrafts"] as const),
    ...([
      "maxMemoryPercent",
      "minFreeDiskMb",
      "sourceRoot",
      "outputRoot",
      "plugins",
      "pluginIsolation",
      "pluginMemory",
    ] as const),
  ],
  Web: ["providers", "allowPrivate", "contact", "userAgent", "proxyPools", "webCacheMb"],
  Texts: [
    ...([
      "languagePacks",
      "textTimeLimit",
      "libreTranslateUrl",
      "libreTranslateKey",
      "apertiumUrl",
      "deeplKey",
    ] as const),
    ...(["promptTemplates", "brandVoices"] as const),
  ],
};
/** The settings under their headings, all of them. */
export function settingGroups(): Readonly<Record<string, readonly SettingName[]>> {
  return GROUPS;
}

const GROUP_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) => names.map((name) => [flagOf(name), group] as const)),
);

/** What a command does, how it is written, and its options in groups. */
export function helpOf(name: string, head: string, args: ArgsDef, screen: Screen): string {
  const { words, parts } = optionsOf(args, screen);
  return [...paragraphs([head, `Usage: scriptorium ${name}${words} [options]`], screen), ...parts].join("\n\n");
}

/** The words that belong to no option, and the options in groups under their headings. */
export function optionsOf(
  args: ArgsDef,
  screen: Screen,
): { readonly words: string; readonly parts: readonly string[] } {
  const groups = new Map<string, string[]>([["Options", []]]);
  for (const group of Object.keys(GROUPS)) groups.set(group, []);
  const words: string[] = [];
  for (const [flag, { type, description: meaning = "", valueHint = "VALUE" }] of Object.entries(args) as Options) {
    const form =
      type === "positional" ? wordForm(flag, valueHint) : type === "boolean" ? `--${flag}` : `--${flag} ${valueHint}`;
    if (type === "positional") words.push(` ${form}`);
    groups.get(GROUP_OF.get(flag) ?? "Options")?.push(...entryLines(form, meaning, { width: 29, screen }));
  }
  const shown = [...groups].filter(([, lines]) => lines.length > 0).map(([group, lines]) => [`${group}:`, ...lines]);
  return { words: words.join(""), parts: shown.map((part) => part.join("\n")) };
}

type Options = [string, { type?: string; description?: string; valueHint?: string }][];
