import { firstFrom } from "./ascending.js";
import { bracesOf } from "./braces.js";
import { codeWords } from "./code-words.js";
import { emphasisFinder } from "./emphasis.js";
import { entityAt, tagReader } from "./html.js";
import { lineMarkup } from "./lines.js";
import { bracketsOf, linkTail, SHORTCODE } from "./links.js";
import { merged, SOME_NAME, type Span } from "./spans.js";

/** A brace pair up to this length is a placeholder or code; in a longer one only the braces come through. */
const MAX_PLACEHOLDER = 1000;
/** The same for brackets. */
const MAX_BRACKETS = 120;

/** All that is not prose, in order and without overlaps. Linear in the length of the text. */
export function fixedSpans(text: string, quotations: { readonly openQuotations: boolean }): Span[] {
  const spans: Span[] = [];
  const add = (start: number, end: number, reads = "", breaks = false) => {
    spans.push({ start, end, reads, breaks });
    return end;
  };
  const { groups, pairs } = bracesOf(text);
  const addresses = [...text.matchAll(ADDRESS)].map(addressSpan);
  const brackets = bracketsOf(text);
  const tagAt = tagReader(text, quotations);
  const codeAt = codeReader(text);
  const lines = lineMarkup(text, quotations);
  const emphasis = emphasisFinder(text);
  const bracketEnds = new Map<number, number>();
  let group = 0;
  let address = 0;

  /** Where the construct at the place ends, or undefined when the character is prose. */
  function construct(at: number): number | undefined {
    const next = text[at + 1];
    switch (text[at]) {
      case "\n":
        if (lines.breaksAt(at)) return add(at, at + 1, "", true);
        return lines.at(at + 1) === undefined ? undefined : at + 1;
      case "\\":
        return next !== undefined && PUNCTUATION.test(next) ? add(at, at + 2, next) : undefined;
      case "{": {
        const close = pairs.get(at);
        if (close === undefined || close - at > MAX_PLACEHOLDER) return add(at, at + 1);
        return add(at, close + 1, SOME_NAME);
      }
      case "}":
        return add(at, at + 1);
      case "|":
        return add(at, at + 1, "", true);
      case "<": {
        const tag = tagAt(at);
        return tag === undefined ? undefined : add(at, tag.end, "", tag.breaks);
      }
      case "&": {
        const entity = entityAt(text, at);
        return entity === undefined ? undefined : add(at, entity.end, entity.reads);
      }
      case "`": {
        const end = codeAt(at);
        return end === undefined ? undefined : add(at, end, SOME_NAME);
      }
      case "!":
        if (next !== "[") return undefined;
        return image(at);
      case "[":
        return bracketed(at);
      case "]": {
        const end = bracketEnds.get(at);
        return end === undefined ? undefined : add(at, end);
      }
      case "*":
      case "_":
      case "~":
        return emphasis.run(at);
      case "$": {
        const close = next === "{" ? pairs.get(at + 1) : undefined;
        if (close !== undefined) return add(at, close + 1, SOME_NAME);
        const match = /^\$\$?(?=\S)[^\n$]{0,300}[\\^_=][^\n$]{0,300}\$\$?(?!\d)/.exec(text.slice(at, at + 610));
        return match === null ? undefined : add(at, at + match[0].length, SOME_NAME);
      }
      case "%": {
        const match = PERCENT.exec(text.slice(at, at + 60));
        return match === null ? undefined : add(at, at + match[0].length, SOME_NAME);
      }
      default:
        return undefined;
    }
  }

  function image(at: number): number | undefined {
    const close = brackets.get(at + 1);
    if (close === undefined) return undefined;
    const end = linkTail(text, close + 1);
    return end === undefined ? undefined : add(at, end);
  }

  function bracketed(at: number): number | undefined {
    const close = brackets.get(at);
    if (close === undefined) return undefined;
    const inner = text.slice(at + 1, Math.min(close, at + 400));
    const tail = linkTail(text, close + 1);
    if (tail !== undefined && !inner.startsWith("^")) {
      bracketEnds.set(close, tail);
      return add(at, at + 1);
    }
    if (close - at <= MAX_BRACKETS) return add(at, close + 1, SHORTCODE.test(inner) ? "" : SOME_NAME);
    if (SHORTCODE.test(inner) && close - at < 2000) return add(at, close + 1);
    bracketEnds.set(close, close + 1);
    return add(at, at + 1);
  }

  for (let at = 0; at < text.length; ) {
    if (group < groups.length && groups[group]!.start <= at) {
      const { start, end } = groups[group]!;
      group += 1;
      if (start < at) continue;
      at = add(start, end, readingOf(text.slice(start + 1, end - 1)));
      continue;
    }
    while (address < addresses.length && addresses[address]!.start < at) address += 1;
    if (addresses[address]?.start === at) {
      at = add(at, addresses[address]!.end, SOME_NAME);
      continue;
    }
    const line = lines.at(at);
    if (line !== undefined) {
      emphasis.forget();
      if (line.whole && line.end > line.start) {
        at = add(at, line.end, "", true);
        continue;
      }
      if (line.end > at) {
        at = add(at, line.end, "", line.breaks);
        continue;
      }
    }
    const end = construct(at);
    if (end !== undefined) {
      at = end;
      continue;
    }
    // On to the next character that can begin anything.
    SPECIAL.lastIndex = at + 1;
    at = Math.min(
      SPECIAL.exec(text)?.index ?? text.length,
      addresses[address]?.start ?? text.length,
      groups[group]?.start ?? text.length,
    );
  }
  for (const { start, end } of emphasis.found()) add(start, end);
  const marked = merged(spans);
  return withWholeWords(text, merged([...marked, ...codeWords(text, marked)]));
}

const SPECIAL = /[\n\\{}|<&`![\]*_~$%]/g;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const PERCENT = /^%(?:[A-Za-z_][\w.-]{0,40}%|\([A-Za-z_]\w{0,40}\)[a-z]|\d{1,2}\$[a-z]|[sdifj](?![A-Za-z]))/;
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.|\b(?:mailto|tel|urn|doi):)[^\s<>"`{}|\\^]+/gi;

/** Without the marks of the sentence around it. */
function addressSpan(match: RegExpExecArray): { start: number; end: number } {
  let address = match[0];
  for (;;) {
    const last = address.at(-1)!;
    const closes = last === ")" && !address.includes("(");
    const bracket = last === "]" && !address.includes("[");
    if (!closes && !bracket && !TRAILING.has(last)) break;
    address = address.slice(0, -1);
    if (address.length < 2) break;
  }
  return { start: match.index, end: match.index + Math.max(address.length, 1) };
}

const TRAILING = new Set(".,;:!?'*_~’”»…");

/** What the first option of a group reads as, roughly: marks of inner groups are left out. */
function readingOf(options: string): string {
  const bar = options.search(/[|{}\\]/);
  return bar < 0 ? options : options.slice(0, bar);
}

/** Code between equally long runs of backticks; runs are found once. */
function codeReader(text: string): (at: number) => number | undefined {
  const runs = new Map(
    [...Map.groupBy(text.matchAll(/`+/g), ([run]) => run.length)].map(([length, all]) => [
      length,
      firstFrom(all.map(({ index }) => index)),
    ]),
  );
  const blankFrom = firstFrom([...text.matchAll(/\n[ \t]*\n/g)].map(({ index }) => index));
  return (at) => {
    let length = 1;
    while (text[at + length] === "`") length += 1;
    const close = runs.get(length)?.(at + 1);
    return close === undefined || close > (blankFrom(at) ?? text.length) ? undefined : close + length;
  };
}

/** A word that markup cuts in two, as in `<b>w</b>ord` or `caf&eacute;`, is fixed as a whole. */
function withWholeWords(text: string, spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [index, span] of spans.entries()) {
    let { start, end, reads } = span;
    if (!span.breaks && !SEPARATORS.test(reads)) {
      // The one before may have taken the letters between them.
      const floor = result.at(-1)?.end ?? 0;
      const ceiling = spans[index + 1]?.start ?? text.length;
      const before = LETTER.test(text[start - 1] ?? "") || (start === floor && endsInside(text, result.at(-1)));
      const after = LETTER.test(text[end] ?? "") || (end === ceiling && joins(text, spans, index + 1));
      if ((before && after) || (LETTER.test(reads[0] ?? "") && text[span.start] === "&")) {
        while (start > floor && LETTER.test(text[start - 1]!)) start -= 1;
        while (end < ceiling && LETTER.test(text[end]!)) end += 1;
        reads = text.slice(start, span.start) + reads + text.slice(span.end, end);
      }
    }
    result.push({ start, end, reads, breaks: span.breaks });
  }
  return result;
}

function endsInside(text: string, span: Span | undefined): boolean {
  return span !== undefined && !span.breaks && LETTER.test(text[span.start - 1] ?? "");
}

/** Whether a letter follows the spans that stand one after the other from this one on; three are looked at. */
function joins(text: string, spans: readonly Span[], from: number): boolean {
  for (let index = from; index < from + 3; index += 1) {
    const span = spans[index];
    if (span === undefined || span.breaks) return false;
    if (spans[index + 1]?.start !== span.end) return LETTER.test(text[span.end] ?? "");
  }
  return false;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const SEPARATORS = /^(?:[\s–—…‘“”«»„‚·•"<>]|-)/;
