import { hostname } from "node:os";
import { ScriptoriumError } from "../../../kernel/index.js";
import { keepMemorySpare } from "../../threads/spare-memory.js";
import type { Assembly, Command } from "../command.js";
import { UsageError } from "../config-error.js";
import { type Listening, listen } from "../listen.js";
import { settingFlags } from "../setting-flags.js";
import { readSettings, SETTINGS, type SettingName, type Settings, variableOf } from "../settings.js";
import { refuseOpenDoor, untilSignal } from "./serve.js";

/** What only a server that listens has a use for, and what a worker is by itself. */
const OF_SERVERS: readonly SettingName[] = [
  ...([
    "port",
    "edition",
    "statusCodes",
    "strictEnvelope",
    "dashboard",
    "mcp",
    "allowOrigin",
    "revealSecrets",
  ] as const),
  ...(["storage", "queue", "work"] as const),
];

/** What a worker says of itself. */
const ANSWERED = ["/metrics", "/healthz", "/readyz"];

export const workerCommand: Command = {
  args: settingFlags((Object.keys(SETTINGS) as SettingName[]).filter((name) => !OF_SERVERS.includes(name))),
  run: (given, assembly) => work(given, process.env, assembly),
};

/** Joins the deployment, says so, and works until a signal: the first ends it cleanly, the second at once. */
async function work(
  given: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  assembly: Assembly,
): Promise<void> {
  const settings = workerSettings(given, environment);
  const { metricsPort, host } = settings;
  if (metricsPort > 0) refuseOpenDoor(settings);
  const { start, stop, logger, createServer, listensOn } = await assembly.assemble(settings);
  let listening: Listening | undefined;
  try {
    await start();
    if (metricsPort > 0) {
      listening = await listen(() => createServer(ANSWERED), host, metricsPort);
      listensOn(listening.port);
    }
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  keepMemorySpare();
  untilSignal(logger, async () => {
    // What still asks for figures ends with the process.
    void listening?.close();
    await stop();
  });
  process.stdout.write(
    `Scriptorium ${assembly.version} works on ${placeOf(settings.postgresUrl)}, ${settings.maxRunningTasks} runs at a time (${hostname()}, process ${process.pid})\n`,
  );
}

function workerSettings(given: Readonly<Record<string, unknown>>, environment: NodeJS.ProcessEnv): Settings {
  try {
    return readSettings(
      { ...given, storage: "postgres", queue: "pg-boss", work: "true", edition: "fuller" },
      environment,
    );
  } catch (error) {
    if (!ScriptoriumError.is(error) || error.facts["setting"] !== "postgresUrl") throw error;
    throw new UsageError(
      `A worker takes its runs from the Postgres database of a deployment. Set ${variableOf("postgresUrl")} to the same address as for the server.`,
      error.facts,
    );
  }
}

/** Without the password, which the address may hold. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return "Postgres";
  const { host, pathname } = new URL(address);
  return `Postgres at ${host}${pathname}`;
}
