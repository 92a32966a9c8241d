import { readMailAddress } from "./mail-address.js";

/** What is looked at of a message before anything is made of it. */
export interface MailParts {
  readonly from?: { readonly address: string; readonly name: string };
  readonly replyTo?: string;
  readonly to: string;
  readonly subject: string;
  readonly attachments: readonly { readonly fileName: string; readonly type: string; readonly contentId?: string }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly messageKey: string;
  readonly date: string;
}

/** Longest line of a message (RFC 5322). */
const LONGEST_LINE = 998;
/** Those that the message has anyway, or that change who gets it or how it is read. */
const OWN_HEADERS =
  /^(?:to|cc|bcc|from|sender|reply-to|subject|date|message-id|received|return-path|mime-version|dkim-signature|resent-.*|content-.*)$/i;
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;

/** The first thing of a message that could inject a header or cannot be sent, as a sentence and what to do; undefined when it is sound. */
export function mailProblem(mail: MailParts): string | undefined {
  return (
    addressProblem("recipient", mail.to) ??
    (mail.from && addressProblem("sender", mail.from.address)) ??
    (mail.replyTo === undefined ? undefined : addressProblem("reply address", mail.replyTo)) ??
    textProblem("name of the sender", mail.from?.name ?? "") ??
    textProblem("subject", mail.subject) ??
    headersProblem(mail.headers) ??
    attachmentsProblem(mail.attachments) ??
    keyProblem(mail)
  );
}

/** `what` is the first word of the sentence in lower case. */
export function addressProblem(what: string, text: string): string | undefined {
  const read = readMailAddress(text);
  return "problem" in read ? `The ${what} "${quoted(text)}" ${read.problem}. Give one address.` : undefined;
}

function textProblem(what: string, text: string): string | undefined {
  if (CONTROL.test(text)) return `The ${what} holds a line end or control character. Take it out.`;
  return text.length > LONGEST_LINE ? `The ${what} is longer than ${LONGEST_LINE} characters. Shorten it.` : undefined;
}

function headersProblem(headers: MailParts["headers"]): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[A-Za-z][A-Za-z0-9-]{0,75}$/.test(name)) {
      return `"${quoted(name)}" is no name of a header. Use letters, digits and hyphens.`;
    }
    if (OWN_HEADERS.test(name))
      return `The header ${name} cannot be set, because every message has its own. Leave it out.`;
    const problem = textProblem(`header ${name}`, value);
    if (problem !== undefined) return problem;
    if (/[^ -~]/.test(value)) return `The header ${name} holds letters that are not ASCII. Encode them.`;
  }
  return undefined;
}

function attachmentsProblem(attachments: MailParts["attachments"]): string | undefined {
  for (const { fileName, type, contentId } of attachments) {
    if (fileName === "" || fileName.length > 255)
      return "An attachment has no name that can be used. Give it a shorter one.";
    const problem = textProblem(`name of the attachment "${quoted(fileName)}"`, fileName);
    if (problem !== undefined) return problem;
    if (!/^[\w.+-]+\/[\w.+-]+$/.test(type))
      return `The attachment "${quoted(fileName)}" has a type that is none. Correct it.`;
    if (contentId !== undefined && !/^[\w.@+-]{1,200}$/.test(contentId)) {
      return `The attachment "${quoted(fileName)}" has a content id that cannot be used. Use letters, digits and hyphens.`;
    }
  }
  return undefined;
}

function keyProblem({ messageKey, date }: MailParts): string | undefined {
  if (!/^[A-Za-z0-9-]{1,100}$/.test(messageKey)) {
    return "The key of a message is not of letters, digits and hyphens. Give another.";
  }
  return Number.isNaN(Date.parse(date))
    ? "The date of a message is none. Write it as in 2026-01-31T08:00:00Z."
    : undefined;
}

function quoted(text: string): string {
  const clean = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");
  return clean.length > 80 ? `${clean.slice(0, 80)}…` : clean;
}
