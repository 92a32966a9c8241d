import { createPrivateKey } from "node:crypto";
import { addressProblem } from "../../engines/mail-problems.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import { type Accounts, type MailAccount, type OpenedAccount, type ShownAccount, shown } from "../../kernel/index.js";
import { isPlainObject } from "../../kernel/values/json.js";

export const MAIL_KIND = "mail";
const GROUP = "group:";

export type MailAccounts = Pick<Accounts, "get" | "list" | "opened">;

/** A mail account with all that a session needs. */
export interface MailLogin {
  readonly account: MailAccount;
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS. */
  readonly secure: boolean;
  readonly username: string;
  readonly password: string;
  readonly allowPlain: boolean;
  readonly allowSelfSigned: boolean;
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly key: string };
}

/** The accounts behind ids, names and `group:<name>`, each once, in this order. Throws ACCOUNT_NOT_FOUND, `auth` and `bad-input`. */
export async function accountsNamed(accounts: MailAccounts, references: readonly string[]): Promise<MailAccount[]> {
  const found = new Map<string, MailAccount>();
  for (const reference of references.map((one) => one.trim()).filter((one) => one !== "")) {
    for (const one of await behind(accounts, reference)) {
      if (!found.has(one.id)) found.set(one.id, readLogin(await accounts.opened(one.id)).account);
    }
  }
  return [...found.values()];
}

async function behind(accounts: MailAccounts, reference: string): Promise<readonly ShownAccount[]> {
  if (!reference.startsWith(GROUP)) return [await named(accounts, reference)];
  const group = reference.slice(GROUP.length);
  const members: ShownAccount[] = [];
  for await (const one of accounts.list({ kind: MAIL_KIND }))
    if (textIn(one.settings, "group") === group) members.push(one);
  if (members.length > 0) return members;
  throw new ScriptoriumError(
    "ACCOUNT_NOT_FOUND",
    `No mail account is in the group "${shown(group)}". Put one into it, or name another group.`,
  );
}

async function named(accounts: MailAccounts, reference: string): Promise<ShownAccount> {
  for (const key of [reference, { kind: MAIL_KIND, name: reference }]) {
    try {
      const account = await accounts.get(key);
      if (account.kind === MAIL_KIND) return account;
    } catch (error) {
      if (!ScriptoriumError.is(error) || error.code !== "ACCOUNT_NOT_FOUND") throw error;
    }
  }
  throw new ScriptoriumError(
    "ACCOUNT_NOT_FOUND",
    `There is no mail account "${shown(reference)}". List the accounts to see which there are.`,
    { account: shown(reference) },
  );
}

/** Throws ACCOUNT_NOT_FOUND, SECRET_UNREADABLE, `auth` without a password and `bad-input` for settings that cannot be used. */
export async function mailLogin(accounts: MailAccounts, id: string): Promise<MailLogin> {
  const { id: found } = await named(accounts, id);
  return readLogin(await accounts.opened(found));
}

function readLogin({ id, name, settings, secrets }: OpenedAccount): MailLogin {
  const wrong = (says: string) =>
    new ScriptoriumError("bad-input", `The mail account "${shown(name)}" ${says} Correct the account.`, {
      account: id,
    });
  const host = textIn(settings, "host").trim();
  if (!/^[a-z0-9.:_-]{1,253}$/i.test(host)) throw wrong(`has no host that can be used.`);
  const secure = settings["secure"] === true || settings["secure"] === "true" || portIn(settings["port"]) === 465;
  const port = portIn(settings["port"]) ?? (secure ? 465 : 587);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw wrong("has a port that is none.");
  const username = textIn(settings, "username");
  const { password = "", dkimKey = "" } = secrets;
  if (/[\r\n\0]/.test(username + password)) throw wrong("has a line end in its login.");
  if (username !== "" && password === "") {
    throw new ScriptoriumError(
      "auth",
      `The mail account "${shown(name)}" has no stored password. Store one with the account.`,
      { account: id },
    );
  }
  const named = textIn(settings, "from");
  const from = named === "" && username.includes("@") ? username : named;
  const problem = from === "" ? undefined : addressProblem("sender", from);
  if (problem !== undefined) throw wrong(`cannot be used. ${problem}`);
  const dkim = readDkim(settings["dkim"], dkimKey, wrong);
  return {
    account: {
      id,
      name,
      server: host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`,
      from,
      fromName: textIn(settings, "fromName"),
      group: textIn(settings, "group"),
      signsWithDkim: dkim !== undefined,
    },
    ...{ host, port, secure, username, password },
    allowPlain: isOn(settings["allowPlain"]),
    allowSelfSigned: isOn(settings["allowSelfSigned"]),
    ...(dkim === undefined ? {} : { dkim }),
  };
}

function readDkim(value: unknown, key: string, wrong: (says: string) => Error): MailLogin["dkim"] {
  if (key === "") return undefined;
  const domain = isPlainObject(value) ? textIn(value, "domain") : "";
  const selector = isPlainObject(value) ? textIn(value, "selector") : "";
  if (![domain, selector].every((text) => /^[a-z0-9]([a-z0-9._-]{0,250}[a-z0-9])?$/i.test(text))) {
    throw wrong("has a DKIM key, but no dkim.domain and dkim.selector that can be used.");
  }
  try {
    createPrivateKey(key);
  } catch {
    throw wrong("has a DKIM key that is no private key in PEM form.");
  }
  return { domain, selector, key };
}

function portIn(value: unknown): number | undefined {
  return value === undefined || value === null || value === "" ? undefined : Number(value);
}

function textIn(settings: Readonly<Record<string, unknown>>, name: string): string {
  const value = settings[name];
  return typeof value === "string" ? value : "";
}

/** Lists that are imported have texts only. */
function isOn(value: unknown): boolean {
  return value === true || value === "true";
}
