import { BLOG_KINDS, ScriptoriumError, shown } from "../../kernel/index.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import type { AccountKind } from "./account-kind.js";
import { blogKind } from "./blog.js";
import { mailKind } from "./mail.js";

/** The kinds of which the settings are known. */
const KNOWN: readonly AccountKind[] = [blogKind, mailKind];
/** Those that people can make here. A key of a provider has no settings of its own. */
const KINDS = [...KNOWN.map(({ kind }) => kind), "provider"];
/** Webhooks are kept as accounts, and changed where their addresses are judged. */
const WEBHOOK = "webhook";

/** What is known of the kind of an account that there is; undefined for one without settings of its own. Throws ACCOUNT_REFUSED for a webhook. */
export function storedKind(kind: string): AccountKind | undefined {
  if (kind === WEBHOOK) throw refused("A webhook has routes of its own. Use /webhooks.");
  return KNOWN.find((one) => one.kind === kind);
}

/** What is known of the kind of a new account. Throws ACCOUNT_REFUSED for a kind that there is not. */
export function newKind(kind: unknown): AccountKind | undefined {
  if (kind === "provider") return undefined;
  const known = typeof kind === "string" ? storedKind(kind) : undefined;
  if (known !== undefined) return known;
  if (typeof kind !== "string" || kind === "") {
    throw refused(`The field "kind" is missing. Use one of: ${KINDS.join(", ")}.`);
  }
  if (BLOG_KINDS.some((one) => one === kind)) {
    throw refused(`The kind of the account is blog. Give "${kind}" as "kind" in its settings.`);
  }
  const nearest = nearestName(kind, KINDS);
  const remedy = nearest === undefined ? `Use one of: ${KINDS.join(", ")}.` : `Did you mean "${nearest}"?`;
  throw refused(`There is no kind of account "${shown(kind, 40)}". ${remedy}`);
}

export function refused(problem: string): ScriptoriumError {
  return new ScriptoriumError("ACCOUNT_REFUSED", problem);
}
