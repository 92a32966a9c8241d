import { type Accounts, ScriptoriumError, type ShownAccount, shown } from "../../../kernel/index.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { Command, Given } from "../command.js";
import { needed, unknown } from "../flags.js";
import { openStore, storeSettings } from "../open-store.js";
import { readSecret } from "../secret-input.js";
import { settingFlags } from "../setting-flags.js";

type Action = (accounts: Accounts, given: Given) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action>> = { list, add, remove };

export const accountsCommand: Command = {
  description: "List, add and remove accounts: keys and passwords that tasks and providers use by name",
  args: {
    action: { type: "positional", description: "list (the default), add or remove", required: false },
    kind: { type: "string", description: "What it is for, such as provider", valueHint: "KIND" },
    name: { type: "string", description: "What settings and tasks call it", valueHint: "NAME" },
    secret: { type: "string", description: "Name of the secret that is added", default: "key", valueHint: "NAME" },
    variable: {
      type: "string",
      description: "Variable that holds the secret; read from standard input without it",
      valueHint: "VARIABLE",
    },
    json: { type: "boolean", description: "Answer in JSON" },
    ...settingFlags(["storage", "data", "postgresUrl", "keyFile"]),
  },
  async run(given, assembly) {
    const { action = "list" } = given;
    const act = Object.hasOwn(ACTIONS, String(action)) ? ACTIONS[String(action)] : undefined;
    if (act === undefined) {
      const meant = nearestName(String(action), Object.keys(ACTIONS));
      const remedy = meant === undefined ? "" : ` Did you mean "${meant}"?`;
      throw unknown(
        `An account can be listed, added and removed, not "${shown(String(action))}".${remedy}`,
        "accounts",
      );
    }
    const settings = storeSettings(given);
    const storage = await openStore(assembly, settings, { make: act === add });
    try {
      await act(await assembly.accounts(settings, storage), given);
    } finally {
      await storage.close();
    }
  },
};

async function list(accounts: Accounts, given: Given): Promise<void> {
  const { kind } = given;
  const found = await Array.fromAsync(accounts.list(typeof kind === "string" ? { kind } : {}));
  if (given["json"] === true) {
    process.stdout.write(`${JSON.stringify(found, null, 1)}\n`);
    return;
  }
  if (found.length === 0) process.stdout.write("There are no accounts.\n");
  for (const account of found) process.stdout.write(`${inALine(account)}\n`);
}

/** Makes an account, or gives the one of this name another secret. */
async function add(accounts: Accounts, given: Given): Promise<void> {
  const { kind, name } = named(given);
  const secret = String(given["secret"]);
  const variable = typeof given["variable"] === "string" ? given["variable"] : "";
  const secrets = { [secret]: await readSecret(secret, variable) };
  const changed = await accounts.update({ kind, name }, { secrets }).catch((error: unknown) => {
    if (ScriptoriumError.is(error) && error.code === "ACCOUNT_NOT_FOUND") return undefined;
    throw error;
  });
  report(changed ?? (await accounts.create({ kind, name, secrets })), changed ? "Changed" : "Added", given);
}

async function remove(accounts: Accounts, given: Given): Promise<void> {
  const reference = named(given);
  const account = await accounts.get(reference);
  await accounts.delete(account.id);
  report(account, "Removed", given);
}

function named(given: Given): { readonly kind: string; readonly name: string } {
  return {
    kind: needed(given["kind"], 'the kind of the account: "--kind provider"', "accounts"),
    name: needed(given["name"], 'its name: "--name brave"', "accounts"),
  };
}

function report(account: ShownAccount, what: string, given: Given): void {
  process.stdout.write(given["json"] === true ? `${JSON.stringify(account)}\n` : `${what} ${inALine(account)}\n`);
}

/** Never with a secret: accounts are shown with masks. */
function inALine({ kind, name, settings, secrets }: ShownAccount): string {
  const kept = Object.keys(secrets);
  const given = Object.keys(settings).length === 0 ? "" : `, settings ${JSON.stringify(settings)}`;
  return `${kind} "${name}": ${kept.length === 0 ? "no secret" : `secret ${kept.join(", ")}`}${given}`;
}
