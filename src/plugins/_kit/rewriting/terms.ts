import { badField, givenLines } from "../../../engines/pages/fields.js";
import { inflect, matchCase } from "../../../engines/text/english/inflection/index.js";
import { shown } from "../../../kernel/index.js";
import { encoded } from "./entities.js";
import type { Form } from "./forms.js";
import type { MarkedText } from "./marked-text.js";

/** What a term has to become. */
export interface Term {
  readonly term: string;
  readonly translation: string;
  /** Of the translation; empty for every one. */
  readonly to: string;
}

/** Reads `term|translation` and `term|translation|language` in each line. Throws bad-input for a line that is neither. */
export function readGlossary(lines: readonly string[]): readonly Term[] {
  return givenLines(lines).flatMap((line): Term[] => {
    if (line.startsWith("#")) return [];
    const [term = "", translation = "", to = "", ...more] = line.split("|").map((cell) => cell.trim());
    if (term !== "" && translation !== "" && more.length === 0 && /^[a-z]{0,3}$/i.test(to))
      return [{ term, translation, to: to.toLowerCase() }];
    throw badField(
      "glossaryFile",
      `glossaryFile has the line "${shown(line)}". Write the term, a bar and its translation, such as house|Haus, and the code of a language behind another bar where it is meant for that alone.`,
    );
  });
}

/** A form of a term, and what is written for it; undefined where a form of the translation is not known. */
interface TermForm {
  readonly term: Term;
  readonly wanted: string | undefined;
}

export interface Terms {
  /** The forms by their words in small letters. */
  readonly forms: ReadonlyMap<string, TermForm>;
  readonly pattern: RegExp | undefined;
}

/** The terms of a glossary, with the plurals that are simple, and words that stay as they are. */
export function termsFor(
  glossary: readonly Term[],
  protectedWords: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Terms {
  const forms = new Map<string, TermForm>();
  const key = (words: string) => words.toLowerCase().replace(/\s+/g, " ");
  for (const words of givenLines(protectedWords)) {
    const term = { term: words, translation: words, to: "" };
    forms.set(key(words), { term, wanted: SAME });
  }
  const usable = glossary.filter((term) => term.to === "" || term.to === to);
  for (const term of usable) {
    const keeps = term.translation.toLowerCase() === term.term.toLowerCase();
    forms.set(key(term.term), { term, wanted: keeps ? SAME : term.translation });
  }
  if (from === "en") {
    for (const term of usable) {
      const plural = key(inflect(term.term.toLowerCase(), "plural"));
      if (!forms.has(plural)) forms.set(plural, { term, wanted: pluralOf(term.translation, to) });
    }
  }
  if (forms.size === 0) return { forms, pattern: undefined };
  const longestFirst = [...forms.keys()].sort((one, other) => other.length - one.length);
  const alternatives = longestFirst.map((words) => words.split(" ").map(quoted).join("\\s+"));
  return { forms, pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join("|")})(?![\\p{L}\\p{N}])`, "giu") };
}

/** Means: as it stands in the text. */
const SAME = "\u0000";
const quoted = (words: string) => words.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** The plural of a translation where its language makes it by an ending alone. */
function pluralOf(translation: string, to: string): string | undefined {
  if (to === "en") return inflect(translation, "plural");
  // Of several words, others than the last may take endings, too.
  if (/\s/.test(translation)) return undefined;
  if (to === "es") {
    if (/[aeiouáéó]$/i.test(translation)) return `${translation}s`;
    if (/[lrndj]$/i.test(translation) && !/[áéíóú][nls]$/i.test(translation)) return `${translation}es`;
  }
  if (to === "fr" && /[bcdefghjklmnopqrtvwyéèêç]$/i.test(translation) && !/(?:eau|eu|al|ail|ou)$/i.test(translation))
    return `${translation}s`;
  if (to === "pt" && /[aeiouáéóê]$/i.test(translation) && !/ão$/i.test(translation)) return `${translation}s`;
  if (to === "it") {
    if (/[^ci][oe]$/i.test(translation) && !/[cg]o$/i.test(translation)) return translation.replace(/.$/, "i");
    if (/[^cg]a$/i.test(translation)) return translation.replace(/.$/, "e");
  }
  return undefined;
}

/** A piece in which terms are tags, and those of which no form is known. */
export interface WithTerms {
  readonly marked: MarkedText;
  readonly missed: readonly string[];
}

/**
 * Puts tags for the terms of a piece. `translation` is one that there is already: terms that it has as they are wanted are
 * left to it, for their sentence was made with them.
 */
export function withTerms(
  marked: MarkedText,
  { forms, pattern }: Terms,
  { form, translation }: { readonly form: Form; readonly translation?: string },
): WithTerms {
  if (pattern === undefined) return { marked, missed: [] };
  const parts = [...marked.parts];
  const missed: string[] = [];
  const satisfied = (wanted: string) => translation?.toLowerCase().includes(wanted.toLowerCase()) === true;
  const text = marked.text
    .split(/(<x\d+>)/)
    .map((part) => {
      if (/^<x\d+>$/.test(part)) return part;
      return part.replace(pattern, (found) => {
        const { wanted, term } = forms.get(found.toLowerCase().replace(/\s+/g, " "))!;
        if (wanted === SAME) return translation === undefined ? `<x${parts.push(raw(found, form)) - 1}>` : found;
        if (wanted === undefined) {
          if (translation !== undefined && !hasFormOf(term.translation, translation)) missed.push(found);
          return found;
        }
        if (translation === undefined || satisfied(wanted)) return found;
        return `<x${parts.push(raw(inCaseOf(found, wanted), form)) - 1}>`;
      });
    })
    .join("");
  return { marked: { ...marked, text, parts }, missed };
}

const raw = (words: string, form: Form) => (form === "html" ? encoded(words) : words);

function inCaseOf(found: string, wanted: string): string {
  if (/\p{Lu}/u.test(wanted) || !/^\p{Lu}/u.test(found)) return wanted;
  return matchCase(found, wanted);
}

/** Whether a text has the word with some ending: a stem of four letters or more, and up to four letters behind it. */
function hasFormOf(translation: string, text: string): boolean {
  const stem = translation.toLowerCase().slice(0, Math.max(4, translation.length - 2));
  return new RegExp(`(?<!\\p{L})${quoted(stem)}\\p{L}{0,4}(?!\\p{L})`, "iu").test(text);
}
