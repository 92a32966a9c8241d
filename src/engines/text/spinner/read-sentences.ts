import { languageOf } from "../../language.js";
import type { English, Token } from "../english/types.js";
import { type Block, blocks } from "../markup/index.js";
import type { OpenSentence, TokenState } from "../substitution/substitution-targets.js";
import type { Protection } from "./protection.js";
import { isTitle, quotationsOf } from "./quotations.js";
import { reviewTags } from "./tag-review.js";

/** A sentence of a text, with what of it may change. Places are those of the whole text. */
export interface ReadSentence extends OpenSentence {
  /** The number of its paragraph. */
  readonly paragraph: number;
  /** Whether it is a sentence from end to end, and no part of one that was too long. */
  readonly whole: boolean;
  /** Content words of this sentence. */
  readonly content: readonly string[];
}

/** The most characters that are tagged at once. */
const PIECE = 2000;
/** The most tokens that are looked at as one sentence. */
const MOST_TOKENS = 100;

/** Reads the text paragraph by paragraph; each step of the iteration is a short piece of work. */
export function* readSentences(
  text: string,
  english: English,
  protection: Protection,
  { keepQuotations }: { readonly keepQuotations: boolean },
): Generator<ReadSentence> {
  for (const [paragraph, block] of blocks(text, { openQuotations: !keepQuotations }).entries()) {
    const closed = new Uint8Array(block.end - block.start);
    for (const { kind, start, end } of block.passages) {
      if (kind === "fixed") closed.fill(MARKUP, start - block.start, end - block.start);
    }
    for (const { start, end } of quotationsOf(block.legible)) {
      if (keepQuotations || isTitle(block.legible.slice(start, end))) mark(closed, QUOTED, start, end);
    }
    for (const { start, end } of protection(block.legible)) mark(closed, PROTECTED, start, end);
    if (isForeign(block.legible)) closed.fill(PROTECTED);
    for (const piece of pieces(block)) {
      const shift = block.start + piece.from;
      const sentences = english.tagger.tag(readable(block.legible.slice(piece.from, piece.to)));
      for (const [index, sentence] of sentences.entries()) {
        const placed = sentence.tokens.map((token): Token => {
          const start = token.start + shift;
          const end = token.end + shift;
          return { text: text.slice(start, end), start, end, tag: token.tag };
        });
        const { tokens, doubtful } = reviewTags(placed, english);
        const whole =
          tokens.length <= MOST_TOKENS &&
          (index > 0 || piece.beginsSentence) &&
          (index + 1 < sentences.length || piece.endsSentence);
        for (let first = 0; first < tokens.length; first += MOST_TOKENS) {
          const part = tokens.slice(first, first + MOST_TOKENS);
          yield {
            sentence: { start: part[0]!.start, end: part.at(-1)!.end, tokens: part },
            states: part.map(({ start, end }, index) => {
              const state = stateOf(closed, start - block.start, end - block.start);
              return state === "open" && doubtful.has(first + index) ? "doubtful" : state;
            }),
            paragraph,
            whole,
            content: part
              .filter(({ tag, text }) => CONTENT.has(tag) && text.length > 2)
              .map(({ text }) => text.toLowerCase()),
          };
        }
      }
    }
  }
}

/** Function words of languages that stand in English texts, and of English: most paragraphs need no closer look. */
const FOREIGN_WORDS =
  /(?<!\p{L})(?:les?|des|une?|est|avec|pour|dans|vous|votre|und|der|die|das|ist|nicht|mit|ein|los|las|una|con|para|que|por|del|che|della|gli|het|een|voor|niet|och|som|att|det)(?!\p{L})/giu;
const ENGLISH_WORDS = /(?<!\p{L})(?:the|and|of|to|is|are|for|with|that|your?|it|this|on|be|by)(?!\p{L})/giu;
const FEWEST_FOREIGN = 3;

/** Whether a paragraph of an English text is in another language. */
function isForeign(paragraph: string): boolean {
  const foreign = paragraph.match(FOREIGN_WORDS)?.length ?? 0;
  if (foreign < FEWEST_FOREIGN || foreign <= (paragraph.match(ENGLISH_WORDS)?.length ?? 0)) return false;
  return languageOf(paragraph) !== "en";
}

const CONTENT = new Set(["NOUN", "VERB", "ADJ", "PROPN"]);
const OPEN = 0;
const MARKUP = 1;
const QUOTED = 2;
const PROTECTED = 3;
const STATES: readonly TokenState[] = ["open", "markup", "quoted", "protected"];

function mark(closed: Uint8Array, why: number, start: number, end: number): void {
  for (let at = start; at < end; at += 1) if (closed[at] === OPEN) closed[at] = why;
}

function stateOf(closed: Uint8Array, start: number, end: number): TokenState {
  for (let at = start; at < end; at += 1) if (closed[at] !== OPEN) return STATES[closed[at]!]!;
  return "open";
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly beginsSentence: boolean;
  readonly endsSentence: boolean;
}

/** A long paragraph in parts, divided after a sentence where there is one, and otherwise between words. */
function* pieces({ legible }: Block): Generator<Piece> {
  let from = 0;
  let beginsSentence = true;
  while (legible.length - from > PIECE) {
    const part = legible.slice(from, from + PIECE);
    const last = [...part.matchAll(/[.!?]["”’)]?\s+(?=\p{Lu})/gu)].at(-1);
    const endsSentence = last !== undefined && last.index > PIECE / 4;
    const cut = endsSentence ? last.index + last[0].length : part.lastIndexOf(" ") + 1;
    const to = from + (cut > 0 ? cut : PIECE);
    yield { from, to, beginsSentence, endsSentence };
    from = to;
    beginsSentence = endsSentence;
  }
  yield { from, to: legible.length, beginsSentence, endsSentence: true };
}

/** Words in nothing but capitals are taken for names; a sentence of them is read as if it were small. */
function readable(part: string): string {
  const words = part.match(/\p{L}{2,}/gu) ?? [];
  const lower = part.toLowerCase();
  if (words.length < 4 || lower.length !== part.length) return part;
  return words.every((word) => word === word.toUpperCase()) ? lower : part;
}
