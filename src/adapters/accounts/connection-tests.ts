import {
  type AccountReference,
  type Accounts,
  type BlogCheck,
  type Logger,
  type MailCheck,
  type MailerProvider,
  type OpenedAccount,
  type PublisherProvider,
  ScriptoriumError,
  shown,
} from "../../kernel/index.js";
import { Redactor } from "../../kernel/secrets/redaction.js";
import { inTime } from "../../kernel/values/in-time.js";
import type { Json } from "../../kernel/values/json.js";
import { textOf } from "./account-kind.js";

/** What accounts log in by. */
export interface Outlets {
  readonly publisher?: PublisherProvider | undefined;
  readonly mailer?: MailerProvider | undefined;
}

/** What became of the test of an account. `says` is the plain answer, or what is wrong and what to do. */
export type AccountTest = { readonly id: string; readonly name: string; readonly kind: string } & (
  | ({ readonly ok: true; readonly says: string } & (BlogCheck | MailCheck))
  | { readonly ok: false; readonly code: string; readonly says: string }
);

/** How long a server may take to answer. */
const ANSWER_MS = 30_000;
/** Servers that are asked at once. */
const MOST = 8;

export interface ConnectionTests {
  /** Logs in and changes nothing. Throws ACCOUNT_NOT_FOUND, ACCOUNT_REFUSED, PROVIDER_MISSING and BUSY. */
  test(reference: AccountReference): Promise<AccountTest>;
}

/** Tests accounts of the kinds `blog` and `mail`. Calls that ask for the same account share one answer, so that none locks it out. */
export function connectionTests(
  accounts: Accounts,
  outlets: Outlets,
  { logger, answerMs = ANSWER_MS }: { readonly logger?: Logger | undefined; readonly answerMs?: number } = {},
): ConnectionTests {
  const running = new Map<string, Promise<AccountTest>>();

  async function tested(account: Pick<OpenedAccount, "id" | "kind" | "name">): Promise<AccountTest> {
    const { id, name, kind } = account;
    const check = checkOf(account, outlets);
    const late = new AbortController();
    const redactor = new Redactor();
    try {
      const opened = await accounts.opened(id);
      redactor.add(Object.values(opened.secrets));
      refuseEmpty(opened);
      const answer = await inTime(answerMs, check(id, { signal: late.signal }), () => {
        throw tooLate(name, answerMs);
      });
      return {
        id,
        name,
        kind,
        ok: true,
        ...(redactor.json(answer as unknown as Json) as unknown as BlogCheck | MailCheck),
      };
    } catch (error) {
      if (ScriptoriumError.is(error)) {
        if (error.code === "ACCOUNT_NOT_FOUND" || error.code === "PROVIDER_MISSING") throw error;
        return { id, name, kind, ok: false, code: error.code, says: redactor.text(error.message) };
      }
      logger?.error(`The test of the account ${id} failed.`, error);
      const says = "The test failed in an unexpected way. Look into the server's log.";
      return { id, name, kind, ok: false, code: "internal", says };
    } finally {
      late.abort();
    }
  }

  return {
    async test(reference) {
      const account = await accounts.get(reference);
      const under = running.get(account.id);
      if (under !== undefined) return await under;
      if (running.size >= MOST) {
        throw new ScriptoriumError("BUSY", "Other accounts are being tested. Try again in a moment.");
      }
      const test = tested(account).finally(() => running.delete(account.id));
      running.set(account.id, test);
      return await test;
    },
  };
}

type Check = (id: string, options: { readonly signal: AbortSignal }) => Promise<BlogCheck | MailCheck>;

function checkOf({ kind }: Pick<OpenedAccount, "kind">, { publisher, mailer }: Outlets): Check {
  if (kind === "blog") {
    if (publisher === undefined) throw noOutlet("publishes in blogs", "publisher");
    return (id, options) => publisher.check(id, options);
  }
  if (kind === "mail") {
    if (mailer === undefined) throw noOutlet("sends mail", "mailer");
    return (id, options) => mailer.check(id, options);
  }
  throw new ScriptoriumError(
    "ACCOUNT_REFUSED",
    `An account of the kind ${shown(kind, 64)} logs in nowhere by itself, so it cannot be tested. "scriptorium doctor" tests the providers that use keys.`,
  );
}

/** A login without a password would count as a failed one. */
function refuseEmpty({ kind, name, settings, secrets }: OpenedAccount): void {
  const logsIn =
    kind === "mail" ? textOf(settings, "username") !== "" : /^(?:wordpress|ghost)$/.test(textOf(settings, "kind"));
  if (!logsIn || secrets["password"]) return;
  throw new ScriptoriumError("auth", `No password is stored for "${shown(name)}". Add it to the account.`);
}

function noOutlet(does: string, provider: string): ScriptoriumError {
  return new ScriptoriumError(
    "PROVIDER_MISSING",
    `This server has no provider that ${does}, so the account cannot be tested. Pass a ${provider} to createScriptorium.`,
    { provider },
  );
}

function tooLate(name: string, answerMs: number): ScriptoriumError {
  return new ScriptoriumError(
    "FETCH_TIMEOUT",
    `The server of "${shown(name)}" did not answer within ${Math.round(answerMs / 1000)} seconds. Check its address and the network.`,
  );
}
