import { existsSync } from "node:fs";
import type { Assembly, Given } from "../command.js";
import { configError, UsageError } from "../config-error.js";
import { addressIn, folderHolder } from "../folder-lock.js";
import { refuseMissing } from "../open-store.js";
import { readSettings, type Settings } from "../settings.js";
import { placeOf } from "../store-place.js";

/** What a command needs of the store when no server is asked. */
export type StoreUse = "none" | "read" | "make";

/** Where the calls of a command go. */
export type Target =
  | {
      readonly url: string;
      readonly apiKey: string /** The server was found by the store, and not named. */;
      readonly isFound: boolean;
    }
  | { readonly settings: Settings };

/** Names the server that commands use. */
export const SERVER_VARIABLE = "SCRIPTORIUM_URL";

/**
 * The server that is named, or the one that has the data folder of the settings, or else the store itself. Throws
 * UsageError for an address that is none and for a storage that keeps nothing, and CONFIG_INVALID where the store is missing, or
 * used by a process that cannot be asked.
 */
export async function targetOf(given: Given, assembly: Assembly, use: StoreUse): Promise<Target> {
  const named = text(given["server"]) || text(process.env[SERVER_VARIABLE]);
  if (named !== "") {
    const key = text(given["api-key"]) || text(process.env["SCRIPTORIUM_API_KEY"]);
    return { url: addressOf(named), apiKey: key || readSettings(given, process.env).apiKey, isFound: false };
  }
  const settings = readSettings(given, process.env);
  if (use === "none") return { settings: { ...settings, storage: "memory" } };
  if (settings.storage === "memory" && use === "read") {
    throw new UsageError(
      "The memory storage is gone with its process. Name a server with --server, or another storage with --storage.",
    );
  }
  if (placeOf(settings) === undefined || !existsSync(settings.data)) {
    if (use === "read") refuseMissing(settings);
    return { settings };
  }
  const holder = await folderHolder(assembly, settings.data);
  if (holder !== undefined) {
    const url = addressIn(settings.data) || (await listening(settings));
    if (url !== "") return { url, apiKey: settings.apiKey, isFound: true };
    throw configError(
      `The data folder ${settings.data} is in use by the process ${holder}. Name the address of its server with --server, or wait until it has ended.`,
      { holder },
    );
  }
  if (use === "read") refuseMissing(settings);
  return { settings };
}

/** `localhost:8008` and `8008` are addresses too. */
function addressOf(named: string): string {
  const full = /^\d+$/.test(named)
    ? `http://localhost:${named}`
    : /^[a-z][a-z0-9+.-]*:\/\//i.test(named)
      ? named
      : `http://${named}`;
  if (URL.canParse(full) && /^https?:$/.test(new URL(full).protocol)) return full;
  throw new UsageError(`"${named}" is no address of a server. Write it as http://localhost:8008.`);
}

/** The address of the settings, where something answers. */
async function listening({ host, port }: Settings): Promise<string> {
  const url = `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
  const answer = await fetch(`${url}/test`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer === undefined ? "" : url;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
