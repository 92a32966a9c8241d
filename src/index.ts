import { join, resolve } from "node:path";
import { createDashboard, type DashboardOptions, withSampleSite } from "./adapters/dashboard/index.js";
import { exportFormats } from "./adapters/export/index.js";
import { createOutputFolder } from "./adapters/folder/output.js";
import { foldersWhenNeeded } from "./adapters/folder/when-needed.js";
import { type Api, type ApiOptions, createApi } from "./adapters/http/index.js";
import { createLicence } from "./adapters/licence/index.js";
import { createMachine } from "./adapters/machine/index.js";
import { mailerWhenNeeded } from "./adapters/mail/when-needed.js";
import { createMcp } from "./adapters/mcp/index.js";
import { openApiDoor } from "./adapters/openapi/index.js";
import { createPrompts, type PromptsOptions } from "./adapters/prompts/index.js";
import type { ProviderSettings, ProvidersOfSettings } from "./adapters/providers/index.js";
import { providerKey } from "./adapters/providers/provider-key.js";
import type { BlogFolders } from "./adapters/publishing/index.js";
import { publisherWhenNeeded } from "./adapters/publishing/when-needed.js";
import { inProcessQueue } from "./adapters/queue/index.js";
import { createReader } from "./adapters/reading/index.js";
import { ephemeralKey } from "./adapters/secrets/index.js";
import { createText, type TextOptions } from "./adapters/text/index.js";
import { userAgentOf } from "./adapters/web/user-agent.js";
import type { WebOptions } from "./adapters/web/web-options.js";
import {
  messengerWhenNeeded,
  requesterWhenNeeded,
  socketsWhenNeeded,
  webWhenNeeded,
} from "./adapters/web/when-needed.js";
import {
  type Accounts,
  createKernel,
  type Kernel,
  type KernelOptions,
  type PluginEntry,
  type Providers,
  type SecretBox,
  type StoredWork,
  systemClock,
  type TranslatorProvider,
  type WriterProvider,
  warningLogger,
} from "./kernel/index.js";
import { createObservation } from "./observation.js";
import { catalogue } from "./plugins/catalogue.js";
import { memoryStorage } from "./storage/memory.js";
import { VERSION } from "./version.js";

export type { DashboardOptions } from "./adapters/dashboard/index.js";
export * from "./adapters/http/index.js";
export { createLicence } from "./adapters/licence/index.js";
export { type OpenApiOptions, openApiDocument } from "./adapters/openapi/index.js";
export type { PromptsOptions } from "./adapters/prompts/index.js";
export type { ProviderSettings, ProvidersOfSettings } from "./adapters/providers/index.js";
export * from "./adapters/queue/index.js";
export * from "./adapters/secrets/index.js";
export * from "./kernel/index.js";
export type * from "./plugins/task-types.js";
export type { FileOptions } from "./storage/file.js";
export { backupFileStore, fileStorage } from "./storage/file-when-opened.js";
export { memoryStorage } from "./storage/memory.js";
export type { PostgresOptions, PostgresPool } from "./storage/postgres.js";
export { postgresStorage } from "./storage/postgres-when-opened.js";
export { type SqliteOptions, sqliteStorage } from "./storage/sqlite.js";
export { VERSION };

export interface ScriptoriumOptions
  extends Partial<
    Pick<
      KernelOptions,
      "storage" | "queue" | "logger" | "clock" | "ids" | "runner" | "scheduler" | "retention" | "attendants"
    >
  > {
  /**
   * Encrypts passwords and keys in data objects and accounts: `keyFile(path)` or `keyText(text)`. Memory storage has a key
   * of its own by default; with any other storage nobody can post a secret without this.
   */
  readonly secrets?: SecretBox;
  /** Task types of your own, besides the built-in ones. */
  readonly plugins?: readonly PluginEntry[];
  /** Providers of your own; they take the place of built-in ones. */
  readonly providers?: Partial<Providers>;
  /** Providers that `readProviderSettings` made of settings; `providers` take the place of what is among them. */
  readonly providerSettings?: ProvidersOfSettings;
  /** What the built-in web provider may do; it fetches public addresses only by default. */
  readonly web?: WebOptions;
  /** What the built-in spinner, paraphraser and about-me writer may use. */
  readonly text?: TextOptions;
  /** Prompt templates and brand voices that tasks may name. */
  readonly prompts?: PromptsOptions;
  /** Folders that tasks may read; none by default. */
  readonly sourceRoots?: readonly string[];
  /** Where finished files are written, one folder per task; the storage has them in any case. */
  readonly outputFolder?: string;
  /** Folders below which tasks may lay their files, too; none by default. */
  readonly outputRoots?: readonly string[];
  /** Tasks that run at once; 3 by default. Not used with a queue of your own. */
  readonly maxRunningTasks?: number;
  /** The page for browsers at `GET /`; `false` switches it off. The reduced edition has none. */
  readonly dashboard?: DashboardOptions | false;
  readonly api?: ApiOptions;
}

export interface Scriptorium {
  readonly kernel: Kernel;
  /** Mount it with `nodeListener(api)` or `fetchHandler(api)`. */
  readonly api: Api;
  /** Opens the storage and takes up unfinished runs. */
  start(): Promise<void>;
  /** Checkpoints runs and closes what was opened here; a storage that was passed in is closed too. */
  stop(): Promise<void>;
}

/** A kernel with the built-in task types, providers and API. Nothing is opened before `start`. */
export function createScriptorium(options: ScriptoriumOptions = {}): Scriptorium {
  const observation = createObservation(VERSION);
  const plainWeb = webWhenNeeded({ version: VERSION, ...options.web });
  const ownWeb = options.dashboard === false ? plainWeb : withSampleSite(plainWeb);
  const { web } = observation.providers("builtin", { web: ownWeb });
  const messenger = messengerWhenNeeded({ version: VERSION, ...options.web });
  const requester = requesterWhenNeeded({ version: VERSION, ...options.web });
  const reading = createReader();
  const stored = storedLater(() => kernel.stored);
  const bySetting = options.providerSettings;
  const surroundings = () => ({
    ...{
      web,
      watch: observation.watchCall,
      clock: options.clock ?? systemClock,
      logger: options.logger ?? warningLogger,
    },
    ...{ userAgent: userAgentOf({ version: VERSION, ...options.web }), reader: reading.reader, stored },
    serverAddress: () => {
      const [port] = options.web?.ownPorts?.() ?? [];
      return port === undefined ? undefined : `http://localhost:${port}/`;
    },
    accountKey: (name: string) => providerKey(kernel.accounts, name),
  });
  const own = observation.providers("custom", options.providers ?? {});
  const given: Partial<Providers> = { ...bySetting?.bind(surroundings()), ...own };
  // The offline writer neither translates nor spins.
  const writer = given.writer?.stepsOnly ? undefined : given.writer;
  const { translator = writer && modelTranslator(writer) } = given;
  const text = createText({ translator, writer, ...options.text });
  const builtIn: Partial<Providers> = {
    messenger,
    publisher: publisherWhenNeeded({
      accounts: () => kernel.accounts,
      requester,
      ...(options.outputFolder === undefined ? {} : { folders: blogFolders(options.outputFolder) }),
    }),
    reader: reading.reader,
    machine: createMachine(options.outputFolder === undefined ? {} : { folder: options.outputFolder }),
    spinner: text.spinner,
    paraphraser: text.paraphraser,
    aboutMe: text.aboutMe,
    licence: createLicence(),
    prompts: createPrompts(options.prompts),
    mailer: mailerWhenNeeded({
      accounts: accountsLater(() => kernel.accounts),
      open: socketsWhenNeeded({ ...options.web }),
    }),
    ...(translator && !given.translator ? { translator } : {}),
    folder: foldersWhenNeeded({ roots: options.sourceRoots ?? [] }),
    ...(options.outputFolder === undefined
      ? {}
      : { output: createOutputFolder({ root: options.outputFolder, roots: options.outputRoots ?? [] }) }),
  };
  const providers = { ...observation.providers("builtin", builtIn), web, ...given };
  const { logger, clock, ids, runner, scheduler, retention, attendants } = options;
  const storage = options.storage ?? memoryStorage();
  const secrets = options.secrets ?? (storage.name === "memory" ? ephemeralKey() : undefined);
  const kernel: Kernel = createKernel({
    storage,
    queue: observation.queue(options.queue ?? inProcessQueue({ maxRunning: options.maxRunningTasks ?? 3 })),
    plugins: observation.plugins([...catalogue, ...(options.plugins ?? [])]),
    providers,
    ...(secrets ? { secrets } : {}),
    ...(logger ? { logger } : {}),
    ...(clock ? { clock } : {}),
    ...(ids ? { ids } : {}),
    ...(runner ? { runner } : {}),
    ...(scheduler ? { scheduler } : {}),
    ...(retention ? { retention } : {}),
    ...(attendants ? { attendants } : {}),
  });
  observation.follow(kernel);
  const api = createApi(kernel, {
    version: VERSION,
    metrics: observation.metrics,
    watch: observation.watchRequest,
    exports: exportFormats(),
    doors: [openApiDoor],
    ...(providers.machine ? { machine: providers.machine } : {}),
    ...(providers.publisher ? { publisher: providers.publisher } : {}),
    ...(providers.mailer ? { mailer: providers.mailer } : {}),
    mcp: createMcp(providers),
    dashboard:
      options.dashboard !== false && createDashboard(options.dashboard, { sampleSite: given.web === undefined }),
    ...(bySetting ? { providers: bySetting.checks } : {}),
    ...(logger ? { logger } : {}),
    ...options.api,
  });
  return {
    kernel,
    api,
    async start() {
      await observation.start();
      await kernel.start();
      await bySetting?.start();
    },
    async stop() {
      await kernel.stop();
      await Promise.all([bySetting?.close(), messenger.close(), requester.close(), reading.close(), text.close()]);
      await ownWeb.close();
    },
  };
}

/**
 * Makes providers out of settings, as `providers` of the server's config file holds them: `{ search: "wikipedia" }`. Ports that
 * are not named get their usual ones. Keys that settings leave in variables are looked for in `environment`, such as
 * `process.env`; `folder` is for what providers keep, such as answers of search engines.
 * Throws CONFIG_INVALID with all that is wrong with them.
 */
export async function readProviderSettings(
  settings: ProviderSettings,
  options: { readonly environment?: Readonly<Record<string, string | undefined>>; readonly folder?: string } = {},
): Promise<ProvidersOfSettings> {
  const { providersOf } = await import("./provider-kinds.js");
  return providersOf(settings, options);
}

/** Where blogs that are folders are. */
function blogFolders(outputFolder: string): BlogFolders {
  const root = join(resolve(outputFolder), "blogs");
  const output = createOutputFolder({ root });
  return { root, write: output, read: foldersWhenNeeded({ roots: [root] }) };
}

/** The kernel is made of the providers, which read what it stores. */
function storedLater(stored: () => StoredWork): StoredWork {
  return {
    tasks: () => stored().tasks(),
    task: (id) => stored().task(id),
    keywords: (id) => stored().keywords(id),
    article: (id, keyword) => stored().article(id, keyword),
    files: (id) => stored().files(id),
    file: (id, path) => stored().file(id, path),
    rows: (id) => stored().rows(id),
    watch: (tell) => stored().watch(tell),
  };
}

/** The kernel, whose accounts they are, is made of the providers. */
function accountsLater(accounts: () => Accounts): Pick<Accounts, "get" | "list" | "opened"> {
  return {
    get: (reference) => accounts().get(reference),
    list: (page) => accounts().list(page),
    opened: (reference) => accounts().opened(reference),
  };
}

/** A language model is the translator where no other is given. Loaded with the first call. */
function modelTranslator(writer: WriterProvider): TranslatorProvider {
  let loading: Promise<TranslatorProvider> | undefined;
  const load = async () => {
    const [{ writerTranslator }, { changedFacts }] = await Promise.all([
      import("./adapters/translation/writer-translator.js"),
      import("./engines/text/checks/changed-facts.js"),
    ]);
    return writerTranslator(writer, { check: (before, after) => changedFacts(before, after, { translated: true }) });
  };
  return {
    async translate(text, options) {
      loading ??= load();
      return (await loading).translate(text, options);
    },
  };
}
