import { attributesOf, inLanguage } from "./attributes.js";
import type { Form } from "./forms.js";
import { hasSameMarks } from "./inline-marks.js";
import { betweenTags, isWhole, type MarkedText, markedText, putBack } from "./marked-text.js";
import { piecesOf } from "./pieces.js";
import { type Term, type Terms, termsFor, withTerms } from "./terms.js";
import { type TranslateText, translatedLines } from "./translated-lines.js";
import type { TranslationMemory } from "./translation-memory.js";

/** One way of translating, with what it remembers. */
export interface Translating {
  readonly from: string;
  readonly to: string;
  readonly translate: TranslateText;
  readonly glossary: readonly Term[];
  readonly protectedWords: readonly string[];
  readonly memory: Pick<TranslationMemory, "get"> & { put(text: string, translation: string): void };
  readonly signal: AbortSignal;
}

export interface TranslatedText {
  readonly text: string;
  /** Pieces that hold words. */
  readonly pieces: number;
  /** Of them, those that were translated before, in this run or an earlier one. */
  readonly fromMemory: number;
  /** Parts that stayed as they were, because every translation changed numbers or markup in them. */
  readonly kept: number;
  /** Terms of the glossary that stand in a form of which no translation is known, each once. */
  readonly missedTerms: readonly string[];
}

/** A text in another language; markup, code, addresses and placeholders stay as they are. */
export async function translatedText(source: string, form: Form, how: Translating): Promise<TranslatedText> {
  const terms = termsFor(how.glossary, how.protectedWords, how);
  const work = new PieceWork(how, terms);
  // Attributes first: they stand within what is put back for the pieces.
  const attributes = attributesOf(source, form);
  const values = await work.all(
    attributes.map(({ words }) => plainPiece(words)),
    "txt",
  );
  const translatedValues = replaced(
    source,
    attributes.map(({ start, end, written }, index) => ({ start, end, text: written(values[index]!) })),
  );
  const text = inLanguage(translatedValues, form, how.to);
  const pieces = piecesOf(text, form);
  const marked = pieces.map(({ passages }) => markedText(text, passages, form));
  const translations = await work.all(marked, form);
  const changes = pieces.map(({ start, end }, index) => ({ start, end, text: translations[index]! }));
  return { text: replaced(text, changes), ...work.counts };
}

function plainPiece(words: string): MarkedText {
  return { source: words, text: words, parts: [], before: "", after: "" };
}

function replaced(source: string, changes: readonly { start: number; end: number; text: string }[]): string {
  let out = "";
  let at = 0;
  for (const { start, end, text } of changes) {
    out += source.slice(at, start) + text;
    at = end;
  }
  return out + source.slice(at);
}

/** Translates the pieces of one text. */
class PieceWork {
  private pieces = 0;
  private fromMemory = 0;
  private kept = 0;
  private readonly missed = new Set<string>();

  constructor(
    private readonly how: Translating,
    private readonly terms: Terms,
  ) {}

  get counts(): Omit<TranslatedText, "text"> {
    const { pieces, fromMemory, kept, missed } = this;
    return { pieces, fromMemory, kept, missedTerms: [...missed] };
  }

  /** Each piece as it is put back. */
  async all(pieces: readonly MarkedText[], form: Form): Promise<readonly string[]> {
    // Words that stay are tags from the beginning.
    const given = pieces.map((piece) => withTerms(piece, this.terms, { form }).marked);
    const known = new Map<string, string>();
    const open = new Map<string, MarkedText>();
    for (const piece of given) {
      if (!/\p{L}/u.test(piece.text.replace(/<x\d+>/g, ""))) continue;
      this.pieces += 1;
      const key = keyOf(piece, form);
      const before = this.how.memory.get(key);
      if (before !== undefined) known.set(key, before);
      if (before !== undefined || open.has(key)) this.fromMemory += 1;
      else open.set(key, piece);
    }
    const asked = [...open];
    const made = await this.translated(
      asked.map(([, piece]) => piece),
      form,
    );
    for (const [index, [key]] of asked.entries()) {
      const { text, isKept } = made[index]!;
      known.set(key, text);
      if (!isKept) this.how.memory.put(key, text);
    }
    return given.map((piece) => {
      const translation = known.get(keyOf(piece, form));
      return translation === undefined ? piece.source : piece.before + translation + piece.after;
    });
  }

  private async translated(pieces: readonly MarkedText[], form: Form): Promise<readonly Made[]> {
    const first = await this.answersFor(pieces);
    // Those in which a term is not as it is wanted are asked for again, with the term in its place.
    const again = pieces.map((piece, index) => {
      const translation = first[index];
      if (translation === undefined) return piece;
      const { marked, missed } = withTerms(piece, this.terms, { form, translation });
      for (const term of missed) this.missed.add(term);
      return marked;
    });
    const changed = again.map((piece, index) => piece !== pieces[index] && piece.text !== pieces[index]!.text);
    const second = await this.answersFor(again.filter((_, index) => changed[index]));
    let next = 0;
    return await Promise.all(
      again.map(async (piece, index) => {
        const answer = changed[index] ? second[next++] : first[index];
        const whole = answer !== undefined && isWhole(answer, piece, form) ? this.put(answer, piece, form) : undefined;
        if (whole !== undefined && this.isSafe(whole, piece, form)) return { text: whole, isKept: false };
        const made = await this.inParts(piece, form);
        if (this.isSafe(made.text, piece, form)) return made;
        if (!made.isKept) this.kept += 1;
        return {
          text: piece.source.slice(piece.before.length, piece.source.length - piece.after.length),
          isKept: true,
        };
      }),
    );
  }

  private async answersFor(pieces: readonly MarkedText[]): Promise<readonly (string | undefined)[]> {
    return await translatedLines(
      pieces.map(({ text }) => text),
      this.how.translate,
      this.how.signal,
    );
  }

  /** What could not be translated as a whole: between its tags, where each part may stay as it is. */
  private async inParts(piece: MarkedText, form: Form): Promise<Made> {
    let isKept = false;
    const parts = await Promise.all(
      betweenTags(piece.text).map(async (part) => {
        if (/^<x\d+>$/.test(part) || !/\p{L}/u.test(part)) return part;
        const [answer] = await translatedLines([part.trim()], this.how.translate, this.how.signal);
        if (answer === undefined || !isWhole(answer, { text: part, parts: [] }, form)) {
          isKept = true;
          return part;
        }
        return /^\s*/.exec(part)![0] + answer + /\s*$/.exec(part)![0];
      }),
    );
    if (isKept) this.kept += 1;
    return { text: this.put(parts.join(""), piece, form), isKept };
  }

  /** Whether what stands around the piece as well is read with the same code, tags and links. */
  private isSafe(made: string, { source, before, after }: MarkedText, form: Form): boolean {
    return hasSameMarks(source, before + made + after, form);
  }

  private put(answer: string, piece: MarkedText, form: Form): string {
    return putBack(answer, { ...piece, before: "", after: "" }, { form, to: this.how.to });
  }
}

interface Made {
  readonly text: string;
  readonly isKept: boolean;
}

/** With what the tags stand for: the translation that is remembered has it. */
function keyOf({ text, parts }: MarkedText, form: Form): string {
  return `${form}\n${text}\n${parts.join("\n")}`;
}
