import { wordSet } from "../../word-set.js";

/** What a stretch of text is, as far as its characters tell. */
type TokenKind = "word" | "number" | "address" | "punctuation" | "symbol" | "other";

export interface RawToken {
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
}

/** Abbreviations that keep their full stop, lower case, without it. */
export const TITLES = wordSet(
  "mr mrs ms messrs dr prof rev hon pres gov sen rep gen col lt maj capt cmdr sgt cpl st mt ft sr fr br supt amb",
);
/** Followed by more of the same sentence, whatever the letter case. */
export const CONNECTING = wordSet("e.g i.e cf vs viz eg ca approx resp incl esp al op");
/** Only abbreviations when a number follows. */
export const BEFORE_NUMBERS = wordSet("no nos nr fig figs p pp vol vols art sec ch chap eq ed par para pt tel ext");
/** May end a sentence as well. */
const CLOSING = wordSet(
  "etc inc ltd co corp bros llc plc jr sr phd dept univ assn est ave blvd rd jan feb mar apr jun jul aug sep " +
    "sept oct nov dec mon tue tues wed thu thur thurs fri sat sun lb lbs oz kg km cm mm ml hr hrs min mins sq ft " +
    "in",
);
/** Whole words more often than abbreviations: only shortened where a number comes before them or they are capitalised. */
const AMBIGUOUS = wordSet(
  "mar jun sun sat wed mon in min est dec art gen rep col fig par ed pt ch br mt pres sec ca op no",
);

const WORD = /[\p{L}\p{M}\p{N}_\u00ad\u200c\u200d]/u.source;
const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ["address", /(?:https?|ftp|file):\/\/[^\s<>"“”]+|www\.[^\s<>"“”]+/iuy],
  ["address", /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/uy],
  ["number", /\p{N}+(?:[.,:]\p{N}+)*(?:st|nd|rd|th|s)?(?![\p{L}\p{N}\p{M}])/iuy],
  ["word", new RegExp(`\\p{N}+\\p{L}${WORD}*(?:['’‑-][\\p{L}\\p{N}]${WORD}*)*`, "uy")],
  ["number", /\p{N}+(?:[.,:]\p{N}+)*/uy],
  ["word", /\p{L}\.(?:\p{L}\.)+(?!\p{L})/uy],
  ["word", new RegExp(`\\p{L}${WORD}*(?:(?:['’‑-](?=[\\p{L}\\p{N}])|&(?=\\p{Lu}))${WORD}+)*`, "uy")],
  ["punctuation", /\.{2,}|…+|[-_*=~]{2,}/uy],
  ["symbol", /\p{Extended_Pictographic}(?:\p{M}|\u200d|\p{Emoji_Modifier}|\p{Extended_Pictographic})*/uy],
  ["punctuation", /\p{P}\p{M}*/uy],
  ["symbol", /\p{S}\p{M}*/uy],
  ["other", /[^\s\p{L}\p{N}\p{P}\p{S}]+/uy],
];
const SPACE = /\s+/uy;
const AFTER_ADDRESS = /[.,;:!?)'\]’»]/u;
const CLITIC = /(?:n['’]t|['’](?:s|re|ve|ll|d|m))$/iu;
const NUMBER_AHEAD = /[ \t\u00a0]{0,4}\p{N}/uy;
const NAME_AHEAD = /[ \t\u00a0]{1,4}\p{Lu}/uy;

/** In reading order; every character that is not white space is in exactly one token. Linear whatever the text. */
export function rawTokens(text: string): RawToken[] {
  const tokens: RawToken[] = [];
  let position = 0;
  while (position < text.length) {
    SPACE.lastIndex = position;
    if (SPACE.test(text)) {
      position = SPACE.lastIndex;
      continue;
    }
    const { kind, end } = tokenAt(text, position);
    if (kind === "word") position = pushWord(text, position, end, tokens);
    else {
      tokens.push({ start: position, end, kind });
      position = end;
    }
  }
  return tokens;
}

function tokenAt(text: string, start: number): { kind: TokenKind; end: number } {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = start;
    if (!pattern.test(text)) continue;
    let end = pattern.lastIndex;
    if (kind === "address") while (end > start + 1 && AFTER_ADDRESS.test(text[end - 1]!)) end -= 1;
    return { kind, end };
  }
  return { kind: "other", end: start + (text.codePointAt(start)! > 0xffff ? 2 : 1) };
}

/** A word with what is written together with it: the contracted words apart, the full stop of an abbreviation included. */
function pushWord(text: string, start: number, end: number, tokens: RawToken[]): number {
  if (text[end] === "." && end - start < 8 && isAbbreviation(text, start, end)) {
    tokens.push({ start, end: end + 1, kind: "word" });
    return end + 1;
  }
  const cuts: number[] = [];
  let stem = end;
  for (;;) {
    const from = Math.max(start, stem - 4);
    const found = CLITIC.exec(text.slice(from, stem));
    if (!found || from + found.index === start) break;
    stem = from + found.index;
    cuts.push(stem);
  }
  if (stem === end && end - start === 6 && text.slice(start, end).toLowerCase() === "cannot") cuts.push(start + 3);
  let from = start;
  for (const cut of cuts.reverse()) {
    tokens.push({ start: from, end: cut, kind: "word" });
    from = cut;
  }
  tokens.push({ start: from, end, kind: "word" });
  return end;
}

function isAbbreviation(text: string, start: number, end: number): boolean {
  const word = text.slice(start, end);
  const lower = word.toLowerCase();
  if (BEFORE_NUMBERS.has(lower)) {
    NUMBER_AHEAD.lastIndex = end + 1;
    if (NUMBER_AHEAD.test(text)) return true;
  }
  if (word.length === 1) {
    // The initial of a name: J. Smith. The pronoun ends sentences more often than it stands for a name.
    NAME_AHEAD.lastIndex = end + 1;
    return word !== "I" && /\p{Lu}/u.test(word) && NAME_AHEAD.test(text);
  }
  if (BEFORE_NUMBERS.has(lower) && !TITLES.has(lower)) return false;
  const capitalised = word !== lower;
  if (TITLES.has(lower)) return capitalised;
  if (!CONNECTING.has(lower) && !CLOSING.has(lower)) return false;
  return !AMBIGUOUS.has(lower) || (capitalised && /^[ \t\u00a0]\p{N}/u.test(text.slice(end + 1, end + 4)));
}
