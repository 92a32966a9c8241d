import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { AccountTest } from "./adapters/accounts/index.js";
import {
  type AccountTests,
  type Assembly,
  askedQueue,
  type Checkup,
  consoleLogger,
  copyMade,
  type LocalApi,
  listedSettings,
  lockFolder,
  logRuns,
  type McpReply,
  makeFolder,
  placeIn,
  placeOf,
  type ServerParts,
  type Settings,
} from "./adapters/cli/index.js";
import { createOutputFolder } from "./adapters/folder/output.js";
import { fetchWithin } from "./adapters/http/fetch-within.js";
import { type Api, createApiServer, type Envelope, limitedTo } from "./adapters/http/index.js";
import { createLicence } from "./adapters/licence/index.js";
import { createMachine, memoryGuard } from "./adapters/machine/index.js";
import { providerKey } from "./adapters/providers/provider-key.js";
import { DEFAULT_LIMITS, inProcessQueue, pgBossQueue } from "./adapters/queue/index.js";
import type { WebOptions } from "./adapters/web/index.js";
import {
  type Accounts,
  createScriptorium,
  type Logger,
  type MachineProvider,
  memoryStorage,
  type OutputProvider,
  type PluginEntry,
  type Providers,
  type ProvidersOfSettings,
  readProviderSettings,
  ScriptoriumError,
  type ScriptoriumOptions,
  type SecretBox,
  type StorageAdapter,
  type StoreFinding,
  silentLogger,
  sqliteStorage,
  type TaskQueue,
} from "./index.js";
import { chainAttendant } from "./kernel/attendants/chain/chain.js";
import { eventLogAttendant } from "./kernel/attendants/event-log.js";
import { webhookAttendant } from "./kernel/attendants/webhooks/webhooks.js";
import { squashed } from "./kernel/plugin-registry.js";
import { accountsOfStore } from "./kernel/tasks/accounts-of-store.js";
import { shown } from "./kernel/values/json.js";
import { catalogue } from "./plugins/catalogue.js";
import { lockHolder, takeLock } from "./storage/file/lock.js";

/** How long lines may go on when the server stops: with what is done after it, a supervisor waits ten seconds. */
const STOP_GRACE_MS = 5000;
const MB = 1024 * 1024;
/** How soon a command notices that nothing is worked any more. */
const LOOK_EVERY_MS = 20;

const locks = { take: takeLock, holder: lockHolder };

/** What commands need of all rooms; loaded by those that need any. */
export const rooms: Omit<Assembly, "version" | "commands"> = {
  plugins,
  assemble,
  local,
  accounts,
  accountTests,
  checkup,
  storage,
  output,
  rotateKey: async (path) => (await import("./adapters/secrets/key-file.js")).rotateKeyFile(path),
  backup,
  locks,
};

async function assemble(settings: Settings): Promise<ServerParts> {
  await refuseUnknownTypes(settings);
  const logger = consoleLogger({ format: settings.logFormat, level: settings.logLevel });
  const ports: number[] = [];
  const machine = machineOf(settings);
  const { api, kernel, start, stop } = createScriptorium({
    ...(await partsOf(settings, { logger, machine, ownPorts: () => ports })),
    queue: queueOf(settings, machine, logger),
    retention: {
      keepRuns: settings.keepRuns,
      runDays: settings.runDays,
      deliveryDays: settings.deliveryDays,
      logBytes: settings.logMb * MB,
    },
    scheduler: { scheduleDrafts: settings.scheduleDrafts },
    dashboard: settings.dashboard !== "off" && { readOnly: settings.dashboard === "read-only" },
    api: {
      apiKey: settings.apiKey,
      edition: settings.edition,
      statusCodes: settings.statusCodes,
      strictEnvelope: settings.strictEnvelope,
      ...(settings.mcp ? {} : { mcp: false }),
      settings: () => listedSettings(settings),
      revealSecrets: settings.revealSecrets,
      allowHosts: [...settings.allowHost, settings.host],
      allowOrigins: settings.allowOrigin,
    },
  });
  logRuns(kernel.events, logger);
  const createServer: ServerParts["createServer"] = (only) => createApiServer(only ? limitedTo(only, api) : api);
  const mcp = (body: string, signal: AbortSignal) => mcpWithin(api, settings.apiKey, body, signal);
  return { createServer, mcp, listensOn: (port) => ports.push(port), start, stop, logger };
}

/**
 * The same store and providers without a server, for one command: schedules do not fire, and of the runs in the store only
 * those are worked that are asked for. Where workers share the queue, they work those, too.
 */
async function local(settings: Settings): Promise<LocalApi> {
  const logger = consoleLogger({ format: settings.logFormat, level: "error" });
  const machine = machineOf(settings);
  // A file store belongs to one process at a time.
  const lock = settings.storage === "file" ? await lockFolder({ locks }, settings.data) : undefined;
  const isShared = settings.queue === "pg-boss";
  const queue = askedQueue(queueOf(settings, machine, logger));
  const { api, kernel, start, stop } = createScriptorium({
    ...(await partsOf({ ...settings, work: !isShared }, { logger, machine, ownPorts: () => [] })),
    queue,
    attendants: [webhookAttendant(), chainAttendant(), eventLogAttendant()],
  });
  kernel.events.on("chain.started", ({ childId }) => void queue.ask(childId));
  try {
    await start();
  } catch (error) {
    await stop().catch(() => {});
    await lock?.release();
    throw error;
  }
  return {
    fetch: fetchWithin(api),
    work: (taskId) => queue.ask(taskId),
    async idle() {
      while (!isShared && (await isBusy(queue))) await wait(LOOK_EVERY_MS);
    },
    async stop() {
      await stop();
      await lock?.release();
    },
  };
}

async function isBusy(queue: TaskQueue): Promise<boolean> {
  const { waiting, running } = await queue.counts();
  return waiting + running > 0;
}

function machineOf({ storage, data, languagePacks }: Settings): MachineProvider {
  for (const folder of languagePacks) refuseMissing(folder);
  const lasting = storage !== "memory";
  if (lasting) makeFolder(data);
  return createMachine(lasting ? { folder: data } : {});
}

interface Around {
  readonly logger: Logger;
  readonly machine: MachineProvider;
  readonly ownPorts: () => readonly number[];
}

/** What a server and a command without one are both made of. */
async function partsOf(settings: Settings, { logger, machine, ownPorts }: Around): Promise<ScriptoriumOptions> {
  return {
    storage: await storage(settings, {
      onDamage: ({ where, trouble, repair }) => logger.warn(`${where}: ${trouble} ${repair}`),
      onCopy: (name) => logger.warn(copyMade(name)),
    }),
    ...(await secretsOf(settings)),
    ...(settings.storage === "memory" ? {} : { outputFolder: projectsIn(settings.data) }),
    sourceRoots: settings.sourceRoot,
    outputRoots: settings.outputRoot,
    web: webOf(settings, ownPorts),
    runner: {
      minFreeDiskBytes: settings.minFreeDiskMb * MB,
      stopGraceMs: STOP_GRACE_MS,
      work: settings.work,
      worker: `${hostname()}, process ${process.pid}`,
    },
    plugins: await ownPlugins(settings),
    prompts: { promptTemplates: settings.promptTemplates, brandVoices: settings.brandVoices },
    text: { languagePacks: settings.languagePacks, timeLimitMs: settings.textTimeLimit * 1000 },
    providers: { licence: createLicence({ accounts: settings.logins }), machine, ...(await translators(settings)) },
    providerSettings: await providersOf(settings),
    logger,
  };
}

/** Asks the API as a client on this machine would. */
async function mcpWithin(api: Api, key: string, body: string, signal: AbortSignal): Promise<McpReply> {
  const headers = {
    host: "localhost",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "x-api-key": key,
  };
  const reply = await api.handle({ method: "POST", target: "/mcp", headers, body, signal });
  const isStream = typeof reply.body !== "string";
  async function* pieces(): AsyncGenerator<string> {
    if (typeof reply.body === "string") yield reply.body;
    else for await (const piece of reply.body) yield String(piece);
  }
  return { status: reply.status, isStream, body: pieces() };
}

/** The providers of the settings; those that keep something do so with the store. */
function providersOf({ providers, storage, data }: Settings): Promise<ProvidersOfSettings> {
  const place = storage === "memory" ? {} : { folder: join(data, "providers") };
  return readProviderSettings(providers, { environment: process.env, ...place });
}

async function accounts(settings: Settings, open: StorageAdapter): Promise<Accounts> {
  return accountsOfStore(open, (await secretsOf(settings)).secrets);
}

/** The key in an account of the store, which is opened for it alone. */
async function storedKey(settings: Settings, name: string): Promise<string> {
  const place = placeOf(settings);
  const isThere = settings.storage !== "memory" && (place === undefined || existsSync(place));
  const store = isThere ? await storage(settings) : memoryStorage();
  await store.open();
  try {
    return await providerKey(await accounts(settings, store), name);
  } finally {
    await store.close();
  }
}

/** What `doctor` looks at besides the store: nothing is started. */
async function checkup(settings: Settings): Promise<Checkup> {
  const found = await providersOf(settings);
  const providerSettings: ProvidersOfSettings = {
    ...found,
    bind: (around) => found.bind({ ...around, accountKey: (name) => storedKey(settings, name) }),
  };
  const { kernel, stop } = createScriptorium({
    ...{ storage: memoryStorage(), sourceRoots: settings.sourceRoot, plugins: await ownPlugins(settings) },
    web: webOf({ ...settings, storage: "memory" }, () => []),
    providers: await translators(settings),
    providerSettings,
  });
  return { providers: providerSettings.checks, types: kernel.plugins.all(), unready: kernel.unready(), close: stop };
}

/**
 * Tests accounts as the route of a server does. They are copied into a store of this process, so that nothing of the real one
 * is taken up or changed.
 */
async function accountTests(settings: Settings): Promise<AccountTests> {
  const found = await providersOf(settings);
  const providerSettings: ProvidersOfSettings = {
    ...found,
    bind: (around) => found.bind({ ...around, accountKey: (name) => storedKey(settings, name) }),
    start: async () => {},
  };
  const { kernel, api, start, stop } = createScriptorium({
    ...{ storage: memoryStorage(), attendants: [], logger: silentLogger, providerSettings },
    // Blogs that are folders are there.
    outputFolder: projectsIn(settings.data),
    web: webOf({ ...settings, storage: "memory" }, () => []),
  });
  await start();
  return {
    async test(account) {
      await kernel.accounts.create(account);
      const request = { method: "POST", target: `/accounts/${account.id}/test`, headers: { host: "localhost" } };
      const { success, message, result } = JSON.parse(String((await api.handle(request)).body)) as Envelope;
      if (success) return result as AccountTest;
      throw new ScriptoriumError("PROVIDER_MISSING", String(message));
    },
    close: stop,
  };
}

/** What tasks may do on the web, and how they introduce themselves. */
function webOf(settings: Settings, ownPorts: () => readonly number[]): WebOptions {
  const { allowPrivate, contact, userAgent, proxyPools, webCacheMb, storage, data } = settings;
  const keepsPages = webCacheMb > 0 && storage !== "memory";
  return {
    allowPrivate,
    ownPorts,
    contact,
    userAgent,
    proxyPools,
    ...(keepsPages ? { cache: { folder: join(data, "web-cache"), maxBytes: webCacheMb * MB } } : {}),
  };
}

/** Begins nothing more while the memory of the machine is short. */
function queueOf(settings: Settings, machine: MachineProvider, logger: Logger): TaskQueue {
  const { queue, maxRunningTasks: maxRunning, maxPerHost, typeLimits, maxMemoryPercent, postgresUrl } = settings;
  const options = {
    maxRunning,
    maxPerHost,
    limits: { ...DEFAULT_LIMITS, ...typeLimits },
    ready: memoryGuard(machine, maxMemoryPercent),
  };
  return queue === "pg-boss"
    ? pgBossQueue({ ...options, connectionString: postgresUrl, logger })
    : inProcessQueue(options);
}

async function plugins(settings: Settings): Promise<readonly PluginEntry[]> {
  return [...catalogue, ...(await ownPlugins(settings))];
}

/** A limit for a type that there is not would limit nothing. */
async function refuseUnknownTypes(settings: Settings): Promise<void> {
  const limited = Object.keys(settings.typeLimits);
  if (limited.length === 0) return;
  const types = (await plugins(settings)).map(({ type }) => type);
  const unknown = limited.find((word) => !types.includes(squashed(word)));
  if (unknown === undefined) return;
  const { nearestName } = await import("./kernel/values/nearest-name.js");
  const meant = nearestName(squashed(unknown), types);
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    `There is no task type "${shown(unknown)}" that could be limited. ${meant === undefined ? `There are ${types.join(", ")}.` : `Did you mean "${meant}"?`}`,
    { setting: "typeLimits" },
  );
}

/** The task types of the files that the settings name, every run of theirs apart from the server. */
async function ownPlugins(settings: Settings): Promise<readonly PluginEntry[]> {
  if (settings.plugins.length === 0) return [];
  const { pluginFile } = await import("./adapters/isolation/index.js");
  const found: PluginEntry[] = [];
  for (const path of settings.plugins) {
    for (const entry of await pluginFile(path, { within: settings.pluginIsolation, memoryMb: settings.pluginMemory })) {
      if ([...catalogue, ...found].some(({ type }) => type === entry.type)) {
        throw new ScriptoriumError(
          "CONFIG_INVALID",
          `The task type "${entry.type}" of the plugin file ${path} is there already. Give it another type, or leave the file out.`,
          { setting: "plugins" },
        );
      }
      found.push(entry);
    }
  }
  return found;
}

/** The key from the environment, or from its file, which is made when it is first needed; memory has one of its own. */
async function secretsOf({ storage, data, keyFile: named, secretKey }: Settings): Promise<{ secrets?: SecretBox }> {
  const [{ keyFile, keyText }, { readKeys }] = await Promise.all([
    import("./adapters/secrets/index.js"),
    import("./adapters/secrets/key-file.js"),
  ]);
  if (secretKey !== "") return { secrets: keyText(secretKey) };
  if (storage === "memory" && named === "") return {};
  const path = named === "" ? join(data, "secret.key") : named;
  // A file that cannot be used is known at the start, and not when the first secret comes.
  await readKeys(path);
  return { secrets: keyFile(path) };
}

/** The one place where settings become a storage. */
async function storage(
  settings: Settings,
  { onDamage, onCopy }: { onDamage?: (finding: StoreFinding) => void; onCopy?: (name: string) => void } = {},
): Promise<StorageAdapter> {
  switch (settings.storage) {
    case "memory":
      return memoryStorage();
    case "sqlite":
      return sqliteStorage({ path: placeIn(settings.data, "sqlite"), ...(onCopy ? { onCopy } : {}) });
    case "postgres":
      return (await import("./storage/postgres.js")).postgresStorage({ connectionString: settings.postgresUrl });
    case "file":
      return (await import("./storage/file.js")).fileStorage({
        path: placeIn(settings.data, "file"),
        ...(onDamage ? { onDamage } : {}),
      });
  }
}

async function output({ data }: Settings): Promise<OutputProvider> {
  return createOutputFolder({ root: projectsIn(data) });
}

function projectsIn(data: string): string {
  return join(data, "projects");
}

async function backup(settings: Settings, folder: string): Promise<void> {
  if (settings.storage === "file") {
    const { backupFileStore } = await import("./storage/file.js");
    await backupFileStore(placeIn(settings.data, "file"), placeIn(folder, "file"));
    return;
  }
  const to = placeIn(folder, "sqlite");
  const source = await storage(settings);
  try {
    await source.open();
    if (source.backup === undefined) {
      throw new ScriptoriumError(
        "CONFIG_INVALID",
        `The ${settings.storage} storage has no backup of its own. Use "scriptorium export".`,
      );
    }
    await source.backup(to);
  } finally {
    await source.close();
  }
}

function refuseMissing(folder: string): void {
  if (existsSync(folder)) return;
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    `The folder of language packs ${folder} cannot be read. Correct languagePacks, or make the folder.`,
    { setting: "languagePacks" },
  );
}

/** The services there are settings for, the best one first, through English or Spanish where none has a pair of languages. */
async function translators(settings: Settings): Promise<Pick<Partial<Providers>, "translator">> {
  const { deeplKey, libreTranslateUrl, libreTranslateKey, apertiumUrl, providers } = settings;
  if (Object.hasOwn(providers, "translator")) return {};
  if (!deeplKey && !libreTranslateUrl && !apertiumUrl) return {};
  const { apertium, deepL, firstOf, libreTranslate, pivoting } = await import("./adapters/translation/index.js");
  const services = [
    ...(deeplKey ? [named("deeplKey", () => deepL({ apiKey: deeplKey }))] : []),
    ...(libreTranslateUrl
      ? [named("libreTranslateUrl", () => libreTranslate({ url: libreTranslateUrl, apiKey: libreTranslateKey }))]
      : []),
    ...(apertiumUrl ? [named("apertiumUrl", () => apertium({ url: apertiumUrl }))] : []),
  ];
  return { translator: pivoting(firstOf(services), { through: ["en", "es"] }) };
}

/** Calls `make`; an error about its options names the setting that they come from. */
function named<Service>(setting: string, make: () => Service): Service {
  try {
    return make();
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    throw new ScriptoriumError(error.code, error.message, { ...error.facts, setting }, { cause: error });
  }
}
