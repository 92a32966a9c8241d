import type { OutgoingMail } from "../../kernel/index.js";
import { escapedHtml } from "../../kernel/values/escaped-text.js";
import type { Letter } from "./letters.js";
import type { PostEmailerOptions } from "./options.js";
import { plainText } from "./plain-text.js";
import type { Recipient } from "./recipients.js";
import { type Codes, codesFor, subjectWithoutCodes, withoutCodes } from "./shortcodes.js";

export interface MessageFacts {
  readonly messageKey: string;
  readonly date: Date;
  /** Of the account. */
  readonly from: string;
  readonly fromName: string;
}

/** The message to one recipient. */
export function messageFor(
  letter: Letter,
  recipient: Recipient,
  options: PostEmailerOptions,
  { messageKey, date, from, fromName }: MessageFacts,
): OutgoingMail {
  const { article } = letter;
  const unsubscribe = unsubscribeAddress(options, recipient.address);
  const categories = once([...recipient.categories, ...article.categories]);
  const tags = once([...recipient.tags, ...article.tags]);
  const codes = codesFor(options, { categories, tags, slug: article.slug, excerpt: article.excerpt });
  const values = new Map<string, string>([
    ...Object.entries(recipient.fields),
    ["title", article.title],
    ["excerpt", article.excerpt],
    ["author", article.author],
    ["date", article.date],
    ["file", article.file],
    ["category", categories[0] ?? ""],
    ["categories", categories.join(", ")],
    ["tags", tags.join(", ")],
    ["address", recipient.address],
    ["unsubscribe", unsubscribe],
  ]);
  const words = subjectWithoutCodes(oneLine(filled(options.subjectTemplate, values)) || article.title, options);
  const subject = oneLine(`${codes.subject}${words}`);
  const html = bodyOf(letter, options, values, unsubscribe);
  const address = options.fromAddress.trim() === "" ? from : options.fromAddress.trim();
  return {
    to: recipient.address,
    ...(address === "" ? {} : { from: { address, name: oneLine(options.fromName) || fromName } }),
    ...(options.replyTo.trim() === "" ? {} : { replyTo: options.replyTo.trim() }),
    subject,
    ...(options.bodyFormat === "html" ? {} : { text: textOf(withoutCodes(plainText(html), options), codes) }),
    ...(options.bodyFormat === "text" ? {} : { html: documentOf(withoutCodes(html, options), codes, article.title) }),
    attachments: letter.attachments,
    headers: headersOf(options, unsubscribe),
    messageKey,
    date: date.toISOString(),
  };
}

function bodyOf(
  { html }: Letter,
  { bodyTemplate, recipientKind }: PostEmailerOptions,
  values: ReadonlyMap<string, string>,
  unsubscribe: string,
): string {
  const escaped = new Map([...values].map(([name, value]) => [name, escapedHtml(value)]));
  const body = filled(bodyTemplate.trim() === "" ? "{html}" : bodyTemplate, escaped.set("html", html));
  if (recipientKind !== "people" || bodyTemplate.includes("{unsubscribe}")) return body;
  return `${body}\n<hr>\n<p><small><a href="${escapedHtml(unsubscribe)}">Unsubscribe</a></small></p>`;
}

/** What subject and body can be filled with, besides columns of the recipients. */
export const BODY_NAMES = [
  "html",
  "title",
  "excerpt",
  "author",
  "date",
  "category",
  "categories",
  "tags",
  "file",
  "address",
  "unsubscribe",
];

/** The placeholders of a template; braces of styles in HTML are none. */
export function placeholdersIn(template: string): readonly string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim());
  return [...new Set(names)].filter((name) => /^[\w.-]+$/.test(name));
}

const PLACEHOLDER = /\{([^{}|\n]{1,100})\}/g;

/** One pass: what a value holds is never filled again. Names that are not known stay as they are. */
function filled(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => values.get(name.trim().toLowerCase()) ?? whole);
}

function documentOf(body: string, { before, after }: Codes, title: string): string {
  const lines = (codes: readonly string[]) => codes.map((code) => `<p>${escapedHtml(code)}</p>\n`).join("");
  return `<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>${escapedHtml(title)}</title></head>\n<body>\n${lines(before)}${body}\n${lines(after)}</body>\n</html>\n`;
}

function textOf(text: string, { before, after }: Codes): string {
  const parts = [before.join("\n"), text.trimEnd(), after.join("\n")];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** RFC 8058: a mail program unsubscribes with one click, by a POST to the address. */
function headersOf({ recipientKind }: PostEmailerOptions, unsubscribe: string): Record<string, string> {
  if (recipientKind !== "people") return {};
  return { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

export function unsubscribeAddress(
  { unsubscribeUrl }: Pick<PostEmailerOptions, "unsubscribeUrl">,
  address: string,
): string {
  const text = unsubscribeUrl.trim().replaceAll("{address}", () => encodeURIComponent(address));
  return URL.parse(text)?.href ?? text;
}

function once(terms: readonly string[]): string[] {
  const known = new Map(terms.map((term) => [term.toLowerCase(), term] as const).reverse());
  return [...known.values()].reverse();
}

function oneLine(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, " ")
    .trim()
    .slice(0, 900);
}
