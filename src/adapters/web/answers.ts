import type { Dispatcher } from "undici";
import { binaryTypeOf, isNoText } from "../../engines/binary-files.js";
import type { ScriptoriumError } from "../../kernel/errors.js";
import type { WebPage, WebRefusal } from "../../kernel/providers.js";
import { shown } from "../../kernel/values/json.js";
import { displayed } from "../network/displayed.js";
import { BodyTooLarge, BodyUnreadable, decodingsFor, readBody, readStart } from "./body.js";
import { type ContentType, decodePage, isBinaryType, looksBinary, readContentType, undecodedIn } from "./charset.js";
import { badCompression, blocked, failed, limited, tooLarge, wrongStatus } from "./failures.js";
import { headerOf, receivedHeaders } from "./headers.js";
import { refusalOf } from "./refusals.js";
import type { Outcome } from "./retrying.js";

/** How an answer is to be read. */
export interface Reading {
  readonly as: "text" | "bytes" | "both";
  readonly statuses: "ok" | "any";
  readonly maxBytes: number;
  /** Reads the beginning of a body that is larger than `maxBytes` instead of failing. */
  readonly cut: boolean;
  /** Whether an answer that nothing has changed was asked for. */
  readonly conditional: boolean;
}

/** Of an answer that is no page this much is read, to determine what it is. */
const NO_PAGE_BYTES = 256 * 1024;

/** Reads an answer that is no redirect. Rejects for a body that cannot be had; what else is wrong is in the outcome. */
export async function readAnswer(
  url: URL,
  answer: Dispatcher.ResponseData,
  reading: Reading,
  facts: Pick<WebPage, "redirects" | "fetchedAt"> & {
    readonly retryAfterMs: number | undefined;
    readonly signedIn: boolean;
  },
): Promise<Outcome<WebPage>> {
  const status = answer.statusCode;
  const type = readContentType(headerOf(answer, "content-type"));
  const good = (status >= 200 && status <= 299) || (status === 304 && reading.conditional);
  const body = good ? await pageBody(url, answer, type, reading) : await otherBody(answer, reading, type);
  // A refusal to programs is recognised by its text, whatever was asked for.
  const {
    text,
    binary,
    undecoded = 0,
  }: DecodedText = reading.as !== "bytes"
    ? await readText(body, type)
    : isHtml(type)
      ? await readText(body.subarray(0, NO_PAGE_BYTES), type)
      : { text: "" };
  if (good && reading.as === "text" && !reading.cut && binary !== undefined)
    throw notText(url, { status, type, binary, bytes: body.length });
  const headers = receivedHeaders(answer);
  const refusal = refusalOf({ status, headers, text, url: url.href });
  const page: WebPage = {
    url: url.href,
    status,
    mediaType: type.mediaType,
    text: reading.as === "bytes" ? "" : text,
    ...(reading.as === "bytes" || undecoded === 0 ? {} : { undecoded }),
    bytes: body.length,
    ...(reading.as === "text" ? {} : { body }),
    headers,
    redirects: facts.redirects ?? [],
    source: "network",
    ...(facts.fetchedAt === undefined ? {} : { fetchedAt: facts.fetchedAt }),
    ...(refusal === undefined ? {} : { refusal }),
  };
  const asked = URL.parse(facts.redirects?.[0]?.url ?? "") ?? url;
  const { retryAfterMs, signedIn } = facts;
  const error = errorOf(url, { status, refusal, good, asked, retryAfterMs, signedIn });
  return error === undefined ? { page } : { page, error };
}

/** Why an answer is not the page that was asked for. */
export function errorOf(
  url: URL,
  answer: {
    readonly status: number;
    readonly refusal: WebRefusal | undefined;
    readonly retryAfterMs: number | undefined;
    readonly good: boolean;
    /** Where redirects have led from. */
    readonly asked?: URL;
    /** Whether the request had a name and a password. */
    readonly signedIn?: boolean;
  },
): ScriptoriumError | undefined {
  const { status, refusal, retryAfterMs, good, asked, signedIn } = answer;
  const isPause = retryAfterMs !== undefined && asksForPause(status);
  if (status === 429 || refusal?.kind === "rate-limit" || isPause) {
    return limited(url, retryAfterMs, { status, ...refusal });
  }
  if (refusal !== undefined) return blocked(url, status, refusal, { asked, signedIn });
  return good ? undefined : wrongStatus(url, status);
}

/** Whether a Retry-After of an answer with this status means the host: it refuses, or is not well. */
export function asksForPause(status: number): boolean {
  return status === 403 || status === 429 || status >= 500;
}

async function pageBody(
  url: URL,
  answer: Dispatcher.ResponseData,
  type: ContentType,
  { as, maxBytes, cut }: Reading,
): Promise<Buffer> {
  const status = answer.statusCode;
  if (as === "text" && !cut && isBinaryType(type.mediaType)) {
    const bytes = Number(headerOf(answer, "content-length"));
    throw notText(url, { status, type, binary: type.mediaType, bytes });
  }
  try {
    const decodings = decodingsFor([answer.headers["content-encoding"] ?? ""].flat().join(","));
    if (cut) return await readStart(answer.body, decodings, maxBytes);
    if (Number(headerOf(answer, "content-length")) > maxBytes) throw new BodyTooLarge();
    return await readBody(answer.body, decodings, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw tooLarge(url, maxBytes, error, status);
    throw error instanceof BodyUnreadable ? badCompression(url, error, status) : error;
  }
}

/** What is sent instead of a page: its status says more than any error in its body. */
async function otherBody(answer: Dispatcher.ResponseData, reading: Reading, type: ContentType): Promise<Buffer> {
  const most = reading.statuses === "any" ? reading.maxBytes : Math.min(reading.maxBytes, NO_PAGE_BYTES);
  try {
    const decodings = decodingsFor([answer.headers["content-encoding"] ?? ""].flat().join(","));
    const bytes = await readStart(answer.body, decodings, most);
    return reading.as === "text" && binaryOf(bytes, type) !== undefined ? Buffer.alloc(0) : bytes;
  } catch {
    return Buffer.alloc(0);
  }
}

/** Empty for what is no text. */
export async function textOf(body: Buffer, type: ContentType): Promise<string> {
  return (await readText(body, type)).text;
}

interface DecodedText {
  readonly text: string;
  /** What kind of file it is instead. */
  readonly binary?: string;
  readonly undecoded?: number;
}

async function readText(body: Buffer, type: ContentType): Promise<DecodedText> {
  const binary = binaryOf(body, type);
  if (binary !== undefined) return { text: "", binary };
  const text = await decodePage(body, type);
  return isNoText(text) ? { text: "", binary: UNKNOWN } : { text, undecoded: undecodedIn(text, body) };
}

/** By its type or its bytes alone; undefined for what may be text. */
function binaryOf(bytes: Buffer, type: ContentType): string | undefined {
  if (isBinaryType(type.mediaType)) return type.mediaType;
  return binaryTypeOf(bytes) ?? (looksBinary(bytes, type) ? type.mediaType || UNKNOWN : undefined);
}

const UNKNOWN = "application/octet-stream";

function isHtml({ mediaType }: ContentType): boolean {
  return mediaType === "text/html" || mediaType === "application/xhtml+xml";
}

interface Unreadable {
  readonly status: number;
  readonly type: ContentType;
  /** What it is. */
  readonly binary: string;
  readonly bytes: number;
}

function notText(url: URL, { status, type: { mediaType }, binary, bytes }: Unreadable): ScriptoriumError {
  const isOther = mediaType !== "" && mediaType !== binary;
  const said = isOther ? `, although it is said to be ${shown(mediaType)}` : "";
  const what = binary === UNKNOWN ? "data of an unknown kind" : shown(binary);
  return failed(url, `${displayed(url)} is not a text page but ${what}${said}. Give the address of a page.`, {
    status,
    mediaType: shown(binary),
    ...(isOther && { saidType: shown(mediaType) }),
    ...(bytes > 0 && { bytes }),
  });
}
