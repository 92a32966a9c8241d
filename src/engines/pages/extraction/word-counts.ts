/** What is counted of a text once, because much is derived from it. */
export interface Words {
  /** Letters and digits set off by anything else, in lower case. */
  readonly words: readonly string[];
  /** How many of them begin with a capital, and how many have a digit in them. */
  readonly capitals: number;
  readonly numbers: number;
}

const WORDS = /[\p{L}\p{N}_]+/gu;
/** Chinese and Japanese set nothing between words, and two characters are about as much as a word. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const PIECES = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{1,2}|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu;

/** What is no longer is a name or a label as often as a part of a sentence. */
const NAME = 4;

export function wordsOf(text: string): string[] {
  const words = text.match(WORDS) ?? [];
  return UNSPACED.test(text)
    ? words.flatMap((word) => (word.length > NAME && UNSPACED.test(word) ? word.match(PIECES)! : word))
    : words;
}

/** Greek, Cyrillic and what is written with Latin letters, with its punctuation, is below. */
const KNOWN = 0x2070;
const IN_WORD = 1;
const CAPITAL = 2;
const DIGIT = 4;
/** Its lower case depends on what follows, or is of another length. */
const CHANGING = 8;
const KINDS = Uint8Array.from({ length: KNOWN }, (_, code) => {
  const character = String.fromCharCode(code);
  let kind = /[\p{L}\p{N}_]/u.test(character) ? IN_WORD : 0;
  if (/\p{Lu}/u.test(character)) kind |= CAPITAL;
  if (/\d/.test(character)) kind |= DIGIT;
  if (character === "\u03a3" || character.toLowerCase().length !== 1) kind |= CHANGING;
  return kind;
});

export function countedWords(text: string): Words {
  const lower = text.toLowerCase();
  const words: string[] = [];
  let capitals = 0;
  let numbers = 0;
  let start = -1;
  let kinds = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < KNOWN ? KINDS[code]! : CHANGING;
    if ((kind & CHANGING) !== 0) return plainlyCounted(text);
    if ((kind & IN_WORD) !== 0) {
      if (start < 0) {
        start = at;
        if ((kind & CAPITAL) !== 0) capitals += 1;
      }
      kinds |= kind;
    } else if (start >= 0) {
      words.push(lower.slice(start, at));
      if ((kinds & DIGIT) !== 0) numbers += 1;
      start = -1;
      kinds = 0;
    }
  }
  if (start >= 0) {
    words.push(lower.slice(start));
    if ((kinds & DIGIT) !== 0) numbers += 1;
  }
  return { words, capitals, numbers };
}

/** The same of any text at all. */
function plainlyCounted(text: string): Words {
  const words = wordsOf(text);
  let capitals = 0;
  let numbers = 0;
  for (const word of words) {
    if (/^\p{Lu}/u.test(word)) capitals += 1;
    if (/\d/.test(word)) numbers += 1;
  }
  return { words: words.map((word) => word.toLowerCase()), capitals, numbers };
}
