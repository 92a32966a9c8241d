import { ScriptoriumError } from "../../kernel/errors.js";
import { type Accounts, shown } from "../../kernel/index.js";

/**
 * The key that an account of the kind `provider` holds, under the name `key` or as its only secret. Throws ACCOUNT_NOT_FOUND,
 * SECRET_UNREADABLE, and ACCOUNT_REFUSED where it holds none.
 */
export async function providerKey(accounts: Pick<Accounts, "opened">, name: string): Promise<string> {
  const { secrets } = await accounts.opened({ kind: "provider", name });
  const { key = Object.values(secrets)[0] } = secrets;
  if (key !== undefined) return key;
  throw new ScriptoriumError(
    "ACCOUNT_REFUSED",
    `The account "${shown(name)}" of the kind provider holds no secret. Give it one with the name "key".`,
    { name: shown(name) },
  );
}
