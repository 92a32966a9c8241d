import { isSecretName, type JsonObject, PROTOTYPE_KEYS, ScriptoriumError, shown } from "../../../../kernel/index.js";
import { defined } from "../../../../kernel/values/json.js";
import type { Given } from "../../command.js";
import { needed, unknown } from "../../flags.js";
import { readSecret } from "../../secret-input.js";
import type { Action } from "./action.js";
import { print, referred } from "./answers.js";
import { inALine } from "./list.js";

/** Makes an account, or changes the one of this name. */
export const add: Action = async (accounts, given) => {
  const { addAccount, changeAccount, checkedAccount, newKind } = await import("../../../accounts/index.js");
  const kind = needed(given["kind"], 'the kind of the account: "--kind" with blog, mail or provider', "accounts");
  const known = newKind(kind);
  const name = known ? text(given, "name") : needed(given["name"], 'its name: "--name brave"', "accounts");
  const before = name === undefined ? undefined : await referred(accounts, { kind, name }).catch(unlessMissing);
  const settings = settingsIn(given);
  // Nobody wants to type a password for what is refused anyway.
  if (known !== undefined && before === undefined) checkedAccount(known, { settings });
  const secret = text(given, "secret") ?? known?.secrets[0] ?? "key";
  const isAsked = given["secret"] !== undefined || given["variable"] !== undefined;
  const isNeeded = before === undefined ? logsIn(kind, settings) : Object.keys(settings).length === 0;
  const secrets = isAsked || isNeeded ? { [secret]: await readSecret(secret, text(given, "variable") ?? "") } : {};
  const { account, notes } =
    before === undefined
      ? await addAccount(accounts, { kind, settings, secrets, ...defined({ name, id: text(given, "id") }) })
      : await changeAccount(accounts, before.id, { settings, secrets });
  print(given, account, [`${before === undefined ? "Added" : "Changed"} ${inALine(account)}`]);
  for (const note of notes) process.stderr.write(`${note}\n`);
};

/** Nobody logs in to a folder or a webhook, or to a mail server without a login. */
function logsIn(kind: string, settings: JsonObject): boolean {
  if (kind === "mail") return settings["username"] !== undefined;
  return settings["kind"] !== "folder" && settings["kind"] !== "webhook";
}

function settingsIn(given: Given): JsonObject {
  const settings: Record<string, JsonObject[string]> = {
    ...defined({
      url: text(given, "url"),
      username: text(given, "username"),
      group: text(given, "group"),
    }),
  };
  for (const pair of (given["set"] as readonly string[] | undefined) ?? []) {
    const [, path, value = ""] = /^([A-Za-z][\w.-]*)=(.*)$/s.exec(pair) ?? [];
    if (path === undefined) {
      throw unknown(`The option "--set" needs a name and a value: "--set group=news".`, "accounts");
    }
    const names = path.split(".");
    if (names.some(isSecretName)) {
      throw unknown(
        `"${shown(path)}" is a secret, which others can read on a command line. Name a variable with --variable, and the secret with --secret.`,
        "accounts",
      );
    }
    if (names.length > 2 || names.some((one) => one === "" || PROTOTYPE_KEYS.has(one))) {
      throw unknown(`The option "--set" cannot set "${shown(path)}".`, "accounts");
    }
    const [outer = "", inner] = names;
    const present = settings[outer];
    const within = typeof present === "object" && !Array.isArray(present) ? present : {};
    settings[outer] = inner === undefined ? value : { ...within, [inner]: value };
  }
  return settings;
}

function text(given: Given, name: string): string | undefined {
  const value = given[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function unlessMissing(error: unknown): undefined {
  if (!ScriptoriumError.is(error) || error.code !== "ACCOUNT_NOT_FOUND") throw error;
}
