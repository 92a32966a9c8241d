import { changedFacts } from "../../../engines/text/checks/changed-facts.js";
import { changedFactsInSpintax } from "../../../engines/text/checks/changed-facts-in-spintax.js";
import {
  escapeSpintax,
  type Random,
  renderSpintax,
  type SpinnerProvider,
  type SpinStrength,
  splitSpintax,
} from "../../../kernel/index.js";
import { capitalisedWords } from "./capitalised-words.js";
import { chunksOf } from "./chunks.js";
import { withoutCode } from "./code-lines.js";
import type { Form } from "./forms.js";
import { type SpintaxShape, shaped } from "./spintax-shape.js";
import { type SpunPart, spunBlocks } from "./spun-blocks.js";

export interface Spinning {
  readonly form: Form;
  readonly spinner: SpinnerProvider;
  readonly strength: SpinStrength;
  readonly shape: SpintaxShape;
  readonly protectedWords: readonly string[];
  readonly protectsCapitalised: boolean;
  /** ISO 639-1. */
  readonly language: string;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** A text that was spun, paragraph by paragraph. */
export interface SpunText {
  /** What the engine says of it, each once. */
  readonly notes: readonly string[];
  /** The whole as spintax. */
  spintax(): Rewritten;
  /** One variant. */
  variant(): Rewritten;
}

export interface Rewritten {
  readonly text: string;
  /** Paragraphs that stayed as they were, because what was made of them changed a number, a name or a negation. */
  readonly rejected: number;
}

/** How often another variant is tried where one changed what it must not. */
const TRIES = 4;
/** Ways to say a paragraph that are offered as a whole. */
const WHOLE_WAYS = 2;

export async function spunText(source: string, how: Spinning): Promise<SpunText> {
  const { spinner, strength, shape, language, random, signal } = how;
  const protectedWords = how.protectsCapitalised
    ? [...how.protectedWords, ...capitalisedWords(source)]
    : how.protectedWords;
  const parts: SpunPart[] = [];
  const notes = new Set<string>();
  const seed = String(random.integer(0, 2 ** 31 - 1));
  for (const chunk of chunksOf(source)) {
    const plain = disguised(chunk);
    const spun = await spinner.spin(plain, { protectedWords, strength, language, seed, signal });
    for (const note of spun.notes) notes.add(note);
    const made = spunBlocks(plain, spun.text) ?? [{ source: plain, spintax: spun.text, isBlock: true }];
    parts.push(
      ...made.map((part) => ({
        ...part,
        source: part.source.replace(STAND_INS, (sign) => SIGNS[sign]!),
        spintax: part.spintax.replace(STAND_INS, (sign) => `\\${SIGNS[sign]!}`),
      })),
    );
  }
  const shown = withoutCode(source, how.form);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const isCode = shown.slice(at, at + part.source.length) !== part.source;
    at += part.source.length;
    if (isCode) parts[index] = { source: part.source, spintax: escapeSpintax(part.source), isBlock: false };
  }
  const facts = { protectedWords: how.protectedWords, language };
  const ways = parts.map((part) => (part.isBlock ? shaped(part.spintax, shape) : part.spintax));

  const oneWay = (part: SpunPart, spintax: string): string | undefined => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const text = renderSpintax(spintax, random);
      if (changedFacts(part.source, text, facts).length === 0) return text;
    }
    return undefined;
  };
  const all = (make: (part: SpunPart, spintax: string) => string | undefined, kept: (part: SpunPart) => string) => {
    let rejected = 0;
    const texts = parts.map((part, index) => {
      if (!part.isBlock) return kept(part);
      const made = make(part, ways[index]!);
      if (made === undefined) rejected += 1;
      return made ?? kept(part);
    });
    return { text: texts.join(""), rejected };
  };
  return {
    notes: [...notes],
    variant: () =>
      all(
        (part, spintax) => oneWay(part, spintax),
        ({ source }) => source,
      ),
    spintax: () =>
      all(
        (part, spintax) => {
          if (changedFactsInSpintax(part.source, spintax, facts).length > 0) return undefined;
          return shape.units.has("paragraphs") ? asParagraph(part, spintax, how) : spintax;
        },
        ({ source, spintax, isBlock }) => (isBlock ? escapeSpintax(source) : spintax),
      ),
  };
}

/** What stands for braces and bars of a text that would be choices: they are part of it, such as of its code. */
const SIGNS: Readonly<Record<string, string>> = { "\ue000": "{", "\ue001": "|", "\ue002": "}" };
const STAND_INS = /[\ue000-\ue002]/g;

function disguised(text: string): string {
  if (!splitSpintax(text).some(({ kind }) => kind === "choice")) return text;
  const standIn = (sign: string) => Object.keys(SIGNS).find((key) => SIGNS[key] === sign)!;
  return splitSpintax(text)
    .map(({ kind, start, end }) => {
      const part = text.slice(start, end);
      return kind === "choice" ? part.replace(/[{|}]/g, standIn) : part;
    })
    .join("");
}

/** A paragraph as one choice of ways to say all of it. */
function asParagraph(part: SpunPart, spintax: string, { shape, random }: Spinning): string {
  const plain = (text: string) => escapeSpintax(text);
  const others = new Set(Array.from({ length: WHOLE_WAYS * 2 }, () => plain(renderSpintax(spintax, random))));
  others.delete(plain(part.source));
  const options = [...(shape.keepsOriginal ? [shape.nested ? spintax : plain(part.source)] : []), ...others];
  const offered = options.slice(0, WHOLE_WAYS + 1);
  return offered.length < 2 ? spintax : `{${offered.join("|")}}`;
}
