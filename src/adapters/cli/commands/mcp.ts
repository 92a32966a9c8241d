import { ScriptoriumError } from "../../../kernel/index.js";
import { keepMemorySpare } from "../../threads/spare-memory.js";
import type { Assembly, Command, McpReply } from "../command.js";
import { configError, UsageError } from "../config-error.js";
import { lockFolder } from "../folder-lock.js";
import { relayed } from "../mcp-relay.js";
import { settingFlags } from "../setting-flags.js";
import { readSettings, SETTINGS, type SettingName, type Settings } from "../settings.js";
import { untilSignal } from "./serve.js";

/** Settings of a server that listens, which this one does not. A config file may have them. */
const OF_A_LISTENER: readonly SettingName[] = [
  ...(["port", "host", "edition", "statusCodes", "strictEnvelope", "dashboard", "mcp", "metricsPort"] as const),
  ...(["allowHost", "allowOrigin"] as const),
];

export const mcpCommand: Command = {
  args: {
    server: {
      type: "string",
      description: "Work through the server at this address instead of on a store, such as http://localhost:8008",
      valueHint: "URL",
    },
    ...settingFlags((Object.keys(SETTINGS) as SettingName[]).filter((name) => !OF_A_LISTENER.includes(name))),
  },
  async run(given, assembly) {
    const settings = readSettings(given, process.env);
    const write = ownOutput();
    const server = given["server"];
    if (typeof server === "string") {
      await relayed({ input: process.stdin, post: remote(server, settings.apiKey), write });
      return;
    }
    await local(settings, assembly, write);
  },
};

/** Nothing but messages may be on standard output: what else writes there is sent to standard error. */
function ownOutput(): (line: string) => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return (line) => void write(`${line}\n`);
}

/** Works on the store of the settings, as a server of its own that listens nowhere. */
async function local(settings: Settings, assembly: Assembly, write: (line: string) => void): Promise<void> {
  const parts = await assembly.assemble({ ...settings, edition: "fuller", mcp: true });
  const lock = ["sqlite", "file"].includes(settings.storage) ? await locked(assembly, settings) : undefined;
  const stop = async () => {
    await parts.stop();
    await lock?.release();
  };
  try {
    await parts.start();
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  keepMemorySpare();
  untilSignal(parts.logger, stop);
  await relayed({ input: process.stdin, post: (body, signal) => parts.mcp(body, signal), write });
  await stop();
  process.exit();
}

async function locked(assembly: Assembly, { data }: Settings) {
  try {
    return await lockFolder(assembly, data);
  } catch (error) {
    const holder = ScriptoriumError.is(error) ? error.facts["holder"] : undefined;
    if (holder === undefined) throw error;
    throw configError(
      `The data folder is in use by the process ${holder}. Add --server with the address of that server, such as http://localhost:8008, or name another folder with --data.`,
      { holder },
    );
  }
}

/** Posts to a server. */
function remote(server: string, apiKey: string): (body: string, signal: AbortSignal) => Promise<McpReply> {
  const address = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(server) ? server : `http://${server}`);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new UsageError(`The address of --server cannot be used. Write it as http://localhost:8008.`);
  }
  const target = `${address.origin}${address.pathname.replace(/\/+$/, "")}/mcp`;
  return async (body, signal) => {
    let response: Response;
    try {
      response = await fetch(target, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(apiKey === "" ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body,
        signal,
        redirect: "error",
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw new Error(
        `The server at ${address.origin} cannot be reached. Start it with "scriptorium serve", or correct --server.`,
        { cause },
      );
    }
    const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    return { status: response.status, isStream, body: textOf(response) };
  };
}

async function* textOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
