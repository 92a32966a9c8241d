import { join } from "node:path";
import { consoleLogger, main, makeFolder, type ServerParts, type Settings } from "./adapters/cli/index.js";
import { createApiServer } from "./adapters/http/index.js";
import { createScriptorium, memoryStorage, sqliteStorage, VERSION } from "./index.js";

/** The command line, with the standalone server put together from all rooms. */
export function runCli(argv: readonly string[]): Promise<void> {
  return main(argv, { version: VERSION, assemble });
}

function assemble(settings: Settings): ServerParts {
  const logger = consoleLogger();
  const ports: number[] = [];
  const projects = join(settings.data, "projects");
  if (settings.storage === "sqlite") makeFolder(settings.data);
  const { api, start, stop } = createScriptorium({
    storage:
      settings.storage === "memory" ? memoryStorage() : sqliteStorage({ path: join(settings.data, "scriptorium.db") }),
    ...(settings.storage === "memory" ? {} : { outputFolder: projects }),
    sourceRoots: settings.sourceRoot,
    web: { allowPrivate: settings.allowPrivate, ownPorts: () => ports },
    maxRunningTasks: settings.maxRunningTasks,
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
