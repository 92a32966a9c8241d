import type { Passage } from "../../../engines/text/markup/index.js";
import { decoded, encoded } from "./entities.js";
import type { Form } from "./forms.js";

/** What stands for one part that is not translated. Translators leave tags alone. */
const tag = (index: number) => `<x${index}>`;
const TAGS = /<x(\d+)>/g;

/** A piece as translators get it: its words, with a tag for whatever is not translated. */
export interface MarkedText {
  /** As it stands in the text. */
  readonly source: string;
  /** One line; empty when there are no words to translate. */
  readonly text: string;
  /** What the tags stand for, by number. */
  readonly parts: readonly string[];
  /** What is around the words, as it stays. */
  readonly before: string;
  readonly after: string;
}

type Part = { readonly words: string } | { readonly fixed: string };

export function markedText(source: string, passages: readonly Passage[], form: Form): MarkedText {
  const parts = passages.map(({ kind, start, end }): Part => {
    const raw = source.slice(start, end);
    if (kind === "prose") return { words: raw };
    return asWords(raw) ?? { fixed: raw };
  });
  let first = 0;
  let last = parts.length;
  const isAround = (part: Part | undefined) =>
    part !== undefined && ("fixed" in part ? isMarkup(part.fixed) : !/[\p{L}\p{N}]/u.test(part.words));
  while (first < last && isAround(parts[first]) && opens(parts[first])) first += 1;
  while (last > first && isAround(parts[last - 1]) && closes(parts[last - 1])) last -= 1;
  const rawUpTo = (end: number, from = 0) =>
    passages
      .slice(from, end)
      .map(({ start, end }) => source.slice(start, end))
      .join("");
  const kept: string[] = [];
  let text = "";
  for (const part of parts.slice(first, last)) {
    if ("words" in part) text += form === "html" ? decoded(part.words) : part.words;
    else if (isLineMark(part.fixed, text)) text += " ";
    else text += tag(kept.push(part.fixed) - 1);
  }
  const inner = /^\s*/.exec(text)![0].length;
  const outer = /\s*$/.exec(text)![0];
  return {
    source: rawUpTo(parts.length),
    text: /\p{L}/u.test(text.replace(TAGS, "")) ? text.trim().replace(/\s+/g, " ") : "",
    parts: kept,
    before: rawUpTo(first) + text.slice(0, inner),
    after: outer + rawUpTo(parts.length, last),
  };
}

/** Marks of a quotation at the beginning of a wrapped line; the translation is one line. */
function isLineMark(fixed: string, before: string): boolean {
  return /^[ \t>]+$/.test(fixed) && fixed.includes(">") && /\n[ \t]*$/.test(before);
}

/** Numbers with their units, letters written as entities and the like are words of the sentence, although nobody else may change them. */
function asWords(raw: string): { readonly words: string } | undefined {
  const read = decoded(raw);
  if (/^[\p{L}\p{M}’'\u00a0“”„‘«»–—…-]+$/u.test(read) && read !== raw) return { words: read };
  if (/^\p{Sc}?\p{N}[\p{N}.,:'’%°–-]*(?:\s{0,20}(?:\p{L}{1,20}\.?|%|°C?))?$/u.test(read) && /^[^<{[]/.test(raw))
    return { words: read };
  if (/^\p{Ll}{2,}\/\p{Ll}{2,}$/u.test(read)) return { words: read };
  return undefined;
}

const opens = (part: Part | undefined) => part !== undefined && !("fixed" in part && closer(part.fixed) !== undefined);
const closes = (part: Part | undefined) => part !== undefined && !("fixed" in part && opener(part.fixed) !== undefined);

/** What closes the part, when it opens something; emphasis in Markdown closes itself. */
function opener(part: string): string | undefined {
  const name = /^<([a-z][\w:-]*)(?![^>]*\/>)/i.exec(part)?.[1]?.toLowerCase();
  if (name !== undefined) return VOID.has(name) || /<\//.test(part) ? undefined : `/${name}`;
  if (part === "[") return "]";
  return undefined;
}

function closer(part: string): string | undefined {
  const name = /^<\/([a-z][\w:-]*)/i.exec(part)?.[1]?.toLowerCase();
  if (name !== undefined) return `/${name}`;
  return /^\](?:\(|\[|$)/.test(part) ? "]" : undefined;
}

/** Marks of form, in contrast to code and names, which are words of their sentence. */
function isMarkup(part: string): boolean {
  return isEmphasis(part) || /^(?:<(?!(?:code|kbd|samp|var|tt|math|svg)\b)|!\[|\[$|\]|[ \t>#|*+-]+$)/i.test(part);
}

const VOID = new Set("br img input wbr hr meta link source track area base col embed param".split(" "));
const isEmphasis = (part: string) => /^(?:[*_]{1,3}|~~)$/.test(part);

/** Whether a translation has every tag once, within each other as before, the same numbers, and no markup of its own. */
export function isWhole(translation: string, { text, parts }: Pick<MarkedText, "text" | "parts">, form: Form): boolean {
  const found = [...translation.matchAll(TAGS)].map(([, index]) => Number(index));
  if (found.length !== parts.length || new Set(found).size !== parts.length) return false;
  const strays = straysIn(found.map((index) => parts[index]));
  if (strays === undefined || strays > (straysIn(parts) ?? 0)) return false;
  if (translation.trim() === "" || /[\r\n]/.test(translation)) return false;
  const [fresh, old] = [translation.replace(TAGS, " "), text.replace(TAGS, " ")];
  return sameNumbers(fresh, old) && (form !== "md" || !hasMoreMarks(fresh, old));
}

/** How many close what was not opened; undefined where the parts do not stand within each other. */
function straysIn(parts: readonly (string | undefined)[]): number | undefined {
  const open: string[] = [];
  let strays = 0;
  for (const part of parts) {
    if (part === undefined) return undefined;
    const opened = opener(part);
    const closed = closer(part);
    if (opened !== undefined) open.push(opened);
    else if (closed !== undefined) {
      if (open.includes(closed)) {
        if (open.pop() !== closed) return undefined;
      } else strays += 1;
    } else if (isEmphasis(part)) {
      if (open.at(-1) === part) open.pop();
      else if (open.includes(part)) return undefined;
      else open.push(part);
    }
  }
  return strays;
}

/** Whether two texts have the same numbers, however the languages divide them: 1,000.5 and 1.000,5, or 1,000 and 1000. */
function sameNumbers(one: string, other: string): boolean {
  const runs: string[] = one.match(/\d+/g) ?? [];
  const others: string[] = other.match(/\d+/g) ?? [];
  return runs.toSorted().join(" ") === others.toSorted().join(" ") || runs.join("") === others.join("");
}

/** Signs that would be markup where the text had none. */
function hasMoreMarks(fresh: string, old: string): boolean {
  const count = (text: string, mark: string) => text.split(mark).length;
  if (/^(?:[#>+-]|\d{1,9}[.)])\s/.test(fresh.trim()) && !/^(?:[#>+-]|\d{1,9}[.)])\s/.test(old.trim())) return true;
  return ["|", "*", "_", "`", "[", "]", "<"].some((mark) => count(fresh, mark) > count(old, mark));
}

/** Scripts that part no words by blanks. */
const UNSPACED = new Set(["zh", "ja", "th"]);

/** The translation with what the tags stand for, and around it what was around the piece. */
export function putBack(
  translation: string,
  marked: MarkedText,
  { form, to }: { readonly form: Form; readonly to: string },
): string {
  const spaced = UNSPACED.has(to) ? translation : withBlanksOf(translation, marked);
  const out = spaced.split(/(<x\d+>)/).map((part) => {
    const index = /^<x(\d+)>$/.exec(part)?.[1];
    if (index !== undefined) return marked.parts[Number(index)]!;
    return form === "html" ? encoded(part) : part;
  });
  return marked.before + out.join("") + marked.after;
}

/** Blanks beside the tags as the text had them: `** red **` is no emphasis, and `[ red ](x)` no link that looks well. */
function withBlanksOf(translation: string, { text, parts }: MarkedText): string {
  let out = translation;
  for (const [index, part] of parts.entries()) {
    const mark = tag(index);
    const at = text.indexOf(mark);
    const had = { before: /\s/.test(text[at - 1] ?? " "), after: /\s/.test(text[at + mark.length] ?? " ") };
    const hugs =
      (opener(part) !== undefined || closer(part) !== undefined || isEmphasis(part)) && had.before !== had.after;
    if (!hugs) continue;
    const place = out.indexOf(mark);
    let left = out.slice(0, place);
    let right = out.slice(place + mark.length);
    if (had.before) {
      right = right.trimStart();
      if (/[\p{L}\p{N},;:]$/u.test(left)) left += " ";
    } else {
      left = left.trimEnd();
      if (/^[\p{L}\p{N}]/u.test(right)) right = ` ${right}`;
    }
    out = left + mark + right;
  }
  return out;
}

/** The words between the tags, for a translation that could not be made as one. */
export function betweenTags(text: string): readonly string[] {
  return text.split(/(<x\d+>)/);
}
