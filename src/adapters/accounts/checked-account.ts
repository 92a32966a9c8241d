import { isPlainObject, type JsonObject, MASK, type ShownAccount, shown } from "../../kernel/index.js";
import { mergedDeep } from "../../kernel/values/json.js";
import { mistypedName } from "../../kernel/values/nearest-name.js";
import type { AccountKind } from "./account-kind.js";
import { refused } from "./account-kinds.js";

export interface PostedAccount {
  readonly settings?: JsonObject | undefined;
  /** Null or an empty text removes one. */
  readonly secrets?: Readonly<Record<string, string | null>> | undefined;
}

export interface CheckedAccount {
  /** Whole, with what is usual for what was left out. */
  readonly settings: JsonObject;
  readonly secrets: Readonly<Record<string, string | null>>;
  /** What a person should know about it, in sentences. */
  readonly notes: readonly string[];
}

/** An account may have any number of settings. */
const MAX_NOTES = 20;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Checks what is posted for an account, of which `before` is stored. Throws ACCOUNT_REFUSED with all that is wrong. */
export function checkedAccount(
  kind: AccountKind,
  posted: PostedAccount,
  before?: Pick<ShownAccount, "settings" | "secrets">,
): CheckedAccount {
  const { settings: given, secrets } = parted(kind, posted);
  const merged = mergedDeep(before?.settings ?? {}, given) as JsonObject;
  const read = kind.settings.safeParse(merged);
  if (!read.success) throw refusedFor(problemsAtOnce(kind, merged, secrets, read.error.issues));
  const parsed = read.data as JsonObject;
  const settings = { ...parsed, ...kind.usual?.(parsed) };
  const after = secretsAfter(secrets, before?.secrets ?? {});
  const problems = [...secretProblems(secrets), ...kind.problems(settings, after)];
  if (before !== undefined) problems.push(...movedSecrets(kind, before, settings, secrets, after));
  const mistyped = mistypedSettings(kind, given);
  problems.push(...mistypedSecrets(kind, given));
  if (problems.length > 0) throw refusedFor([...problems, ...mistyped.map((text) => `${text}?`)]);
  const notes = [...mistyped.map((text) => `${text}? It was kept and is not read.`), ...unknownSecrets(kind, secrets)];
  return { settings, secrets, notes: [...notes, ...kind.notes(settings, after)] };
}

/** What cannot be read, and what is wrong with the rest. */
function problemsAtOnce(
  kind: AccountKind,
  settings: JsonObject,
  secrets: Readonly<Record<string, string | null>>,
  issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[],
): string[] {
  const unread = new Set(issues.map(({ path }) => String(path[0])));
  const rest = kind.settings.safeParse(
    Object.fromEntries(Object.entries(settings).filter(([name]) => !unread.has(name))),
  );
  const parsed = rest.success ? (rest.data as JsonObject) : {};
  const others = kind.problems({ ...parsed, ...kind.usual?.(parsed) }, secretsAfter(secrets, {}));
  const isOfRest = (problem: string) => ![...unread].some((name) => problem.includes(`"${name}"`));
  return [...new Set([...issues.map(({ message }) => message), ...others.filter(isOfRest)])];
}

/** Secrets that were given among the settings are secrets. */
function parted(kind: AccountKind, { settings = {}, secrets = {} }: PostedAccount) {
  if (!isPlainObject(settings)) throw refused('"settings" must be an object.');
  if (!isPlainObject(secrets) || Object.values(secrets).some((one) => typeof one !== "string" && one !== null)) {
    throw refused('"secrets" must be an object of texts, such as {"password": "..."}.');
  }
  const isSecret = ([name]: [string, unknown]) => kind.secrets.includes(name);
  const among = Object.entries(settings).filter(isSecret);
  if (among.some(([, value]) => typeof value !== "string" && value !== null)) {
    throw refused(`${quoted(kind.secrets)} must be texts, in quotes.`);
  }
  return {
    settings: Object.fromEntries(Object.entries(settings).filter((entry) => !isSecret(entry))) as JsonObject,
    secrets: { ...Object.fromEntries(among), ...secrets } as Record<string, string | null>,
  };
}

/** Those that there will be; of one that is kept, only that it is there. */
function secretsAfter(
  posted: Readonly<Record<string, string | null>>,
  stored: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const after = new Map(Object.keys(stored).map((name) => [name, ""]));
  for (const [name, value] of Object.entries(posted)) {
    if (value === null || value === "") after.delete(name);
    else after.set(name, value === MASK ? "" : value);
  }
  return after;
}

function secretProblems(secrets: Readonly<Record<string, string | null>>): string[] {
  const { password } = secrets;
  if (password === null || password === undefined || !CONTROL.test(password)) return [];
  return ['"password" holds a line break or another control character. Give it without.'];
}

/** Who may change an address should not get the password that was meant for another. */
function movedSecrets(
  kind: AccountKind,
  before: Pick<ShownAccount, "settings" | "secrets">,
  settings: JsonObject,
  posted: Readonly<Record<string, string | null>>,
  after: ReadonlyMap<string, string>,
): string[] {
  const was = kind.place(before.settings);
  if (was === "" || was === kind.place(settings)) return [];
  const isKept = (name: string) => !Object.hasOwn(posted, name) || posted[name] === MASK;
  const kept = kind.secrets.filter((name) => after.has(name) && isKept(name));
  if (kept.length === 0) return [];
  return [
    `The address leads to another server, which must not get what is kept for ${was}. Give ${quoted(kept)} again.`,
  ];
}

function mistypedSettings(kind: AccountKind, settings: JsonObject): string[] {
  const fields = Object.keys(kind.settings.shape);
  const unknown = Object.keys(settings).filter((name) => !fields.includes(name));
  return unknown.slice(0, MAX_NOTES).flatMap((name) => {
    const nearest = mistypedName(name, [...fields, ...kind.secrets]);
    return nearest === undefined || kind.secrets.includes(nearest)
      ? []
      : [`Did you mean "${nearest}" by "${shown(name)}"`];
  });
}

/** What was meant as a secret would be stored in the open. */
function mistypedSecrets(kind: AccountKind, settings: JsonObject): string[] {
  const fields = Object.keys(kind.settings.shape);
  return Object.keys(settings).flatMap((name) => {
    if (fields.includes(name)) return [];
    const nearest = mistypedName(name, [...fields, ...kind.secrets]);
    if (nearest === undefined || !kind.secrets.includes(nearest)) return [];
    return [`"${shown(name)}" looks like "${nearest}" and would be kept in the open. Name it "${nearest}".`];
  });
}

function unknownSecrets(kind: AccountKind, secrets: Readonly<Record<string, unknown>>): string[] {
  const unknown = Object.keys(secrets).filter((name) => !kind.secrets.includes(name));
  return unknown
    .slice(0, MAX_NOTES)
    .map(
      (name) => `The secret "${shown(name)}" was kept and is not read. A ${kind.title} has ${quoted(kind.secrets)}.`,
    );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" and ");
}

function refusedFor(problems: readonly string[]) {
  return refused(`${problems.join(" ")} Nothing was stored.`);
}
