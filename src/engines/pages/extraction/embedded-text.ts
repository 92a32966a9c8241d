import { type Json, type JsonObject, PROTOTYPE_KEYS } from "../../../kernel/values/json.js";
import { contentOf } from "./content.js";
import { unescaped } from "./entities.js";
import type { ContentBlock, PageMetadata } from "./page.js";
import { type PageElement, pageTree } from "./page-tree.js";
import { mainObject } from "./structured-data.js";
import { placed } from "./surroundings.js";
import { type TextBlock, textBlocks } from "./text-blocks.js";
import { wordsOf } from "./word-counts.js";

type Whole = (address: string) => string | undefined;

export interface EmbeddedText {
  readonly content: readonly ContentBlock[];
  readonly words: number;
}

const MAX_TEXTS = 300;
const MAX_CHARACTERS = 300_000;
const MAX_SCRIPTS = 30;
const MAX_SCRIPT = 3_000_000;
const MAX_VALUES = 100_000;
const MAX_DEPTH = 40;
/** A text must be this long to be distinguished from labels, messages and settings. */
const LEAST_WORDS = 15;

/**
 * What a page says that shows nothing without its scripts, of the first source that says anything: the texts it states for
 * programs, what it shows where no script runs, and the texts its scripts begin with. How it describes itself is about the
 * content and not part of it.
 */
export function embeddedText(html: string, tree: PageElement, metadata: PageMetadata, whole: Whole): EmbeddedText {
  const sources: readonly (() => readonly TextBlock[])[] = [
    () => blocksOf(statedTexts(metadata.jsonLd)),
    () => noscriptTexts(tree),
    () => blocksOf(embeddedTexts(html)),
  ];
  for (const source of sources) {
    const blocks = source();
    if (blocks.length === 0) continue;
    const all = new Uint8Array(blocks.length).fill(1);
    const content = contentOf(placed(blocks), all, [], whole);
    return { content, words: blocks.reduce((sum, block) => sum + block.words.length, 0) };
  }
  return { content: [], words: 0 };
}

/** Texts, some of them in HTML, as blocks; one that says what another has said is left out. */
function blocksOf(texts: readonly string[]): TextBlock[] {
  const seen = new Set<string>();
  const blocks: TextBlock[] = [];
  let characters = 0;
  for (const text of texts) {
    const fitting = text.slice(0, MAX_CHARACTERS - characters);
    characters += fitting.length;
    for (const block of textBlocks(pageTree(asHtml(fitting))).blocks) {
      if (block.hidden || seen.has(block.text)) continue;
      seen.add(block.text);
      blocks.push(block);
    }
  }
  return blocks;
}

const MARKUP = /<\/?(p|br|div|ul|ol|li|h[1-6]|a|b|i|em|strong|span|blockquote|pre|table)\b[^<>]{0,2000}>/i;

function asHtml(text: string): string {
  const plain = MARKUP.test(text) ? text : unescaped(text);
  if (MARKUP.test(plain)) return plain;
  const lines = plain.split(/\r?\n\s*/).map((line) => `<p>${line.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</p>`);
  return lines.join("");
}

/** The texts of JSON-LD in its order: of an article and of what is written below it; else how it describes its subject. */
function statedTexts(objects: readonly Json[]): string[] {
  const texts = strings(objects, ({ articleBody, text }) => [articleBody, text]);
  if (texts.some(isProse)) return texts;
  const { description } = mainObject(objects.filter(isObject)) ?? {};
  return typeof description === "string" && isProse(description) ? [description] : [];
}

/** What a page says to those without scripts, unless it is only that they need them. */
function noscriptTexts(tree: PageElement): TextBlock[] {
  const blocks: TextBlock[] = [];
  const visit = (element: PageElement) => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      if (child.name === "noscript") blocks.push(...textBlocks(child).blocks);
      else visit(child);
    }
  };
  visit(tree);
  const said = blocks.filter(({ words, text }) => words.length > 60 || !/java\s?script|cookie|browser/i.test(text));
  return said.some(({ text }) => isProse(text)) ? said : [];
}

/** The texts in the data that the scripts of a page begin with. */
function embeddedTexts(html: string): string[] {
  const texts: string[] = [];
  const script = /<script\b([^<>]{0,2000})>/gi;
  for (let count = 0; count < MAX_SCRIPTS; ) {
    const tag = script.exec(html);
    if (tag === null) break;
    if (!/application\/json|__NEXT_DATA__|__NUXT_DATA__/.test(tag[1]!)) continue;
    count += 1;
    const end = html.indexOf("</script", script.lastIndex);
    if (end < 0) break;
    if (end - script.lastIndex > MAX_SCRIPT) continue;
    for (const text of strings(parsed(html.slice(script.lastIndex, end)))) if (isProse(text)) texts.push(text);
    script.lastIndex = end;
  }
  return [...new Set(texts)].slice(0, MAX_TEXTS);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Data that cannot be read says nothing.
    return null;
  }
}

/** The strings in a value in its order, or those that `wanted` takes from each of its objects. */
function strings(value: Json | readonly Json[], wanted?: (object: JsonObject) => (Json | undefined)[]): string[] {
  const found: string[] = [];
  let left = MAX_VALUES;
  const visit = (one: Json | readonly Json[] | undefined, depth: number) => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH || found.length > MAX_VALUES) return;
    if (typeof one === "string") {
      if (wanted === undefined) found.push(one.toWellFormed());
    } else if (Array.isArray(one)) for (const member of one) visit(member, depth + 1);
    else if (isObject(one)) {
      for (const text of wanted?.(one) ?? []) if (typeof text === "string" && text.trim() !== "") found.push(text);
      for (const [key, member] of Object.entries(one)) if (!PROTOTYPE_KEYS.has(key)) visit(member, depth + 1);
    }
  };
  visit(value, 0);
  return found.slice(0, wanted === undefined ? MAX_VALUES : MAX_TEXTS);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether people would read a text as sentences: code, addresses, settings and lists of names are none. */
function isProse(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  const plain = text.replace(/<[^<>]{0,2000}>/g, " ").trim();
  const words = wordsOf(plain).length;
  if (words < LEAST_WORDS || !/[.!?\u2026\u3002\uff01\uff1f\u0964]/.test(plain)) return false;
  const spoken = plain.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0;
  return spoken > 0.85 * plain.length && !/[{};=]\s*\n|function\s*\(|=>|@media|\bvar\s/.test(plain);
}
