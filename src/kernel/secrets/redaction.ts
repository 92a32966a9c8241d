import { escapedHtml, escapedXml } from "../values/escaped-text.js";
import { isPlainObject, type Json, type JsonObject } from "../values/json.js";
import { tokensIn, userInfosIn, withoutAddressSecrets, withoutTokens, withUserInfos } from "./address-secrets.js";
import { createMatcher, type Matcher } from "./matcher.js";
import { MASK } from "./secret-names.js";

/** Shorter values are left alone: they are part of too many words. */
const SHORTEST = 4;
/** How deep the causes of an error are followed. */
const MAX_CAUSES = 8;

/** Values of together this length are looked for in every form; those after them as they are, in addresses and in JSON. */
const IN_EVERY_FORM = 16 * 1024;
/** Rows are results, so shorter values are left in them: they may be words of a page. */
const SHORTEST_IN_ROWS = 8;

/** Keeps the secrets of a run out of whatever it reports. */
export class Redactor {
  /** What is looked for, and whether in rows too. */
  private readonly needles = new Map<string, boolean>();
  private readonly given = new Set<string>();
  /** Pairs of name and value. */
  private readonly tokens = new Set<string>();
  private characters = 0;
  private matcher: Matcher | undefined;
  private rowMatcher: Matcher | undefined;

  constructor(values: Iterable<string> = []) {
    this.add(values);
  }

  /** From now on these are kept out too. */
  add(values: Iterable<string>): void {
    for (const value of values) {
      this.given.add(value);
      this.characters += value.length;
      for (const form of this.characters > IN_EVERY_FORM ? usualFormsOf(value) : formsOf(value)) {
        this.needles.set(form, value.length >= SHORTEST_IN_ROWS || this.needles.get(form) === true);
      }
    }
    this.matcher = undefined;
    this.rowMatcher = undefined;
  }

  /** From now on the tokens in the addresses of the data object are kept out of rows too. */
  addTokensOf(data: Json): void {
    withTexts(data, (text) => {
      for (const { pair } of tokensIn(text)) this.tokens.add(pair);
      return text;
    });
  }

  /**
   * The text with a mask in place of every secret, in any of the forms that a library may give it; in addresses also for
   * a user name with its password and for query members that are tokens by their names, whoever gave them.
   */
  text(text: string): string {
    if (this.needles.size === 0) return withoutAddressSecrets(text);
    return withoutAddressSecrets(this.forAll().replaced(text, MASK));
  }

  json(value: Json): Json {
    return withTexts(value, (text) => this.text(text));
  }

  object(value: JsonObject): JsonObject {
    return this.json(value) as JsonObject;
  }

  /** A row of results without what the user gave as a secret. */
  row(row: JsonObject): JsonObject {
    const { given, tokens } = this;
    if (given.size === 0 && tokens.size === 0) return row;
    const { replaced } = this.forRows();
    return withTexts(row, (text) => {
      const infos = userInfosIn(text);
      const without = withUserInfos(text, infos, (index) => (given.has(infos[index]!.text) ? MASK : undefined));
      return withoutTokens(replaced(without, MASK), tokens);
    }) as JsonObject;
  }

  private forAll(): Matcher {
    this.matcher ??= createMatcher(this.needles.keys());
    return this.matcher;
  }

  private forRows(): Matcher {
    if (this.rowMatcher === undefined) {
      const inRows = [...this.needles.keys()].filter((form) => this.needles.get(form));
      this.rowMatcher = inRows.length === this.needles.size ? this.forAll() : createMatcher(inRows);
    }
    return this.rowMatcher;
  }

  /** What was thrown, as the server's log may show it: name, message, stack and causes. */
  error(error: unknown): unknown {
    try {
      return this.redacted(error, 0);
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
    const [message, stack] = [this.text(error.message), this.text(error.stack ?? "")];
    if (this.needles.size === 0 && message === error.message && stack === error.stack && cause.cause === error.cause) {
      return error;
    }
    const copy = new Error(message, cause);
    copy.name = this.text(error.name);
    copy.stack = stack;
    return copy;
  }
}

/** The value with the names and texts in it changed. */
function withTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => withTexts(item, change));
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value as JsonObject);
  return Object.fromEntries(members.map(([name, item]) => [change(name), withTexts(item, change)]));
}

const CANNOT_BE_SHOWN = "something that cannot be shown was thrown";

function described(thrown: object | null): string {
  try {
    return JSON.stringify(thrown) ?? "null";
  } catch {
    return CANNOT_BE_SHOWN;
  }
}

/** A value as it is, in an address and in JSON. */
function usualFormsOf(value: string): ReadonlySet<string> {
  const text = value.trim();
  if (text.length < SHORTEST) return new Set();
  return new Set([text, encodeURIComponent(text.toWellFormed()), JSON.stringify(text).slice(1, -1)]);
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

/** The characters that the bytes alone determine, whatever comes before and after them in what is encoded. */
function base64Of(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}
