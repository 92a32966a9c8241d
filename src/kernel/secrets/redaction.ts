import { escapedHtml, escapedXml } from "../values/escaped-text.js";
import { isPlainObject, type Json, type JsonObject } from "../values/json.js";
import { createMatcher, type Matcher } from "./matcher.js";
import { MASK } from "./secret-names.js";

/** Shorter values are left alone: they are part of too many words. */
const SHORTEST = 4;
/** How deep the causes of an error are followed. */
const MAX_CAUSES = 8;

/** Keeps the secrets of a run out of whatever it tells. */
export class Redactor {
  private readonly needles = new Set<string>();
  private matcher: Matcher | undefined;

  constructor(values: Iterable<string> = []) {
    this.add(values);
  }

  /** From now on these are kept out too. */
  add(values: Iterable<string>): void {
    for (const value of values) for (const form of formsOf(value)) this.needles.add(form);
    this.matcher = undefined;
  }

  /** The text with a mask in place of every secret, in any of the forms that a library may give it. */
  text(text: string): string {
    if (this.needles.size === 0) return text;
    this.matcher ??= createMatcher(this.needles);
    return this.matcher.replaced(text, MASK);
  }

  json(value: Json): Json {
    if (this.needles.size === 0) return value;
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item: Json) => this.json(item));
    return isPlainObject(value) ? this.object(value as JsonObject) : value;
  }

  object(value: JsonObject): JsonObject {
    if (this.needles.size === 0) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.text(name), this.json(item)]));
  }

  /** What was thrown, as the server's log may show it: name, message, stack and causes. */
  error(error: unknown): unknown {
    try {
      return this.needles.size === 0 ? error : this.redacted(error, 0);
    } catch {
      // A proxy, or an error whose members throw.
      return CANNOT_BE_SHOWN;
    }
  }

  private redacted(error: unknown, depth: number): unknown {
    if (typeof error === "string") return this.text(error);
    if (!(error instanceof Error)) return typeof error === "object" ? this.text(described(error)) : error;
    const cause =
      error.cause !== undefined && depth < MAX_CAUSES ? { cause: this.redacted(error.cause, depth + 1) } : {};
    const copy = new Error(this.text(error.message), cause);
    copy.name = this.text(error.name);
    copy.stack = this.text(error.stack ?? "");
    return copy;
  }
}

const CANNOT_BE_SHOWN = "something that cannot be shown was thrown";

function described(thrown: object | null): string {
  try {
    return JSON.stringify(thrown) ?? "null";
  } catch {
    return CANNOT_BE_SHOWN;
  }
}

/** A value as it is and as it appears in addresses, forms, JSON, HTML, and encoded as base64 or hexadecimal. */
export function formsOf(value: string): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const text of new Set([value, value.trim()])) {
    if (text.length < SHORTEST) continue;
    const encoded = encodeURIComponent(text.toWellFormed());
    const strict = encoded.replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
    for (const address of [encoded, strict]) {
      forms.add(address);
      forms.add(address.replaceAll("%20", "+"));
    }
    forms.add(encodeURI(text.toWellFormed()));
    const json = JSON.stringify(text).slice(1, -1);
    forms.add(text);
    forms.add(json);
    forms.add(JSON.stringify(json).slice(1, -1));
    forms.add(json.replaceAll("/", "\\/"));
    forms.add(json.replace(/[^ -~]/g, unicodeEscape));
    forms.add(escapedXml(text));
    forms.add(escapedXml(text).replaceAll("'", "&#39;"));
    forms.add(escapedHtml(text));
    const bytes = Buffer.from(text);
    forms.add(bytes.toString("hex"));
    for (const base64 of base64Of(bytes)) {
      forms.add(base64);
      forms.add(base64.replaceAll("+", "-").replaceAll("/", "_"));
    }
  }
  return forms;
}

const unicodeEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The characters that the bytes alone determine, whatever stands before and behind them in what is encoded. */
function base64Of(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}
