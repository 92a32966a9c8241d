import { isDeepStrictEqual } from "node:util";
import { type Accounts, type JsonObject, ScriptoriumError, type ShownAccount } from "../../kernel/index.js";
import { defined } from "../../kernel/values/json.js";
import { type AccountKind, textOf } from "./account-kind.js";
import { refused } from "./account-kinds.js";
import { checkedAccount } from "./checked-account.js";
import { type AccountRow, rowReader } from "./import-columns.js";
import { addAccount, changeAccount, numberedName, refuseUnusable } from "./kept-accounts.js";

/** What became of a row; counted from 1, without the one that names the columns. Nothing of it is a secret. */
export interface ImportedRow {
  readonly row: number;
  /** `left out` is one that could be stored and was not, because others were refused. */
  readonly became: "added" | "changed" | "same" | "refused" | "left out";
  readonly id?: string;
  readonly name?: string;
  readonly code?: string;
  /** Why it was refused, or what a person should know about it. */
  readonly says?: string;
}

export interface ImportedAccounts {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  readonly refused: number;
  /** Whether anything was stored; false in a dry run. */
  readonly stored: boolean;
  readonly rows: readonly ImportedRow[];
  readonly notes: readonly string[];
}

export interface ImportSettings {
  /** Stores nothing when a row is refused; otherwise the good ones are stored. */
  readonly whole?: boolean | undefined;
  /** Stores nothing, and says what would become of the rows. */
  readonly dryRun?: boolean | undefined;
}

/** A row that can be stored, and how. */
interface Plan {
  readonly report: ImportedRow;
  readonly store?: () => Promise<ShownAccount>;
}

/** Stores accounts of a kind. A row is that of an account with its id, else with its name, else with its address and login. */
export async function importedAccounts(
  accounts: Accounts,
  kind: AccountKind,
  rows: readonly unknown[],
  { whole = false, dryRun = false }: ImportSettings = {},
): Promise<ImportedAccounts> {
  const reader = rowReader(kind.kind);
  const planner = await importPlanner(accounts, kind);
  const plans: Plan[] = [];
  for (const [index, row] of rows.entries())
    plans.push(await orRefused(index + 1, () => planner(index + 1, reader.read(row))));
  const isOff = whole && plans.some(({ report }) => report.became === "refused");
  const reports: ImportedRow[] = [];
  for (const { report, store } of plans) {
    if (store === undefined || (dryRun && !isOff)) reports.push(report);
    else if (isOff) reports.push({ row: report.row, became: "left out", ...defined({ name: report.name }) });
    else reports.push((await orRefused(report.row, async () => ({ report: stored(report, await store()) }))).report);
  }
  const count = (became: ImportedRow["became"]) => reports.filter((one) => one.became === became).length;
  return {
    ...{ added: count("added"), changed: count("changed"), same: count("same"), refused: count("refused") },
    stored: !isOff && !dryRun && count("added") + count("changed") > 0,
    rows: reports,
    notes: [
      ...[...reader.unread].slice(0, 20).map((name) => `The column ${JSON.stringify(name.slice(0, 80))} is not read.`),
      ...(isOff ? ["Nothing was stored, because rows were refused. Correct them, or import the good ones alone."] : []),
      ...(dryRun ? ["This was a dry run: nothing was stored."] : []),
    ],
  };
}

const stored = (report: ImportedRow, { id, name }: ShownAccount): ImportedRow => ({ ...report, id, name });

async function orRefused(row: number, work: () => Promise<Plan>): Promise<Plan> {
  try {
    return await work();
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    const says = error.message.replace(/ Nothing was stored\.$| Correct it; nothing was stored\.$/, "");
    return { report: { row, became: "refused", code: error.code, says } };
  }
}

/** Says of one row after the other what becomes of it; knows the accounts that there are and the rows before. */
async function importPlanner(accounts: Accounts, kind: AccountKind) {
  const ids = new Map<string, ShownAccount>();
  const names = new Map<string, ShownAccount>();
  const places = new Map<string, ShownAccount>();
  for await (const account of accounts.list()) {
    ids.set(account.id, account);
    if (account.kind !== kind.kind) continue;
    names.set(account.name, account);
    if (!places.has(placeOf(account.settings))) places.set(placeOf(account.settings), account);
  }
  const taken = new Map<string, number>();

  function claim(row: number, key: string, what: string): void {
    const before = taken.get(key);
    if (before !== undefined) throw refused(`The row has ${what} of row ${before}. Leave one of them out.`);
    taken.set(key, row);
  }

  function refuseNameOfOther(name: string, id: string | undefined): void {
    const holder = names.get(name);
    if (holder === undefined || holder.id === id) return;
    throw new ScriptoriumError(
      "ACCOUNT_TAKEN",
      `The name is that of the account with the id "${holder.id}". Give another name, or the id of that account.`,
    );
  }

  function freeName(usual: string): string {
    for (let count = 1; ; count += 1) {
      const name = numberedName(usual, count);
      if (!names.has(name) && !taken.has(`name ${name}`)) return name;
    }
  }

  function accountFor(id: string | undefined, name: string | undefined, settings: JsonObject) {
    if (id !== undefined) {
      const found = ids.get(id);
      if (found === undefined || found.kind === kind.kind) return found;
      throw refused(`The id belongs to an account of another kind, ${found.kind}. Give another id, or none.`);
    }
    return name === undefined ? places.get(placeOf(settings)) : names.get(name);
  }

  return async function planned(row: number, values: AccountRow | undefined): Promise<Plan> {
    if (values === undefined) throw refused('The row is no object. Write it as {"url": "...", "username": "..."}.');
    const { id, name, settings, secrets } = posted(kind, values);
    refuseUnusable({ id, name });
    const whole = checkedForPlace(kind, settings);
    const before = accountFor(id, name, whole);
    const { settings: after, notes } = checkedAccount(kind, { settings, secrets }, before);
    const says = notes.length === 0 ? {} : { says: notes.join(" ") };
    if (before === undefined) {
      if (id !== undefined) claim(row, `id ${id}`, "the id");
      else if (name === undefined) claim(row, `place ${placeOf(after)}`, "the address and login");
      const own = name ?? freeName(kind.usualName(after));
      refuseNameOfOther(own, id);
      claim(row, `name ${own}`, "the name");
      return {
        report: { row, became: "added", ...defined({ id }), name: own, ...says },
        store: async () => (await addAccount(accounts, { id, kind: kind.kind, name: own, settings, secrets })).account,
      };
    }
    claim(row, `id ${before.id}`, "the account");
    if (name !== undefined) refuseNameOfOther(name, before.id);
    const report = { row, id: before.id, name: name ?? before.name, ...says };
    const isSame =
      (name ?? before.name) === before.name &&
      isDeepStrictEqual(after, before.settings) &&
      (await hasSecrets(accounts, before.id, secrets));
    if (isSame) return { report: { ...report, became: "same" } };
    return {
      report: { ...report, became: "changed" },
      store: async () => (await changeAccount(accounts, before.id, { name, settings, secrets })).account,
    };
  };
}

/** The settings as far as they can be read alone, to find the account by its place. */
function checkedForPlace(kind: AccountKind, settings: JsonObject): JsonObject {
  const read = kind.settings.safeParse(settings);
  return read.success ? (read.data as JsonObject) : settings;
}

function placeOf(settings: JsonObject): string {
  const url = textOf(settings, "url")
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/+$/, "");
  const server = url === "" ? `${textOf(settings, "host")} ${textOf(settings, "from")}` : url;
  return JSON.stringify([textOf(settings, "kind"), server.toLowerCase(), textOf(settings, "username")]);
}

/** A row as it would be posted. */
function posted(kind: AccountKind, values: AccountRow) {
  const { id, name, ...rest } = Object.fromEntries(values);
  const { "dkim.domain": domain, "dkim.selector": selector, ...plain } = rest;
  const dkim = defined({ domain, selector });
  const isSecret = ([field]: [string, unknown]) => kind.secrets.includes(field);
  const settings = Object.fromEntries(Object.entries(plain).filter((entry) => !isSecret(entry)));
  return {
    id: id === undefined ? undefined : String(id),
    name: name === undefined ? undefined : String(name),
    settings: { ...settings, ...(Object.keys(dkim).length === 0 ? {} : { dkim }) } as JsonObject,
    secrets: Object.fromEntries(
      Object.entries(plain)
        .filter(isSecret)
        .map(([field, value]) => [field, String(value)]),
    ),
  };
}

async function hasSecrets(accounts: Accounts, id: string, secrets: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const kept = await accounts.secretsOf(id);
    return Object.entries(secrets).every(([name, value]) => kept[name] === value);
  } catch (error) {
    // One that cannot be read is to be replaced.
    if (ScriptoriumError.is(error) && error.code === "SECRET_UNREADABLE") return false;
    throw error;
  }
}
