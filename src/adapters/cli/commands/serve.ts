import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "../../../kernel/index.js";
import { keepMemorySpare } from "../../threads/spare-memory.js";
import type { Assembly, Command } from "../command.js";
import { UsageError } from "../config-error.js";
import { leaveAddress, lockFolder } from "../folder-lock.js";
import { isLoopback, type Listening, listen } from "../listen.js";
import { onNpmGone } from "../npm-parent.js";
import { settingFlags } from "../setting-flags.js";
import { readSettings, SETTINGS, type SettingName, type Settings } from "../settings.js";

/** What a supervisor waits for before it kills, less some time to end in. */
const STOP_LIMIT_MS = 9500;
/** Time for running replies when everything else has stopped. */
const LAST_REPLIES_MS = 300;

export const serveCommand: Command = {
  args: settingFlags((Object.keys(SETTINGS) as SettingName[]).filter((name) => name !== "metricsPort")),
  run: (given, assembly) => serve(readSettings(given, process.env), assembly),
};

/**
 * Starts the standalone server, says where it listens, and runs until a signal: the first ends it cleanly, the second at
 * once. Throws CONFIG_INVALID and what the storage throws when it cannot be opened.
 */
async function serve(settings: Settings, assembly: Assembly): Promise<void> {
  refuseOpenDoor(settings);
  const parts = await assembly.assemble(settings);
  // Several processes may use one Postgres; nothing here can detect whether another server does.
  const lock = ["sqlite", "file"].includes(settings.storage) ? await lockFolder(assembly, settings.data) : undefined;
  let listening: Listening;
  try {
    await parts.start();
    listening = await listen(parts.createServer, settings.host, settings.port);
    parts.listensOn(listening.port);
  } catch (error) {
    await parts.stop().catch(() => {});
    await lock?.release();
    throw error;
  }
  const takeAway =
    lock === undefined ? () => {} : leaveAddress(settings.data, ownAddress(settings.host, listening.port));
  keepMemorySpare();
  untilSignal(parts.logger, async () => {
    const closing = listening.close();
    await parts.stop();
    takeAway();
    await lock?.release();
    // Streams of events and clients that take their time end with the process.
    await Promise.race([closing, wait(LAST_REPLIES_MS)]);
  });
  const message = `Scriptorium ${assembly.version} listens on ${address(settings.host, listening.port)} (tasks ${whereTasksAre(settings)})`;
  // Supervisors put both outputs into one log: where its entries are objects, this line is one too.
  const line =
    settings.logFormat === "json"
      ? JSON.stringify({ time: new Date().toISOString(), level: "info", message })
      : message;
  process.stdout.write(`${line}\n`);
}

function whereTasksAre({ storage, data }: Settings): string {
  if (storage === "memory") return "in memory, gone at the end";
  // Its address may hold a password.
  return storage === "postgres" ? "in Postgres" : `in ${data}`;
}

/** Throws UsageError for settings by which others could use the server without a key. */
export function refuseOpenDoor({ host, apiKey, allowOrigin }: Settings): void {
  if (apiKey !== "") return;
  if (!isLoopback(host)) {
    throw new UsageError(
      `Listening on ${host} would open the server to others, so it needs an API key. Add --api-key, or leave --host out.`,
    );
  }
  if (allowOrigin.includes("*")) {
    throw new UsageError(
      "Allowing every origin would open the server to any web page, so it needs an API key. Add --api-key, or name the origins.",
    );
  }
}

/**
 * Ends the process at a signal, with exit code 0 when `stop` went well, and within ten seconds whatever it does. The second
 * signal ends it at once with 130.
 */
export function untilSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      logger.error("The server ends although not everything could be stopped. Running work resumes at the next start.");
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
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
  onNpmGone(() => {
    logger.warn("The npm that started this server is gone, and the server ends with it.");
    end(0);
  });
  process.on("unhandledRejection", (error) => logger.error("A promise was rejected and nobody looked.", error));
  process.on("uncaughtException", (error) => {
    // What state is left is unknown: finish what is being written and let a supervisor start again.
    logger.error("The server stops because of an error nobody caught.", error);
    end(1);
  });
}

/** How the server is reached from its own machine. */
function ownAddress(host: string, port: number): string {
  return address(host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host, port);
}

function address(host: string, port: number): string {
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
}
