import type { Server } from "node:http";
import { type Logger, ScriptoriumError } from "../../kernel/index.js";
import { lockFolder } from "./folder-lock.js";
import { isLoopback, type Listening, listen } from "./listen.js";
import type { Settings } from "./settings.js";

/** What the server is made of; the file that sees every room puts it together. */
export interface ServerParts {
  /** A server for the API that does not listen yet; called once for every address. */
  createServer(): Server;
  /** Told the port before anything is fetched, so that no task can fetch from this server itself. */
  listensOn(port: number): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  readonly logger: Logger;
}

export interface Assembly {
  readonly version: string;
  assemble(settings: Settings): ServerParts;
}

/**
 * Starts the standalone server, says where it listens, and runs until a signal: the first ends it cleanly, the second at
 * once. Throws CONFIG_INVALID and what the storage throws when it cannot be opened.
 */
export async function serve(settings: Settings, { version, assemble }: Assembly): Promise<void> {
  refuseOpenDoor(settings);
  const parts = assemble(settings);
  const lock = settings.storage === "memory" ? undefined : lockFolder(settings.data);
  let listening: Listening;
  try {
    await parts.start();
    listening = await listen(parts.createServer, settings.host, settings.port);
    parts.listensOn(listening.port);
  } catch (error) {
    await parts.stop().catch(() => {});
    lock?.release();
    throw error;
  }
  untilSignal(parts, async () => {
    const closing = listening.close();
    await parts.stop();
    lock?.release();
    await closing;
  });
  const store = settings.storage === "memory" ? "in memory, gone at the end" : `in ${settings.data}`;
  process.stdout.write(
    `Scriptorium ${version} listens on ${address(settings.host, listening.port)} (tasks ${store})\n`,
  );
}

function refuseOpenDoor({ host, apiKey, allowOrigin }: Settings): void {
  if (apiKey !== "") return;
  if (!isLoopback(host)) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `Listening on ${host} would open the server to others, so it needs an API key. Add --api-key, or leave --host out.`,
    );
  }
  if (allowOrigin.includes("*")) {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      "Allowing every origin would open the server to any web page, so it needs an API key. Add --api-key, or name the origins.",
    );
  }
}

function untilSignal({ logger }: ServerParts, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        logger.error("The server could not stop cleanly.", error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(130);
      end(0);
    });
  }
  process.on("unhandledRejection", (error) => logger.error("A promise was rejected and nobody looked.", error));
  process.on("uncaughtException", (error) => {
    // What state is left is unknown: finish what is being written and let a supervisor start anew.
    logger.error("The server stops because of an error nobody caught.", error);
    end(1);
  });
}

function address(host: string, port: number): string {
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
}
