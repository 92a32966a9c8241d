import { isPlainObject, type Json, type JsonObject, PROTOTYPE_KEYS } from "../../../kernel/values/json.js";
import { unescaped } from "./entities.js";

const MAX_DEPTH = 24;
const MAX_VALUES = 20_000;
const MAX_TEXT = 100_000;
const MAX_OBJECTS = 300;
const MAX_KEY = 100;

/**
 * The objects of a page's JSON-LD scripts, graphs and lists taken apart. Forgiving: comments, CDATA, trailing commas, line
 * breaks within texts, escaped quotes of HTML and several objects in a row are read as they were meant; what cannot be read
 * is left out.
 */
export function structuredData(scripts: readonly string[]): JsonObject[] {
  const found: JsonObject[] = [];
  const budget = { values: MAX_VALUES };
  for (const script of scripts) {
    for (const value of parsed(script)) gather(tidy(value, MAX_DEPTH, budget), found, 0);
  }
  return found;
}

function gather(value: Json | undefined, found: JsonObject[], depth: number): void {
  if (value === undefined || found.length >= MAX_OBJECTS || depth > 4) return;
  if (Array.isArray(value)) for (const one of value) gather(one, found, depth + 1);
  else if (isPlainObject(value)) {
    const { "@graph": graph, ...rest } = value as JsonObject;
    if (Object.keys(rest).some((key) => key !== "@context")) found.push(rest);
    gather(graph, found, depth + 1);
  }
}

/** The value as it may be stored: bounded, and without names and characters that no storage keeps. */
function tidy(value: unknown, depth: number, budget: { values: number }): Json | undefined {
  budget.values -= 1;
  if (budget.values < 0) return undefined;
  if (typeof value === "string") return value.slice(0, MAX_TEXT).toWellFormed().replaceAll("\0", "");
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (depth === 0 || typeof value !== "object") return undefined;
  if (Array.isArray(value)) {
    return value.map((one) => tidy(one, depth - 1, budget)).filter((one) => one !== undefined);
  }
  const copy: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) {
    if (PROTOTYPE_KEYS.has(key) || key.length > MAX_KEY || key.includes("\0") || !key.isWellFormed()) continue;
    const kept = tidy(member, depth - 1, budget);
    if (kept !== undefined) copy[key] = kept;
  }
  return copy;
}

function parsed(script: string): unknown[] {
  const text = script
    .replace(/^\s*(?:\/\/\s*)?(?:\/\*\s*)?<!\[CDATA\[(?:\s*\*\/)?/, "")
    .replace(/(?:\/\/\s*)?(?:\/\*\s*)?\]\]>(?:\s*\*\/)?\s*$/, "")
    .replace(/^\s*<!--/, "")
    .replace(/-->\s*$/, "")
    .trim()
    .replace(/;$/, "");
  if (text === "") return [];
  const whole = read(text);
  if (whole !== undefined) return [whole];
  const repaired = repair(/^[[{]\s*&(?:quot|#34);/.test(text) ? unescaped(text) : text);
  return repaired.flatMap((one) => {
    const value = read(one);
    return value === undefined ? [] : [value];
  });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Pages write it by hand and by template, so what is no JSON is nothing unusual.
    return undefined;
  }
}

/** The top-level values of a text that is nearly JSON, each repaired: one walk, minding what is inside quotes. */
function repair(text: string): string[] {
  const values: string[] = [];
  let kept: string[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length && values.length < MAX_OBJECTS) {
    const character = text[at]!;
    if (character === '"') {
      const [quoted, end] = repairedString(text, at);
      if (depth > 0) kept.push(quoted);
      at = end;
      continue;
    }
    const comment = text.startsWith("/*", at) ? "*/" : text.startsWith("//", at) ? "\n" : "";
    if (comment !== "") {
      const end = text.indexOf(comment, at + 2);
      at = end < 0 ? text.length : end + comment.length;
      continue;
    }
    at += 1;
    if (character === "{" || character === "[") depth += 1;
    if (depth === 0 || character <= " ") continue;
    const last = kept.at(-1);
    const closes = character === "}" || character === "]";
    if (closes && last === ",") kept.pop();
    if (character === "," && (last === undefined || ",[{".includes(last))) continue;
    kept.push(character);
    if (!closes) continue;
    depth -= 1;
    if (depth > 0) continue;
    values.push(kept.join(""));
    kept = [];
  }
  // Cut off in the middle, as by a template that failed: closed where it ends, it may still be read.
  return depth > 0 && depth < MAX_DEPTH ? [...values, closed(kept)] : values;
}

function repairedString(text: string, start: number): [string, number] {
  let at = start + 1;
  let quoted = '"';
  while (at < text.length && text[at] !== '"') {
    const character = text[at]!;
    if (character === "\\") {
      const next = text[at + 1] ?? "";
      quoted += /["\\/bfnrtu]/.test(next) ? character + next : next;
      at += 2;
    } else {
      quoted += character < " " ? " " : character;
      at += 1;
    }
  }
  return [`${quoted}"`, at + 1];
}

function closed(pieces: readonly string[]): string {
  const ends: string[] = [];
  for (const piece of pieces) {
    if (piece === "{") ends.push("}");
    else if (piece === "[") ends.push("]");
    else if (piece === "}" || piece === "]") ends.pop();
  }
  const last = pieces.at(-1) ?? "";
  return (last === "," || last === ":" ? pieces.slice(0, -1) : pieces).join("") + ends.reverse().join("");
}

/** What the object is, without the vocabulary's address, in lower case. */
export function typesOf(object: JsonObject): string[] {
  return texts(object["@type"]).map((type) => type.replace(/^.*[/#:]/, "").toLowerCase());
}

/** The texts a value holds: of itself, of a list, or the name, address or id of an object. */
export function texts(value: Json | undefined, depth = 3): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (depth === 0 || value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.slice(0, 100).flatMap((one) => texts(one, depth - 1));
  const { name, url, "@value": plain, "@id": id } = value as JsonObject;
  return [name, plain, url, id].map((one) => texts(one, depth - 1)).find((list) => list.length > 0) ?? [];
}

/** Types that are the text of a page rather than its surroundings, those that say most of it first. */
const SUBJECTS: readonly RegExp[] = [
  /article|posting|report|review$|recipe$|howto$|opinion|scholarly|liveblog/,
  /^(product|book|movie|event|course|jobposting|softwareapplication|dataset|podcastepisode|videoobject|qapage|question|faqpage)$/,
  /^(webpage|itempage|aboutpage|contactpage|collectionpage|medicalwebpage|profilepage|creativework|learningresource)$/,
];

/** The object that describes the text of the page; the other kinds describe the site, the way there and the people. */
export function mainObject(given: readonly JsonObject[]): JsonObject | undefined {
  const objects = given.flatMap((one) => {
    const entity = one.mainEntity ?? one.mainEntityOfPage;
    return isPlainObject(entity) ? [entity as JsonObject, one] : [one];
  });
  for (const subject of SUBJECTS) {
    const found = objects.filter((one) => typesOf(one).some((type) => subject.test(type)));
    const best = found.find((one) => one.headline !== undefined || one.name !== undefined) ?? found[0];
    if (best !== undefined) return best;
  }
  return undefined;
}
