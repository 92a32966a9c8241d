import { type Accounts, ScriptoriumError, shown } from "../../../kernel/index.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { Command, Given } from "../command.js";
import { OPTIONAL, SEVERAL, unknown } from "../flags.js";
import { openStore, storeSettings } from "../open-store.js";
import { settingFlags } from "../setting-flags.js";
import type { Action } from "./accounts/action.js";
import { add } from "./accounts/add.js";
import { named, print, referred } from "./accounts/answers.js";
import { group } from "./accounts/group.js";
import { importFile } from "./accounts/import-file.js";
import { inALine, list } from "./accounts/list.js";
import { test } from "./accounts/test.js";

const ACTIONS: Readonly<Record<string, Action>> = { list, add, test, remove, import: importFile, group };
/** They may be the first that a store holds. */
const MAKING: readonly Action[] = [add, importFile];

export const accountsCommand: Command = {
  args: {
    action: {
      type: "positional",
      description: "list (the default), add, test, remove, import or group",
      required: false,
      valueHint: OPTIONAL,
    },
    kind: { type: "string", description: "What it is for", valueHint: "blog|mail|provider" },
    name: {
      type: "string",
      description: "What settings and tasks call it; also its id, except for add",
      valueHint: "NAME",
    },
    url: { type: "string", description: "Address of a blog", valueHint: "URL" },
    username: { type: "string", description: "Login of a blog or mail account", valueHint: "NAME" },
    group: {
      type: "string",
      description: "Group it belongs to; list and test take those of the group",
      valueHint: "NAME",
    },
    set: {
      type: "string",
      description: "Another setting, such as kind=ghost or port=587; may be repeated",
      valueHint: SEVERAL,
    },
    id: { type: "string", description: "Id of the account that is added; made without it", valueHint: "ID" },
    secret: {
      type: "string",
      description: "Name of the secret that is added: password for blogs and mail, else key",
      valueHint: "NAME",
    },
    variable: {
      type: "string",
      description: "Variable that holds the secret; read from standard input without it",
      valueHint: "VARIABLE",
    },
    file: { type: "string", description: "File to import, CSV or JSON; - for standard input", valueHint: "FILE" },
    whole: { type: "boolean", description: "Import nothing when a row is refused" },
    "dry-run": { type: "boolean", description: "Say what an import would do, and store nothing" },
    json: { type: "boolean", description: "Answer in JSON" },
    ...settingFlags(["storage", "data", "postgresUrl", "keyFile", "providers", "allowPrivate"]),
  },
  async run(given, assembly) {
    const { action = "list" } = given;
    const act = Object.hasOwn(ACTIONS, String(action)) ? ACTIONS[String(action)] : undefined;
    if (act === undefined) {
      const meant = nearestName(String(action), Object.keys(ACTIONS));
      const remedy = meant === undefined ? "" : ` Did you mean "${meant}"?`;
      throw unknown(
        `An account can be listed, added, tested, removed, imported and grouped, not "${shown(String(action))}".${remedy}`,
        "accounts",
      );
    }
    const settings = storeSettings(given);
    const storage = await openStore(assembly, settings, { make: MAKING.includes(act) });
    try {
      const accounts = await assembly.accounts(settings, storage);
      await act(accounts, given, { tests: () => assembly.accountTests(settings) });
    } finally {
      await storage.close();
    }
  },
};

async function remove(accounts: Accounts, given: Given): Promise<void> {
  const account = await referred(accounts, named(given));
  if (account.kind === "webhook") {
    throw new ScriptoriumError("ACCOUNT_REFUSED", "A webhook is removed over the API. Use DELETE /webhooks/:id.");
  }
  await accounts.delete(account.id);
  print(given, account, [`Removed ${inALine(account)}`]);
}
