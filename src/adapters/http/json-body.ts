import { isPlainObject, PROTOTYPE_KEYS } from "../../kernel/index.js";
import { breakingPoint } from "../../kernel/values/breaking-point.js";
import { type ApiRequest, BodyTooLarge } from "./envelope.js";
import * as wording from "./wording.js";

/** A body that does not hold what the route expects; the message is for the caller. */
export class BodyRefused extends Error {}

export interface BodyLimits {
  readonly maxBytes: number;
  /** Number of values, counted by the commas and brackets of the text. */
  readonly maxValues: number;
}

const MAX_DEPTH = 64;

/**
 * The JSON value of a request's body; undefined for an empty one. Throws BodyRefused with the specified message when the
 * body is not a JSON post, and BodyTooLarge. Nesting and size are checked on the text: JSON.parse accepts nesting so deep
 * that nothing afterwards could write it out again.
 */
export async function jsonBody(
  request: ApiRequest,
  expected: wording.ExpectedBody,
  limits: BodyLimits,
): Promise<unknown> {
  return parsedBody(await bytesOf(request, expected, limits), expected, limits);
}

/** As `jsonBody`; throws BodyRefused also for a body that is empty or no object. */
export async function objectBody(
  request: ApiRequest,
  expected: wording.ExpectedBody,
  limits: BodyLimits,
): Promise<Record<string, unknown>> {
  const value = parsedBody(await bytesOf(request, expected, limits), expected, limits);
  if (value === undefined) throw new BodyRefused(wording.postJson(expected));
  if (!isPlainObject(value)) throw new BodyRefused(wording.notAnObject(expected));
  return value;
}

type Arrived = string | Uint8Array | { readonly parsed: unknown };

function bytesOf(
  { headers, body }: ApiRequest,
  expected: wording.ExpectedBody,
  { maxBytes }: BodyLimits,
): Arrived | Promise<Arrived> {
  const declared = Number(headers["content-length"]);
  if (declared > maxBytes) throw new BodyTooLarge(maxBytes);
  if (!isJson(headers["content-type"])) throw new BodyRefused(wording.postJson(expected));
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") throw new BodyRefused(wording.encodedBody(expected));
  return typeof body === "function" ? body(maxBytes) : (body ?? "");
}

function parsedBody(body: Arrived, expected: wording.ExpectedBody, { maxBytes, maxValues }: BodyLimits): unknown {
  if (typeof body !== "string" && !ArrayBuffer.isView(body)) return body.parsed;
  const text = typeof body === "string" ? body : decoded(body, expected);
  if (text.length > maxBytes) throw new BodyTooLarge(maxBytes);
  if (text.trim() === "") return undefined;
  checkShape(text, maxValues);
  try {
    return JSON.parse(text, refusePrototypeKeys(text));
  } catch (error) {
    if (error instanceof BodyRefused) throw error;
    throw new BodyRefused(wording.malformedJson(expected, breakingPoint(error, text)));
  }
}

function isJson(contentType: string | readonly string[] | undefined): boolean {
  if (typeof contentType !== "string") return false;
  if (contentType === "application/json") return true;
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!/^application\/([a-z0-9!#$&^_.-]+\+)?json$/.test(type)) return false;
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  return charset === undefined || charset === "utf-8" || charset === "utf8";
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function decoded(bytes: Uint8Array, expected: wording.ExpectedBody): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BodyRefused(wording.notUtf8(expected));
  }
}

function checkShape(text: string, maxValues: number): void {
  let depth = 0;
  let values = 1;
  let inText = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inText) {
      if (unit === 0x5c) index += 1;
      else if (unit === 0x22) inText = false;
    } else if (unit === 0x22) inText = true;
    else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) throw new BodyRefused(wording.tooDeep(MAX_DEPTH));
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
    else if (unit === 0x2c) values += 1;
  }
  if (values > maxValues) throw new BodyRefused(wording.tooManyValues(maxValues));
}

/** A reviver that refuses names of the prototype; none, which is faster, where the text cannot hold one. */
function refusePrototypeKeys(text: string): ((this: unknown, key: string, value: unknown) => unknown) | undefined {
  // A name can be written with escapes, so any \u makes the slower way necessary.
  if (!text.includes("proto") && !text.includes("constructor") && !text.includes("\\u")) return undefined;
  return (key, value) => {
    if (PROTOTYPE_KEYS.has(key)) throw new BodyRefused(wording.forbiddenName());
    return value;
  };
}
