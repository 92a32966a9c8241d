import { mailProblem } from "../../engines/mail-problems.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { MailAccount, OutgoingMail } from "../../kernel/index.js";
import { type MailLibrary, mailLibrary } from "./library.js";
import type { MailLogin } from "./mail-accounts.js";

/** A message as it goes over the wire. */
export interface ComposedMail {
  readonly bytes: Buffer;
  readonly messageId: string;
  readonly from: string;
}

/** Those that a receiver must be able to trust; the last two are what makes an unsubscribe link of one click count (RFC 8058). */
const SIGNED =
  "from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post";
/** Of a message that is only looked at and whose sender nobody has named. */
const NOBODY = "sender@example.invalid";

/** The message in the format of RFC 5322, signed where the account has a key. Throws `bad-input` for what would inject a header. */
export async function composed(
  login: Pick<MailLogin, "account" | "dkim"> | undefined,
  mail: OutgoingMail,
): Promise<ComposedMail> {
  const problem = mailProblem(mail);
  if (problem !== undefined) throw new ScriptoriumError("bad-input", problem);
  const from = sender(login?.account, mail);
  const messageId = `<${mail.messageKey}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`;
  const { createTransport } = await mailLibrary();
  const { message } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    ...(login?.dkim === undefined ? {} : { dkim: dkimOf(login.dkim) }),
  }).sendMail({ ...contentOf(mail), from, messageId });
  if (!Buffer.isBuffer(message)) throw new Error("The message was not composed in memory.");
  return { bytes: message, messageId, from: from.address };
}

function sender(account: MailAccount | undefined, { from }: OutgoingMail): { address: string; name: string } {
  if (from !== undefined) return { address: from.address.trim(), name: from.name };
  if (account === undefined) return { address: NOBODY, name: "" };
  if (account.from !== "") return { address: account.from, name: account.fromName };
  throw new ScriptoriumError(
    "bad-input",
    `The mail account "${account.name}" has no sender. Give it an address in "from", or the task one in fromAddress.`,
  );
}

type Message = Parameters<ReturnType<MailLibrary["createTransport"]>["sendMail"]>[0];

function contentOf(mail: OutgoingMail): Message {
  return {
    to: { address: mail.to.trim(), name: "" },
    ...(mail.replyTo === undefined ? {} : { replyTo: { address: mail.replyTo.trim(), name: "" } }),
    subject: mail.subject,
    date: new Date(mail.date),
    ...(mail.text === undefined ? {} : { text: printable(mail.text) }),
    ...(mail.html === undefined ? {} : { html: printable(mail.html) }),
    headers: Object.entries(mail.headers).map(([key, value]) => ({ key, value })),
    attachments: mail.attachments.map(({ fileName, bytes, type, contentId }) => ({
      filename: fileName,
      content: Buffer.from(bytes),
      contentType: type,
      ...(contentId === undefined ? {} : { cid: contentId, contentDisposition: "inline" as const }),
    })),
    // The same message has the same bytes.
    baseBoundary: mail.messageKey.slice(0, 40),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** NUL and its like may not stand in a message. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
}

function dkimOf({ domain, selector, key }: NonNullable<MailLogin["dkim"]>) {
  return { domainName: domain, keySelector: selector, privateKey: key, headerFieldNames: SIGNED };
}
