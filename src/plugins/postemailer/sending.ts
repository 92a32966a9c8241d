import { createHash } from "node:crypto";
import { type MailAccount, type MailerProvider, runCodeOf, ScriptoriumError, shown } from "../../kernel/index.js";
import { seededRandom } from "../../kernel/values/random.js";
import { slug } from "../_kit/slug.js";
import type { Context } from "./context.js";
import { type Letter, letterOf } from "./letters.js";
import { messageFor } from "./message.js";
import { createPace, sleepUntil } from "./pace.js";
import type { Due } from "./plan.js";
import type { Recipient } from "./recipients.js";
import { sentBefore } from "./sent-before.js";
import { type Status, Tally } from "./tally.js";

/** The checkpoint that is of no message. */
export const BEGUN = "begun";

export interface Job {
  readonly plan: readonly Due[];
  readonly recipients: readonly Recipient[];
  /** How many lines name nobody; each counts as a message that failed. */
  readonly bad: number;
  readonly isSuppressed: (address: string) => boolean;
  readonly accounts: readonly MailAccount[];
  readonly mailer: MailerProvider;
  /** Of every random choice. */
  readonly seed: string;
}

interface Item {
  readonly file: string;
  readonly recipient: Recipient;
  /** Its place among all messages, by which its account is chosen. */
  readonly index: number;
  readonly tries: number;
  readonly at: number;
}

type Row = Readonly<Record<"file" | "recipient" | "smtpId" | "messageId" | "sentAt" | "error", string>>;

/** How long a message waits before it is tried again. */
const RETRIES_MS = [60_000, 300_000, 900_000];
/** A message that is on its way when the server stops has this long to arrive. */
const LAST_MS = 4_000;

/** Sends the messages of a run one after the other, each once. Throws what ends the run. */
export async function sendAll(job: Job, context: Context): Promise<void> {
  const { options, clock, log, output, progress, signal } = context;
  const { plan, recipients, accounts, mailer, seed } = job;
  const isTest = options.testAddress.trim() !== "";
  const total = isTest ? 1 : plan.length * recipients.length;
  const pace = createPace(mailer, context);
  const before = sentBefore(context);
  const finished = new Set<string>();
  const waiting: Item[] = [];
  const tally = new Tally(total + job.bad);
  for (let count = 0; count < job.bad; count += 1) tally.add("failed");
  /** What a server said of an address that it does not take, by account and address. */
  const dead = new Map<string, string>();
  let firstFailure: ScriptoriumError | undefined;
  let latest: Letter | undefined;
  const lastSignal = late(context);

  for await (const { key, value } of context.checkpoints()) {
    const { status, at } = value as { status: Status; at: number };
    if (status === "failed" || key === BEGUN) continue;
    finished.add(key);
    tally.add(status);
    if (status === "sent") pace.sent(at);
  }

  const now = () => clock.now().getTime();
  const letterFor = async (file: string) => {
    if (latest?.article.file !== file) latest = await letterOf(file, context, seededRandom(`${seed}:${file}`));
    return latest;
  };

  async function put(key: string, row: Row & { readonly status: Status }): Promise<void> {
    const { file, recipient, smtpId, messageId, status, sentAt, error } = row;
    output.row({ file, recipient, smtpId, messageId, status, sentAt, error });
    await context.checkpoint(key, { status: row.status, at: now() }, { replacesRows: true });
    tally.add(row.status);
    if (row.status !== "failed") finished.add(key);
    progress({ phase: options.dryRun ? "writing" : "sending", parts: { done: tally.handled, found: total + job.bad } });
  }

  async function fail(key: string, row: Row, error: ScriptoriumError): Promise<void> {
    firstFailure ??= error;
    log.warn(`${shown(row.file)} to ${row.recipient}: ${error.message}`, runCodeOf(error));
    await put(key, { ...row, status: "failed", error: error.message });
  }

  const stopped = (error: ScriptoriumError) =>
    new ScriptoriumError(
      error.code,
      `${error.message} ${tally.sent} of ${total} messages were sent.`,
      { ...error.facts, passing: false },
      { cause: error },
    );

  /** One message. */
  async function handle(item: Item): Promise<void> {
    const { file, recipient } = item;
    const key = `${file}\n${recipient.address}`;
    if (finished.has(key)) return;
    const account = accounts[item.index % Math.max(1, accounts.length)];
    const empty = {
      file,
      recipient: recipient.address,
      smtpId: account?.id ?? "",
      messageId: "",
      sentAt: "",
      error: "",
    };
    if (!isTest && job.isSuppressed(recipient.address)) return put(key, { ...empty, status: "suppressed" });
    const refusal = dead.get(`${empty.smtpId}\n${recipient.address}`);
    if (refusal !== undefined) {
      return put(key, { ...empty, status: "failed", error: `It was not tried again in this run: ${refusal}` });
    }
    let letter: Letter;
    try {
      letter = await letterFor(file);
    } catch (error) {
      if (!ScriptoriumError.is(error) || signal.aborted) throw error;
      return fail(key, empty, error);
    }
    const marks = letter.contents.map((content) => hashed(`${recipient.address.toLowerCase()}\n${content}`));
    const doubts = marks.map((mark) => hashed(`${mark}\nuncertain`));
    if (!isTest && !options.dryRun && !options.sendAgain && (await before.hasAny(marks))) {
      if (!(await before.hasAny(doubts))) return put(key, { ...empty, status: "sent before" });
      return put(key, { ...empty, status: "uncertain", error: `In an earlier run: ${UNCERTAIN}` });
    }
    const messageKey = hashed(`${context.runId}\n${key}${isTest ? "\ntest" : ""}`);
    if (!options.dryRun) await pace.turn(account!, `${messageKey}-${item.tries}`, recipient.address);
    const mail = messageFor(letter, recipient, options, {
      ...{ messageKey, date: clock.now(), from: account?.from ?? "", fromName: account?.fromName ?? "" },
    });
    const domain = (mail.from?.address ?? "sender@example.invalid").replace(/^.*@/, "");
    const known = { ...empty, messageId: `<${messageKey}@${domain}>` };
    const copy = async () =>
      output.file(
        `mails/${slug(file.replace(/\.[^.]*$/, ""))}-${messageKey.slice(0, 8)}.eml`,
        await mailer.compose(account?.id, mail),
        "message/rfc822",
      );
    try {
      if (options.dryRun) {
        await copy();
        return await put(key, { ...known, status: "dry run" });
      }
      const { state, result } = await context.effect(
        `mail to ${recipient.address}: ${file}${isTest ? " (test)" : ""}`,
        async () => {
          const sent = await mailer.send(account!.id, mail, { signal: lastSignal });
          return { messageId: sent.messageId, sentAt: clock.now().toISOString() };
        },
      );
      pace.sent(now());
      if (options.saveEml) await copy();
      if (!isTest) await before.add(state === "uncertain" ? [...marks, ...doubts] : marks);
      if (state === "uncertain") return await put(key, { ...known, status: "uncertain", error: UNCERTAIN });
      const sentAt = String(result?.["sentAt"] ?? "");
      return await put(key, { ...known, sentAt, status: isTest ? "test" : "sent" });
    } catch (error) {
      if (!ScriptoriumError.is(error)) throw error;
      if (error.facts["uncertain"] === true) {
        pace.sent(now());
        if (!isTest) await before.add([...marks, ...doubts]);
        log.warn(`${shown(file)} to ${recipient.address}: ${UNCERTAIN}`);
        return await put(key, { ...known, status: "uncertain", error: error.message });
      }
      if (signal.aborted) throw error;
      await refused(item, key, known, error);
    }
  }

  /** What is done about a message that was not taken. */
  async function refused(item: Item, key: string, row: Row, error: ScriptoriumError) {
    const pause = RETRIES_MS[item.tries];
    const isPassing = error.code === "rate-limited" || error.facts["passing"] === true;
    if (isPassing && pause !== undefined && !isTest) {
      const at = now() + Math.max(pause, Number(error.facts["waitMs"] ?? 0));
      const what = `${shown(row.file)} to ${row.recipient} is tried again at ${new Date(at).toISOString()}`;
      log.warn(`${what}: ${error.message}`, runCodeOf(error));
      if (error.facts["status"] === 421 || error.code === "no-network") pace.rest(row.smtpId, at);
      pace.sent(now());
      waiting.push({ ...item, tries: item.tries + 1, at });
      waiting.sort((one, other) => one.at - other.at);
      return;
    }
    const isFinal = error.code === "bad-input" || error.code === "too-large" || error.code === "rate-limited";
    if (!isFinal || isTest) throw stopped(error);
    pace.sent(now());
    if (error.facts["recipient"] === true) dead.set(`${row.smtpId}\n${row.recipient}`, error.message);
    await fail(key, row, error);
  }

  /** Those that wait to be tried again, up to a time. */
  async function again(until: number): Promise<void> {
    for (let next = waiting[0]; next !== undefined && next.at <= until; next = waiting[0]) {
      waiting.shift();
      await sleepUntil(next.at, next.recipient.address, "it is tried again", context);
      await handle(next);
    }
  }

  async function all(): Promise<void> {
    for (const [place, { file, at }] of plan.entries()) {
      if (at > now() && options.whenNotDue === "end") {
        const left = plan.length - place;
        log.info(
          `${left} of ${plan.length} articles are not due yet, the next at ${new Date(at).toISOString()}. Run the task again then.`,
        );
        break;
      }
      await again(at);
      await sleepUntil(at, shown(file), "it is not due yet", context);
      for (const [number, recipient] of recipients.entries()) {
        await again(now());
        await handle({ file, recipient, index: place * recipients.length + number, tries: 0, at });
      }
    }
    await again(Number.POSITIVE_INFINITY);
    if (firstFailure !== undefined && tally.isAllFailed) throw stopped(firstFailure);
  }

  try {
    await all();
  } finally {
    if (!signal.aborted) log.info(tally.sentence);
  }
}

const UNCERTAIN =
  "Whether it was sent is not known, so it is not sent again. Look for its messageId where it should have come, and send it by hand if it is not there.";

/** Aborts a little after the run does, so that a message that is being handed over is not left uncertain. */
function late({ signal, clock }: Context): AbortSignal {
  const control = new AbortController();
  const cut = () => void clock.sleep(LAST_MS).then(() => control.abort(signal.reason));
  if (signal.aborted) cut();
  else signal.addEventListener("abort", cut, { once: true });
  return control.signal;
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
