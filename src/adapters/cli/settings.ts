import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { isPlainObject, ScriptoriumError } from "../../kernel/index.js";

const list = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(","))])
  .transform((items) => items.map((item) => item.trim()).filter((item) => item !== ""));
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const choice = z.union([z.boolean(), z.stringbool()], "must be true or false");

/** Every setting of the server, under its name in the config file. Flags are the same names in kebab case. */
export const SETTINGS = {
  port: { schema: whole(0, 65535).default(8008), help: "Port to listen on" },
  host: { schema: z.string().default("localhost"), help: "Address to listen on; any but loopback needs an API key" },
  data: { schema: z.string().min(1).default("scriptorium-data"), help: "Folder for the store and finished files" },
  apiKey: { schema: z.string().default(""), help: "Key that every call must carry" },
  storage: {
    schema: z.enum(["memory", "sqlite", "file", "postgres"]).default("sqlite"),
    help: "Where tasks are kept: sqlite, file, postgres or memory",
  },
  postgresUrl: { schema: z.string().default(""), help: "Address of the Postgres database" },
  keyFile: {
    schema: z.string().default(""),
    help: "File with the key of encrypted values; secret.key in the data folder",
  },
  revealSecrets: {
    schema: choice.default(false),
    help: "Show passwords and keys in replies, for programs that read them back",
  },
  edition: {
    schema: z.enum(["fuller", "reduced"]).default("fuller"),
    help: "Edition of the interface: fuller or reduced",
  },
  statusCodes: {
    schema: z.enum(["classic", "semantic"]).default("classic"),
    help: "HTTP status of failures: classic (200) or semantic (4xx)",
  },
  allowHost: { schema: list.default([]), help: "Further host names the server answers to, separated by commas" },
  allowOrigin: {
    schema: list.default([]),
    help: "Further origins whose pages may use the server, separated by commas",
  },
  allowPrivate: {
    schema: list.default([]),
    help: "Private hosts or networks that tasks may fetch from, separated by commas",
  },
  sourceRoot: { schema: list.default([]), help: "Folders that tasks may read, separated by commas" },
  logins: {
    schema: list.default([]),
    help: "E-mail addresses that may paraphrase, separated by commas; all of them when none is named",
  },
  languagePacks: {
    schema: list.default([]),
    help: "Folders with MyThes thesauri for spinning other languages than English, separated by commas",
  },
  libreTranslateUrl: { schema: z.string().default(""), help: "Address of a LibreTranslate server to translate with" },
  libreTranslateKey: { schema: z.string().default(""), help: "Its API key, if it wants one" },
  apertiumUrl: { schema: z.string().default(""), help: "Address of an Apertium-APY server to translate with" },
  deeplKey: { schema: z.string().default(""), help: "API key of DeepL, to translate with it" },
  textTimeLimit: { schema: whole(1, 3600).default(30), help: "Longest time of one text call, in seconds" },
  maxRunningTasks: { schema: whole(1, 100).default(3), help: "Tasks that run at once" },
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]["schema"]> } & {
  /** The key of encrypted values, from the environment alone: flags can be seen by others, and files are copied. */
  readonly secretKey: string;
};

/** Holds the key itself, in place of the key file. */
const KEY_VARIABLE = "SCRIPTORIUM_KEY";

/** Settings that are on when their flag is there. */
export function isSwitch(name: SettingName): boolean {
  return name === "revealSecrets";
}

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** `apiKey` as a flag: `api-key`. */
export function flagOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `apiKey` as an environment variable: `SCRIPTORIUM_API_KEY`. */
export function variableOf(name: SettingName): string {
  return `SCRIPTORIUM_${flagOf(name).replaceAll("-", "_").toUpperCase()}`;
}

/** The config file that is read when none is named, in the folder the server is started in. */
export const CONFIG_FILE = "scriptorium.config.json";

/**
 * The settings in force: flags win over environment variables, those over the config file, that over the defaults.
 * Throws CONFIG_INVALID naming the setting and where it was made.
 */
export function readSettings(flags: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv): Settings {
  const named = text(flags["config"]) ?? text(environment["SCRIPTORIUM_CONFIG"]);
  const file = readConfig(named ?? CONFIG_FILE, named !== undefined);
  const settings: Record<string, unknown> = {};
  for (const name of NAMES) {
    const given = flags[flagOf(name)];
    const flag = typeof given === "boolean" ? given : text(given);
    const variable = text(environment[variableOf(name)]);
    const [value, origin] =
      flag !== undefined
        ? [flag, `--${flagOf(name)}`]
        : variable !== undefined
          ? [variable, variableOf(name)]
          : [file[name], `"${name}" in the config file`];
    const parsed = SETTINGS[name].schema.safeParse(value);
    if (!parsed.success) {
      throw new ScriptoriumError(
        "CONFIG_INVALID",
        `The setting ${origin} cannot be used: ${parsed.error.issues[0]?.message ?? "it has the wrong form"}. Correct it and start again.`,
        { setting: name },
      );
    }
    settings[name] = parsed.data;
  }
  const secretKey = text(environment[KEY_VARIABLE]) ?? "";
  if (settings["storage"] === "postgres" && settings["postgresUrl"] === "") {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `The Postgres storage needs an address. Set ${variableOf("postgresUrl")} to postgres://user:password@host/database.`,
      { setting: "postgresUrl" },
    );
  }
  // Every name went through its own schema above.
  return { ...settings, secretKey } as unknown as Settings;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function readConfig(path: string, wanted: boolean): Record<string, unknown> {
  let content: string;
  try {
    content = readFileSync(resolve(path), "utf8");
  } catch (cause) {
    if (!wanted && (cause as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `The config file ${path} could not be read. Check its name and permissions.`,
      {},
      { cause },
    );
  }
  let config: unknown;
  try {
    config = JSON.parse(content);
  } catch (cause) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `The config file ${path} is not valid JSON. Correct it and start again.`,
      {},
      { cause },
    );
  }
  if (!isPlainObject(config)) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `The config file ${path} must hold one JSON object. Correct it and start again.`,
    );
  }
  for (const name of Object.keys(config)) {
    if (Object.hasOwn(SETTINGS, name)) continue;
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `The config file ${path} has a setting "${name}" that this version does not know. Use some of: ${NAMES.join(", ")}.`,
      { setting: name },
    );
  }
  return config;
}
