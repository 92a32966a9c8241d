import { ABOUT_ME_VOICES, type AboutMeVoice, SPIN_STRENGTHS, type SpinStrength } from "../../kernel/index.js";
import type { ApiRequest } from "./envelope.js";
import { BodyRefused } from "./json-body.js";
import * as wording from "./wording.js";

/** A text that must be there. Throws BodyRefused, as all of these do. */
export function wantedText(body: Record<string, unknown>, field: string, expected: wording.ExpectedBody): string {
  const value = body[field];
  if (value === undefined || value === null) throw new BodyRefused(wording.missingText(field, expected));
  if (typeof value !== "string") throw new BodyRefused(wording.wantedText(field, expected));
  if (value === "") throw new BodyRefused(wording.emptyText(field, expected));
  if (value.trim() === "") throw new BodyRefused(wording.blankText(field, expected));
  return wellFormed(value, field);
}

export function optionalText(
  body: Record<string, unknown>,
  field: string,
  expected: wording.ExpectedBody,
): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw new BodyRefused(wording.wantedOptionalText(field, expected));
  return wellFormed(value, field);
}

/** What the functions read. Throws BodyRefused with the problems of all of them, and the example of a body once. */
export function readAll<T extends Record<string, () => unknown>>(
  reads: T,
  expected: wording.ExpectedBody,
): { readonly [Name in keyof T]: ReturnType<T[Name]> } {
  const problems: string[] = [];
  const values = Object.entries(reads).map(([name, read]) => {
    try {
      return [name, read()];
    } catch (error) {
      if (!(error instanceof BodyRefused)) throw error;
      problems.push(error.message);
      return [name, undefined];
    }
  });
  if (problems.length === 0) return Object.fromEntries(values);
  const example = ` ${wording.postJson(expected)}`;
  const texts = problems.map((problem) => problem.replace(example, ""));
  throw new BodyRefused(texts.join(" ") + (problems.some((one) => one.endsWith(example)) ? example : ""));
}

function wellFormed(value: string, field: string): string {
  if (value.includes("\0") || !value.isWellFormed()) throw new BodyRefused(wording.brokenText(field));
  return value;
}

export function wantedStrength(body: Record<string, unknown>): { strength?: SpinStrength } {
  const { strength } = body;
  if (strength === undefined || strength === null || strength === "") return {};
  const known = SPIN_STRENGTHS.find((one) => one === strength);
  if (known === undefined) throw new BodyRefused(wording.unknownChoice("strength", strength, SPIN_STRENGTHS));
  return { strength: known };
}

export function wantedVoice(body: Record<string, unknown>): { voice?: AboutMeVoice } {
  const { voice } = body;
  if (voice === undefined || voice === null || voice === "") return {};
  const known = ABOUT_ME_VOICES.find((one) => one === voice);
  if (known === undefined) throw new BodyRefused(wording.unknownChoice("voice", voice, ABOUT_ME_VOICES));
  return { voice: known };
}

export function callOptions(
  body: Record<string, unknown>,
  request: ApiRequest,
): { seed?: string; signal?: AbortSignal } {
  const { seed } = body;
  return {
    ...(typeof seed === "string" || typeof seed === "number" ? { seed: String(seed) } : {}),
    ...(request.signal ? { signal: request.signal } : {}),
  };
}

export function checkedLogin(login: unknown): string {
  if (login === undefined || login === null || login === "") throw new BodyRefused(wording.loginMissing());
  if (typeof login !== "string" || login.length > 254 || !/^[^\s@<>"]{1,64}@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(login)) {
    throw new BodyRefused(wording.loginMalformed());
  }
  return login;
}

/**
 * Words and phrases of one CSV record (RFC 4180): separated by commas, in quotes where they hold a comma, a quote written
 * twice. Line breaks separate as commas do. Blank entries are left out.
 */
export function protectedWords(csv: string): readonly string[] {
  if (csv === "") return [];
  const words: string[] = [];
  let word = "";
  let quoted = false;
  for (let index = 0; index < csv.length; index += 1) {
    const character = csv[index]!;
    if (quoted) {
      if (character !== '"') word += character;
      else if (csv[index + 1] === '"') {
        word += '"';
        index += 1;
      } else quoted = false;
    } else if (character === '"' && word.trim() === "") {
      quoted = true;
      word = "";
    } else if (character === "," || character === "\n" || character === "\r") {
      words.push(word);
      word = "";
    } else word += character;
  }
  words.push(word);
  return words.map((one) => one.trim()).filter((one) => one !== "");
}
