import { termsOf } from "../../engines/pages/terms.js";
import { keyOf } from "./chosen.js";
import type { Material, Paragraph } from "./material.js";
import type { Passage } from "./runs.js";

const LONGEST_NAME = 4;
/** A source that has sections on so many things by name lists them. */
const SEVERAL = 3;

interface Words {
  /** Written in small letters somewhere. */
  readonly small: ReadonlySet<string>;
  /** Written with a capital within a sentence. */
  readonly names: ReadonlySet<string>;
}

const WORDS = new WeakMap<Material, Words>();

function wordsIn(material: Material): Words {
  const known = WORDS.get(material);
  if (known !== undefined) return known;
  const texts = material.paragraphs.flatMap(({ sentences }) => sentences.flatMap((sentence) => sentence?.text ?? []));
  const found = (pattern: RegExp) => new Set(texts.flatMap((text) => text.match(pattern) ?? []));
  const words = {
    small: found(/(?<![\p{L}\p{N}'\u2019-])\p{Ll}[\p{L}'\u2019-]*/gu),
    names: found(/(?<=\p{Ll},? )\p{Lu}[\p{L}\p{N}-]*/gu),
  };
  WORDS.set(material, words);
  return words;
}

/** The name in a heading that is one of a product, a firm or a place, and no words of the language; undefined where there is none. */
export function nameIn(heading: string, query: readonly string[], material: Material): string | undefined {
  return namesIn(heading, query, material)[0]?.toLowerCase();
}

/** All words of a heading that are such names. */
export function namesIn(heading: string, query: readonly string[], material: Material): string[] {
  const [bare] = heading.replace(/^[#\s]*\d+[.):]?\s+/, "").split(/[:\u2013\u2014(]| - /);
  const words = (bare ?? "").match(/\p{L}[\p{L}\p{N}'\u2019-]*/gu) ?? [];
  if (words.length === 0 || words.length > LONGEST_NAME) return [];
  if (termsOf(bare!).some((term) => query.includes(term))) return [];
  const { small, names } = wordsIn(material);
  return words
    .map((word) => word.replace(/['\u2019]s?$/, ""))
    .filter((word) => /\p{L}{3}/u.test(word) && names.has(word) && !small.has(word.toLowerCase()));
}

/**
 * Keys of the sentences of the section on one thing by name, such as a product, where its source has one on each of several
 * and the article tells of no other.
 */
export function loneNamed(passages: readonly Passage[], material: Material): string[] {
  const { query, paragraphs } = material;
  const nameOf = ({ heading, above }: Paragraph) => nameIn(heading, query, material) ?? nameIn(above, query, material);
  return [...new Set(passages.map(({ paragraph }) => paragraph.source))].flatMap((source) => {
    const told = new Set(
      passages.flatMap(({ paragraph }) => (paragraph.source === source ? (nameOf(paragraph) ?? []) : [])),
    );
    const [name] = told;
    if (told.size !== 1 || name === undefined) return [];
    const own = paragraphs.filter((paragraph) => paragraph.source === source);
    if (new Set(own.flatMap((paragraph) => nameOf(paragraph) ?? [])).size < SEVERAL) return [];
    return own
      .filter((paragraph) => nameOf(paragraph) === name)
      .flatMap(({ sentences }) => sentences.flatMap((sentence) => (sentence === undefined ? [] : [keyOf(sentence)])));
  });
}
