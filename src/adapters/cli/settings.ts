import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { isPlainObject, shown } from "../../kernel/index.js";
import { read } from "../../kernel/tasks/reading.js";
import { valueNote } from "../../kernel/tasks/value-notes.js";
import type { SettingSource } from "../../kernel/values/listed-setting.js";
import { mistypedName, nearestName } from "../../kernel/values/nearest-name.js";
import { UsageError } from "./config-error.js";
import { type ConfigFile, parsedConfig } from "./config-file.js";
import { LOG_FORMATS, LOG_LEVELS } from "./console-logger.js";
import { storedTexts } from "./stored-texts.js";

const list = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(","))])
  .transform((items) => items.map((item) => item.trim()).filter((item) => item !== ""));
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const limits = z.unknown().transform(limitsIn);
const pools = z.unknown().transform(poolsIn);
const providers = z.unknown().transform(providersIn);
const choice = z.union([z.boolean(), z.stringbool()], "write true or false");

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
  postgresUrl: {
    schema: z
      .string()
      .regex(/^$|^(?:postgres(?:ql)?|socket):|^\//i, "write it as postgres://user:password@host/database")
      .default(""),
    help: "Address of the Postgres database",
  },
  keyFile: {
    schema: z.string().default(""),
    help: "File with the key that encrypts passwords; by default secret.key in the data folder, or the key in SCRIPTORIUM_KEY",
  },
  revealSecrets: {
    schema: choice.default(false),
    help: "Show passwords and keys in replies, for programs that read them back",
  },
  edition: {
    schema: z.enum(["fuller", "reduced"]).default("fuller"),
    help: "Edition of the interface: fuller, or reduced (fewer calls; a data post replaces all data and runs the task)",
  },
  statusCodes: {
    schema: z.enum(["classic", "semantic"]).default("classic"),
    help: "HTTP status of failures: classic (200) or semantic (4xx)",
  },
  strictEnvelope: {
    schema: choice.default(false),
    help: "Leave notes out of replies, for programs that refuse a member they do not know",
  },
  dashboard: {
    schema: z.enum(["on", "read-only", "off"]).default("on"),
    help: "The page for browsers: on, read-only (nothing in it acts; whoever reaches the API still can), or off",
  },
  mcp: { schema: choice.default(true), help: "Answer MCP at /mcp, for assistants" },
  allowHost: { schema: list.default([]), help: "Further host names the server answers to, separated by commas" },
  allowOrigin: {
    schema: list.default([]),
    help: "Further origins whose pages may use the server, separated by commas",
  },
  allowPrivate: {
    schema: list.default([]),
    help: "Private hosts or networks that tasks and webhooks may reach, separated by commas",
  },
  contact: {
    schema: z.string().default(""),
    help: "Web or mail address under which owners of sites can reach you; requests carry it",
  },
  userAgent: { schema: z.string().default(""), help: "User agent of requests, instead of Scriptorium" },
  proxyPools: {
    schema: pools.default({}),
    help: "Proxies that tasks may use by name, as name=http://a:3128 http://b:3128;name2=socks5://c:1080",
  },
  providers: {
    schema: providers.default({}),
    help: 'Search engines, browsers and other services by port, as JSON: {"search": {"kind": "searxng", "address": "http://localhost:8888"}}',
  },
  promptTemplates: {
    schema: storedTexts("prompt").default([]),
    help: 'Prompts that tasks name by promptTemplateId, as JSON: [{"id": "review", "prompt": "..."}]',
  },
  brandVoices: {
    schema: storedTexts("voice").default([]),
    help: 'Brand voices that tasks name by brandVoiceId, as JSON: [{"id": "calm", "voice": "..."}]',
  },
  webCacheMb: {
    schema: whole(0, 1_000_000).default(256),
    help: "Pages kept to be fetched again only when they changed, in megabytes; 0 keeps none",
  },
  sourceRoot: { schema: list.default([]), help: "Folders whose files tasks may read, separated by commas" },
  outputRoot: {
    schema: list.default([]),
    help: "Folders below which tasks may lay their files by outputFolder, separated by commas",
  },
  logins: {
    schema: list.default([]),
    help: "E-mail addresses that may paraphrase, separated by commas; all of them when none is named",
  },
  languagePacks: {
    schema: list.default([]),
    help: "Folders with MyThes thesauri for spinning other languages than English, separated by commas",
  },
  libreTranslateUrl: { schema: z.string().default(""), help: "Address of a LibreTranslate server to translate with" },
  libreTranslateKey: { schema: z.string().default(""), help: "API key of the LibreTranslate server, if it wants one" },
  apertiumUrl: { schema: z.string().default(""), help: "Address of an Apertium-APY server to translate with" },
  deeplKey: { schema: z.string().default(""), help: "API key of DeepL, to translate with it" },
  textTimeLimit: { schema: whole(1, 3600).default(30), help: "Longest time of one text call, in seconds" },
  maxRunningTasks: { schema: whole(1, 100).default(3), help: "Tasks that run at once" },
  typeLimits: {
    schema: limits.default({}),
    help: "Tasks of a type that run at once, as waybackscraper=2, separated by commas",
  },
  maxPerHost: { schema: whole(1, 100).default(2), help: "Tasks that work on one host at once" },
  queue: {
    schema: z.enum(["in-process", "pg-boss"]).default("in-process"),
    help: "Where runs wait: in-process, or pg-boss for several processes on one Postgres",
  },
  scheduleDrafts: {
    schema: choice.default(false),
    help: "true: schedules also run tasks that nobody has run by hand yet",
  },
  work: { schema: choice.default(true), help: "false: only answer calls, and leave runs to workers" },
  metricsPort: {
    schema: whole(0, 65535).default(0),
    help: "Port on which a worker answers /metrics, /healthz and /readyz; 0 for none",
  },
  maxMemoryPercent: {
    schema: whole(1, 100).default(85),
    help: "Memory in use, in percent, above which no further task begins",
  },
  minFreeDiskMb: {
    schema: whole(0, 10_000_000).default(1024),
    help: "Free disk, in megabytes, below which no run begins; 0 switches this off",
  },
  plugins: { schema: list.default([]), help: "Files with task types of your own, separated by commas" },
  pluginIsolation: {
    schema: z.enum(["process", "thread"]).default("process"),
    help: "Where each run of such a task type works: in a process or a thread of its own",
  },
  pluginMemory: { schema: whole(16, 65_536).default(256), help: "Memory of one such run, in megabytes" },
  keepRuns: { schema: whole(1, 100_000).default(10), help: "Newest runs of a task that are kept, whatever their age" },
  runDays: {
    schema: whole(0, 36_500).default(30),
    help: "Days after which other runs are removed; 0 keeps them for ever",
  },
  deliveryDays: {
    schema: whole(0, 36_500).default(7),
    help: "Days that finished deliveries of webhooks are listed; 0 keeps them for ever",
  },
  logFormat: { schema: z.enum(LOG_FORMATS).default("text"), help: "Form of the server's own log: text or json" },
  logLevel: {
    schema: z.enum(LOG_LEVELS).default("info"),
    help: "Lowest level of the entries in the server's own log: debug (with every request), info, warn or error",
  },
  logMb: { schema: whole(0, 100_000).default(50), help: "Longest log of a task, in megabytes; 0 sets no limit" },
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]["schema"]> } & {
  /** The key of encrypted values, from the environment alone: flags can be seen by others, and files are copied. */
  readonly secretKey: string;
  readonly origins: Readonly<Record<SettingName, SettingOrigin>>;
};

/** Where a setting was made. */
export interface SettingOrigin {
  readonly source: SettingSource;
  /** `--port`, `SCRIPTORIUM_PORT`, `line 3 of the config file`; empty for what is usual. */
  readonly place: string;
}

/** Holds the key itself, in place of the key file. */
const KEY_VARIABLE = "SCRIPTORIUM_KEY";

const PREFIX = "SCRIPTORIUM_";

/** Settings that are on when their flag is there. */
export function isSwitch(name: SettingName): boolean {
  return name === "revealSecrets" || name === "strictEnvelope";
}

/** Settings that are several values, separated by commas where they are written in one word. */
export function isListed(name: SettingName): boolean {
  return name === "typeLimits" || Array.isArray(SETTINGS[name].schema.parse(undefined));
}

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** `apiKey` as a flag: `api-key`. */
export function flagOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `apiKey` as an environment variable: `SCRIPTORIUM_API_KEY`. */
export function variableOf(name: SettingName): string {
  return `${PREFIX}${flagOf(name).replaceAll("-", "_").toUpperCase()}`;
}

/** The config file that is read when none is named, in the folder the server is started in. */
export const CONFIG_FILE = "scriptorium.config.json";

/**
 * The settings in force: flags win over environment variables, those over the config file, that over the defaults.
 * Throws CONFIG_INVALID naming every setting that cannot be used and where it was made.
 */
export function readSettings(flags: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv): Settings {
  const named = text(flags["config"]) ?? text(environment["SCRIPTORIUM_CONFIG"]);
  const path = named ?? CONFIG_FILE;
  const { config: file, lineOf } = readConfig(path, named !== undefined);
  const problems = [...unknownMembers(file, path, lineOf), ...mistypedVariables(environment)];
  const settings: Record<string, unknown> = {};
  const origins: Record<string, SettingOrigin> = {};
  for (const name of NAMES) {
    const given = flags[flagOf(name)];
    const flag = typeof given === "boolean" ? given : text(given);
    const variable = text(environment[variableOf(name)]);
    const inFile = `${lineOf(name) > 1 ? `line ${lineOf(name)} of ` : ""}the config file`;
    const [value, source, place] =
      flag !== undefined
        ? ([flag, "flag", `--${flagOf(name)}`] as const)
        : variable !== undefined
          ? ([variable, "environment", variableOf(name)] as const)
          : file[name] !== undefined
            ? ([file[name], "file", inFile] as const)
            : ([undefined, "default", ""] as const);
    origins[name] = { source, place };
    const result = read(SETTINGS[name].schema, value, source === "file" ? `"${name}" in ${place}` : place);
    if ("data" in result) settings[name] = result.data;
    else problems.push(...result.refused.map((refused) => ({ setting: name, says: valueNote(refused) })));
  }
  refuse(problems);
  const secretKey = text(environment[KEY_VARIABLE]) ?? "";
  if (settings["storage"] === "postgres" && settings["postgresUrl"] === "") {
    throw new UsageError(
      `The Postgres storage needs an address. Set ${variableOf("postgresUrl")} to postgres://user:password@host/database.`,
      { setting: "postgresUrl" },
    );
  }
  refuseLonely(settings);
  // Every name went through its own schema above.
  return { ...settings, secretKey, origins } as unknown as Settings;
}

/** Several processes share runs only where both tasks and runs are in Postgres. */
function refuseLonely({ queue, storage, work }: Record<string, unknown>): void {
  if (queue === "pg-boss" && storage !== "postgres") {
    throw new UsageError(
      `The queue pg-boss is for tasks in Postgres. Set ${variableOf("storage")} to postgres, or leave the queue out.`,
      { setting: "queue" },
    );
  }
  if (work === false && queue !== "pg-boss") {
    throw new UsageError(
      `A server that works no runs itself hands them to others. Set ${variableOf("queue")} to pg-boss, or leave work out.`,
      { setting: "work" },
    );
  }
}

/** `{"waybackscraper": 2}`, or as text `waybackscraper=2`. */
function limitsIn(value: unknown, context: z.RefinementCtx): Record<string, number> {
  const pairs = isPlainObject(value)
    ? Object.entries(value)
    : (list.safeParse(value).data ?? [""]).map((item): [string, string] => {
        const [type = "", limit = ""] = item.split("=");
        return [type.trim(), limit.trim()];
      });
  const limits = pairs.map(([type, limit]) => [type, whole(1, 100).safeParse(limit).data] as const);
  if (limits.some(([type, limit]) => type === "" || limit === undefined)) {
    context.addIssue({ code: "custom", message: "write each limit as type=1, with a number from 1 to 100" });
  }
  return Object.fromEntries(limits.map(([type, limit = 1]) => [type, limit]));
}

/** An object by port; what it holds is checked by those who know the kinds. */
function providersIn(value: unknown, context: z.RefinementCtx): Record<string, unknown> {
  let given = value;
  if (typeof value === "string") {
    try {
      given = JSON.parse(value);
    } catch {
      // It is told below.
    }
  }
  if (isPlainObject(given)) return given;
  context.addIssue({ code: "custom", message: 'write an object such as {"search": "wikipedia"}' });
  return {};
}

/** `{"pool": ["http://a:3128", "http://b:3128"]}`, or as text `pool=http://a:3128 http://b:3128;other=...`. */
function poolsIn(value: unknown, context: z.RefinementCtx): Record<string, readonly string[]> {
  const pairs = isPlainObject(value)
    ? Object.entries(value)
    : String(value)
        .split(";")
        .filter((part) => part.trim() !== "")
        .map((part): [string, string[]] => {
          const [, name = "", proxies = ""] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(part) ?? [];
          return [name, proxies.split(/\s+/).filter((proxy) => proxy !== "")];
        });
  const found = pairs.map(([name, proxies]) => [name, z.array(z.string()).min(1).safeParse(proxies).data] as const);
  if (found.some(([name, proxies]) => name.trim() === "" || proxies === undefined)) {
    context.addIssue({ code: "custom", message: "write each pool as name=http://a:3128 http://b:3128" });
  }
  return Object.fromEntries(found.map(([name, proxies = []]) => [name, proxies]));
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function readConfig(path: string, wanted: boolean): ConfigFile {
  let content: string;
  try {
    content = readFileSync(resolve(path), "utf8");
  } catch (cause) {
    if (!wanted && (cause as NodeJS.ErrnoException).code === "ENOENT") return { config: {}, lineOf: () => 0 };
    throw new UsageError(`The config file ${path} could not be read. Check its name and permissions.`, {}, cause);
  }
  return parsedConfig(content, path);
}

interface Problem {
  readonly setting: string;
  readonly says: string;
}

function unknownMembers(
  file: Readonly<Record<string, unknown>>,
  path: string,
  lineOf: ConfigFile["lineOf"],
): Problem[] {
  return Object.keys(file)
    .filter((name) => !Object.hasOwn(SETTINGS, name))
    .map((name) => {
      const meant = nearestName(name, NAMES);
      const remedy = meant === undefined ? `There are ${NAMES.join(", ")}.` : `Did you mean "${meant}"?`;
      const line = lineOf(name) > 1 ? ` in line ${lineOf(name)}` : "";
      const says = `The config file ${path} has a setting "${shown(name)}"${line} that this version does not know. ${remedy}`;
      return { setting: name, says };
    });
}

/** Variables with our prefix may be meant for others; one that is nearly a setting is a setting that has no effect. */
function mistypedVariables(environment: NodeJS.ProcessEnv): Problem[] {
  const known = [...NAMES.map(variableOf), KEY_VARIABLE, "SCRIPTORIUM_CONFIG", "SCRIPTORIUM_URL"];
  return Object.keys(environment).flatMap((variable) => {
    if (!variable.startsWith(PREFIX) || known.includes(variable)) return [];
    const meant = mistypedName(
      variable.slice(PREFIX.length),
      known.map((name) => name.slice(PREFIX.length)),
    );
    if (meant === undefined) return [];
    return [{ setting: variable, says: `There is no setting ${shown(variable)}. Did you mean ${PREFIX}${meant}?` }];
  });
}

function refuse(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const [remedy, between] =
    problems.length === 1 ? ["Correct it and start again.", " "] : ["Correct them and start again.", "\n"];
  throw new UsageError([...problems.map(({ says }) => says), remedy].join(between), { setting: first.setting });
}
