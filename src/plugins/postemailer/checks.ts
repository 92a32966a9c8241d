import { addressProblem } from "../../engines/mail-problems.js";
import { badField } from "../../engines/pages/fields.js";
import { type OptionProblem, type Providers, ScriptoriumError, shown } from "../../kernel/index.js";
import { mistypedName } from "../../kernel/values/nearest-name.js";
import { articleProblems } from "../_kit/articles-in/index.js";
import { problemsOf, warningsOf } from "../_kit/checks.js";
import { dripProblems } from "../_kit/drip/index.js";
import { BODY_NAMES, placeholdersIn, unsubscribeAddress } from "./message.js";
import type { PostEmailerOptions } from "./options.js";
import { delayMinutes } from "./post-delay.js";
import { noteOnBad, notesOnEmptyCells } from "./recipient-notes.js";
import { readRecipients, suppressesNobody } from "./recipients.js";

/** What is wrong with the data object of a post emailer. */
export async function postEmailerProblems(
  options: PostEmailerOptions,
  { mailer }: Partial<Pick<Providers, "mailer">>,
): Promise<OptionProblem[]> {
  const { bad, good } = readRecipients(options.recipientsFile);
  // Without articles a task is new, or its articles come with the chain: what else it lacks is not yet wrong.
  const isFilled = options.articleFolder.trim() !== "";
  const unknown = suppressesNobody(options.suppressionFile);
  const isPeople = options.recipientKind === "people";
  return [
    ...(await problemsOf([
      () => (isFilled ? refuseNobody(options, good.length) : undefined),
      () => refuseNoConsent(options),
      () => refuseNoWayOut(options),
      () => refuseLineEnd("fromName", options.fromName),
      () => refuseAddress("fromAddress", "sender", options.fromAddress),
      () => refuseAddress("replyTo", "reply address", options.replyTo),
      () => refuseAddress("testAddress", "test address", options.testAddress),
      () => (delays(options) ? refuseDelay(options.postDelay) : undefined),
    ])),
    ...(await articleProblems(options)),
    ...(options.sendNow ? [] : dripProblems(options)),
    ...(await accountProblems(options, mailer)),
    ...warningsOf([
      ["recipientsFile", bad.length > 0, noteOnBad(bad)],
      [
        "smtpIds",
        isFilled && options.smtpIds.every((id) => id.trim() === "") && !options.dryRun,
        "No mail account is configured: set smtpIds to a stored mail account.",
      ],
      ...notesOnEmptyCells(options, good).map(({ field, message }) => [field, true, message] as const),
      ...unknownPlaceholders(options, Object.keys(good[0]?.fields ?? {})),
      [
        "suppressionFile",
        unknown.length > 0,
        `${unknown.length} of the lines of suppressionFile name nobody, so they keep nobody from getting mail. The first is "${shown(unknown[0] ?? "")}". Write an address, or @example.com for all of a domain.`,
      ],
      [
        "unsubscribeUrl",
        isPeople && options.unsubscribeUrl.trim() !== "" && !options.unsubscribeUrl.includes("{address}"),
        "unsubscribeUrl is the same for everybody, so who answers it cannot know whom to take off the list. Put {address} where the address of the recipient goes.",
      ],
      [
        "unsubscribeUrl",
        !isPeople && options.unsubscribeUrl.trim() !== "",
        "unsubscribeUrl has no effect, because recipientKind is not people. Set recipientKind to people, or leave it empty.",
      ],
      [
        "postDelay",
        options.postDelay.trim() !== "" && !delays(options),
        "postDelay has no effect, because nothing in the messages can say it. Set shortcodes to wordpress or postie, or leave it empty.",
      ],
      [
        "postStatus",
        !isPeople && options.shortcodes === "blogger" && options.postStatus !== "publish",
        `A mail cannot tell Blogger to make a post ${STATES[options.postStatus]}: it does what "Post using email" in the settings of the blog says. Choose there to save mails as drafts.`,
      ],
    ]),
  ];
}

/** Accounts may be added after the task, so what is wrong with them is only noted. */
async function accountProblems(
  { smtpIds }: PostEmailerOptions,
  mailer: Providers["mailer"] | undefined,
): Promise<OptionProblem[]> {
  const ids = smtpIds.filter((id) => id.trim() !== "");
  if (ids.length === 0) return [];
  try {
    await mailer?.accounts(ids);
    return [];
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    return [{ field: "smtpIds", message: error.message, severity: "warning" }];
  }
}

const STATES = { draft: "a draft", pending: "pending", private: "private", publish: "public" };

/** Whether the messages can say when a blog is to publish. */
function delays({ recipientKind, shortcodes }: PostEmailerOptions): boolean {
  return recipientKind !== "people" && (shortcodes === "wordpress" || shortcodes === "postie");
}

function refuseDelay(postDelay: string): void {
  if (postDelay.trim() === "" || delayMinutes(postDelay) !== undefined) return;
  throw badField(
    "postDelay",
    `postDelay "${shown(postDelay)}" is no time to wait of at most a year. Write it as in +2 hours or +1 day 30 minutes.`,
  );
}

function refuseLineEnd(field: string, text: string): void {
  if (!/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text.trim())) return;
  throw badField(field, `${field} holds a line end or control character. Take it out.`);
}

function unknownPlaceholders(options: PostEmailerOptions, columns: readonly string[]) {
  return (["subjectTemplate", "bodyTemplate"] as const).flatMap((field) => {
    const known = [...BODY_NAMES, ...columns];
    return placeholdersIn(options[field])
      .filter((name) => !known.includes(name.toLowerCase()))
      .map((name) => {
        const meant = mistypedName(name, known);
        const remedy = meant === undefined ? `Use one of ${known.join(", ")}.` : `Did you mean {${meant}}?`;
        return [
          field,
          true,
          `{${shown(name)}} in ${field} names nothing, so it stands in every message. ${remedy}`,
        ] as const;
      });
  });
}

function noInput(field: string, message: string): ScriptoriumError {
  return new ScriptoriumError("no-input", message, { field });
}

function refuseNobody({ testAddress }: PostEmailerOptions, count: number): void {
  if (count > 0 || testAddress.trim() !== "") return;
  throw noInput("recipientsFile", "recipientsFile has no address that can be written to. Give one per line.");
}

function refuseNoConsent({ recipientKind, consentNote }: PostEmailerOptions): void {
  if (recipientKind !== "people" || consentNote.trim() !== "") return;
  throw badField(
    "consentNote",
    "consentNote is empty, and people get mail of this task only when they have agreed to it. Write down how and when they did.",
  );
}

function refuseNoWayOut(options: PostEmailerOptions): void {
  if (options.recipientKind !== "people") return;
  const url = URL.parse(unsubscribeAddress(options, "reader@example.com"));
  if (url?.protocol === "https:" && url.username === "" && url.href.length < 900) return;
  throw badField(
    "unsubscribeUrl",
    "unsubscribeUrl is no https address, and people must be able to end what they get with one click. Give one, with {address} where the address of the recipient goes.",
  );
}

function refuseAddress(field: string, what: string, text: string): void {
  const problem = text.trim() === "" ? undefined : addressProblem(what, text);
  if (problem !== undefined) throw badField(field, problem);
}
