import { type Accounts, ScriptoriumError, type ShownAccount } from "../../../../kernel/index.js";
import type { Given } from "../../command.js";
import { needed } from "../../flags.js";

export interface Named {
  readonly kind: string;
  readonly name: string;
}

/** The account that the options name. Throws CONFIG_INVALID when they do not. */
export function named(given: Given): Named {
  return {
    kind: needed(given["kind"], 'the kind of the account: "--kind" with blog, mail or provider', "accounts"),
    name: needed(given["name"], 'its name: "--name brave"', "accounts"),
  };
}

/** The account of this name, or of this id, within the kind. Throws ACCOUNT_NOT_FOUND. */
export async function referred(accounts: Accounts, { kind, name }: Named): Promise<ShownAccount> {
  try {
    return await accounts.get({ kind, name });
  } catch (error) {
    if (!ScriptoriumError.is(error) || error.code !== "ACCOUNT_NOT_FOUND") throw error;
    const byId = await accounts.get(name).catch(() => undefined);
    if (byId?.kind === kind) return byId;
    throw error;
  }
}

/** Accounts of the kind and of the group that the options name, in creation order. */
export async function wanted(accounts: Accounts, given: Given): Promise<readonly ShownAccount[]> {
  const { kind, group } = given;
  const all = await Array.fromAsync(accounts.list(typeof kind === "string" ? { kind } : {}));
  return all.filter(({ settings }) => group === undefined || settings["group"] === group);
}

/** The answer in JSON where that is wished, or else the lines. */
export function print(given: Given, answer: unknown, lines: readonly string[]): void {
  const text = given["json"] === true ? JSON.stringify(answer, null, Array.isArray(answer) ? 1 : 0) : lines.join("\n");
  if (text !== "") process.stdout.write(`${text}\n`);
}
