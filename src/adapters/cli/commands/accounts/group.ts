import type { Accounts, ShownAccount } from "../../../../kernel/index.js";
import { unknown } from "../../flags.js";
import type { Action } from "./action.js";
import { named, print, referred } from "./answers.js";
import { inALine } from "./list.js";

/** Puts an account into a group; without a name, says which groups there are. */
export const group: Action = async (accounts, given) => {
  if (given["name"] === undefined) {
    const groups = await groupsOf(accounts, given["kind"]);
    const lines = groups.map(({ group, accounts }) => `${group}: ${accounts.map(({ name }) => name).join(", ")}`);
    print(given, groups, lines.length === 0 ? ["There are no groups."] : lines);
    return;
  }
  if (typeof given["group"] !== "string") {
    throw unknown(
      'The command "accounts group" needs the group: "--group news", or "--group none" for none.',
      "accounts",
    );
  }
  const { changeAccount } = await import("../../../accounts/index.js");
  const { id } = await referred(accounts, named(given));
  const group = given["group"] === "none" ? "" : given["group"];
  const { account } = await changeAccount(accounts, id, { settings: { group } });
  print(given, account, [`Changed ${inALine(account)}`]);
};

interface Group {
  readonly group: string;
  readonly accounts: readonly Pick<ShownAccount, "id" | "kind" | "name">[];
}

async function groupsOf(accounts: Accounts, kind: unknown): Promise<readonly Group[]> {
  const groups = new Map<string, Group["accounts"][number][]>();
  for await (const account of accounts.list(typeof kind === "string" ? { kind } : {})) {
    const { group } = account.settings;
    if (typeof group !== "string" || group === "") continue;
    const { id, kind, name } = account;
    groups.set(group, [...(groups.get(group) ?? []), { id, kind, name }]);
  }
  return [...groups].map(([group, accounts]) => ({ group, accounts }));
}
