import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { shown } from "../../../kernel/values/json.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { Assembly, Command } from "../command.js";
import { configError, UsageError } from "../config-error.js";
import { OPTIONAL, unknown } from "../flags.js";
import { folderHolder } from "../folder-lock.js";
import { print, printJson } from "../printing.js";
import { settingFlags } from "../setting-flags.js";
import { readSettings, type Settings, variableOf } from "../settings.js";

const ACTIONS = ["show", "new", "rotate"] as const;
const KEY_BYTES = 32;

export const keysCommand: Command = {
  args: {
    action: {
      type: "positional",
      description: "show which keys are set (the default), new for an API key, or rotate for another key of secrets",
      required: false,
      valueHint: OPTIONAL,
    },
    json: { type: "boolean", description: "Answer in JSON" },
    ...settingFlags(["apiKey", "storage", "data", "keyFile", "postgresUrl"]),
  },
  async run(given, assembly) {
    const word = String(given["action"] ?? "show");
    const action = ACTIONS.find((one) => one === word);
    if (action === undefined) {
      const meant = nearestName(word, ACTIONS);
      throw unknown(
        `Keys can be shown, made and rotated, not "${shown(word)}".${meant === undefined ? "" : ` Did you mean "${meant}"?`}`,
        "keys",
      );
    }
    const json = given["json"] === true;
    if (action === "new") {
      const key = randomBytes(KEY_BYTES).toString("base64url");
      if (json) await printJson({ apiKey: key });
      else {
        await print([key]);
        process.stderr.write(
          `Set ${variableOf("apiKey")} to it, or "apiKey" in the config file, and start the server again.\n`,
        );
      }
      return;
    }
    const settings = readSettings(given, process.env);
    if (action === "rotate") await rotate(settings, assembly, json);
    else await show(settings, json);
  },
};

/** Says which keys there are, and none of them. */
async function show(settings: Settings, json: boolean): Promise<void> {
  const path = keyPath(settings);
  const secret = settings.secretKey !== "" ? "variable" : path === "" ? "memory" : existsSync(path) ? "file" : "none";
  if (json) {
    await printJson({ apiKey: settings.apiKey !== "", secretKey: secret, ...(path === "" ? {} : { keyFile: path }) });
    return;
  }
  const how = {
    variable: "is in the variable SCRIPTORIUM_KEY",
    memory: "is made for each process, since the storage is memory",
    file: `is in the file ${path}`,
    none: `is not there yet; the file ${path} is made when the first secret is stored`,
  };
  await print([
    settings.apiKey === "" ? `API key: none is set; "scriptorium keys new" makes one` : "API key: is set",
    `Key of secrets: ${how[secret]}`,
  ]);
}

/** Puts a new key before those of the key file, which go on opening what they have sealed. */
async function rotate(settings: Settings, assembly: Assembly, json: boolean): Promise<void> {
  const path = keyPath(settings);
  if (settings.secretKey !== "") {
    throw configError(
      "The key of secrets is in the variable SCRIPTORIUM_KEY, and only a key in a file can be rotated. Put it into a file and name that with --key-file.",
    );
  }
  if (path === "")
    throw new UsageError(
      "The memory storage has no key file. Name the storage with --storage, or the file with --key-file.",
    );
  if (!existsSync(path))
    throw configError(
      `There is no key file ${path} yet; it is made when the first secret is stored. There is nothing to rotate.`,
    );
  const keys = await assembly.rotateKey(path);
  const holder = settings.storage === "postgres" ? undefined : await folderHolder(assembly, settings.data);
  if (json) {
    await printJson({ keyFile: path, keys, restart: holder !== undefined });
    return;
  }
  await print([`${path} has a new key in front of ${keys - 1} older ${keys === 2 ? "one" : "ones"}.`]);
  process.stderr.write(
    `${holder === undefined ? "" : `Start the server (process ${holder}) again, so that it uses the new key. `}What was stored before is still opened with the older keys, and sealed with the new one when it is posted again.\n`,
  );
}

/** Empty where there is no file. */
function keyPath({ storage, data, keyFile }: Settings): string {
  if (keyFile !== "") return keyFile;
  return storage === "memory" ? "" : join(data, "secret.key");
}
