import { existsSync } from "node:fs";
import { join } from "node:path";
import { consoleLogger, main, makeFolder, type ServerParts, type Settings } from "./adapters/cli/index.js";
import { createApiServer } from "./adapters/http/index.js";
import { createLicence } from "./adapters/licence/index.js";
import { apertium, deepL, firstOf, libreTranslate, pivoting } from "./adapters/translation/index.js";
import { createScriptorium, memoryStorage, type Providers, ScriptoriumError, sqliteStorage, VERSION } from "./index.js";

/** The command line, with the standalone server put together from all rooms. */
export function runCli(argv: readonly string[]): Promise<void> {
  return main(argv, { version: VERSION, assemble });
}

function assemble(settings: Settings): ServerParts {
  const logger = consoleLogger();
  const ports: number[] = [];
  const projects = join(settings.data, "projects");
  for (const folder of settings.languagePacks) refuseMissing(folder);
  if (settings.storage === "sqlite") makeFolder(settings.data);
  const { api, start, stop } = createScriptorium({
    storage:
      settings.storage === "memory" ? memoryStorage() : sqliteStorage({ path: join(settings.data, "scriptorium.db") }),
    ...(settings.storage === "memory" ? {} : { outputFolder: projects }),
    sourceRoots: settings.sourceRoot,
    web: { allowPrivate: settings.allowPrivate, ownPorts: () => ports },
    maxRunningTasks: settings.maxRunningTasks,
    text: { languagePacks: settings.languagePacks, timeLimitMs: settings.textTimeLimit * 1000 },
    providers: { licence: createLicence({ accounts: settings.logins }), ...translators(settings) },
    logger,
    api: {
      apiKey: settings.apiKey,
      edition: settings.edition,
      statusCodes: settings.statusCodes,
      allowHosts: [...settings.allowHost, settings.host],
      allowOrigins: settings.allowOrigin,
    },
  });
  return { createServer: () => createApiServer(api), listensOn: (port) => ports.push(port), start, stop, logger };
}

function refuseMissing(folder: string): void {
  if (existsSync(folder)) return;
  throw new ScriptoriumError(
    "CONFIG_INVALID",
    `The folder of language packs ${folder} cannot be read. Correct languagePacks, or make the folder.`,
  );
}

/** The services there are settings for, the best one first, through English or Spanish where none has a pair of languages. */
function translators(settings: Settings): Pick<Partial<Providers>, "translator"> {
  const { deeplKey, libreTranslateUrl, libreTranslateKey, apertiumUrl } = settings;
  const services = [
    ...(deeplKey ? [deepL({ apiKey: deeplKey })] : []),
    ...(libreTranslateUrl ? [libreTranslate({ url: libreTranslateUrl, apiKey: libreTranslateKey })] : []),
    ...(apertiumUrl ? [apertium({ url: apertiumUrl })] : []),
  ];
  return services.length === 0 ? {} : { translator: pivoting(firstOf(services), { through: ["en", "es"] }) };
}
