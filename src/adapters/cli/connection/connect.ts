import { existsSync } from "node:fs";
import type { ArgsDef } from "citty";
import type { ScriptoriumClient } from "../../client/index.js";
import type { Assembly, Given, LocalApi } from "../command.js";
import { settingFlags } from "../setting-flags.js";
import type { Settings } from "../settings.js";
import { placeOf } from "../store-place.js";
import { type StoreUse, targetOf } from "./target.js";

/** The options of every command that asks a server, or the store itself. */
export const SERVER_FLAGS: ArgsDef = {
  server: {
    type: "string",
    description: "Address of a server; without one the store is used (SCRIPTORIUM_URL)",
    valueHint: "URL",
  },
  ...settingFlags(["apiKey", "data", "storage", "postgresUrl"]),
};

/** The same, where the work may be done here: with what providers need. */
export const WORK_FLAGS: ArgsDef = {
  ...SERVER_FLAGS,
  ...settingFlags(["keyFile", "providers", "plugins", "allowPrivate", "sourceRoot", "outputRoot"]),
};

export interface Connection {
  readonly client: ScriptoriumClient;
  /** The settings of the store that is used, where no server is asked. */
  readonly settings: Settings | undefined;
  /** The address of the server that is asked. */
  readonly url: string | undefined;
  /** Any call whose reply is no envelope. */
  open(path: string): Promise<Response>;
  /** Has the runs of a task worked in this process, where no server works them. */
  work(taskId: string): Promise<void>;
  /** Resolves when nothing is worked here any more. */
  idle(): Promise<void>;
}

export interface ConnectOptions {
  readonly use: StoreUse;
  readonly quiet?: boolean;
  /** Throws what is wrong with the words of the command, where there is no store yet that could know better. */
  readonly beforeMaking?: (settings: Settings) => Promise<void>;
}

/** Calls `body` with a client of the server that is named or has the store, or of the store itself, which is closed afterwards. */
export async function connected<T>(
  given: Given,
  assembly: Assembly,
  { use, quiet = false, beforeMaking }: ConnectOptions,
  body: (connection: Connection) => Promise<T>,
): Promise<T> {
  const target = await targetOf(given, assembly, use);
  const { createClient } = await import("../../client/index.js");
  const onNotes = (notes: readonly string[]) => {
    if (!quiet) for (const note of notes) process.stderr.write(`Note: ${note}\n`);
  };
  if ("url" in target) {
    const { url, apiKey, isFound } = target;
    if (isFound && !quiet && process.stderr.isTTY)
      process.stderr.write(`Asking the server at ${url}, which has the store.\n`);
    const client = createClient({ url, onNotes, retries: 0, ...(apiKey === "" ? {} : { apiKey }) });
    const headers: Record<string, string> = apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` };
    const open = (path: string) => fetch(new URL(path, url), { headers });
    return body({ client, url, settings: undefined, open, work: async () => {}, idle: async () => {} });
  }
  const { settings } = target;
  const place = placeOf(settings);
  if (use === "make" && place !== undefined && !existsSync(place)) await beforeMaking?.(settings);
  const local: LocalApi = await assembly.local(settings);
  try {
    // A run may be waited for as long as it takes; nothing is lost on the way.
    const client = createClient({ fetch: local.fetch, onNotes, timeoutMs: 0 });
    const open = (path: string) => local.fetch(`http://localhost${path}`);
    return await body({ client, settings, url: undefined, open, work: local.work, idle: local.idle });
  } finally {
    await local.stop();
  }
}
