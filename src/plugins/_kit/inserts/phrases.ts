/** Letters and digits of scripts that set spaces between words. */
const SPACED =
  "(?:(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}])[\\p{L}\\p{N}])";
const BEGINS_SPACED = new RegExp(`^${SPACED}`, "u");
const ENDS_SPACED = new RegExp(`${SPACED}$`, "u");

/** Finds a phrase as whole words in any case, whatever blanks are between them. It takes linear time. */
export function phrasePattern(phrase: string, flags = ""): RegExp {
  const text = phrase.trim();
  const inner = text
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replace(/['\u2019]/g, "['\u2019]"))
    .join("\\s+");
  const from = BEGINS_SPACED.test(text) ? "(?<![\\p{L}\\p{N}\\p{M}_])" : "";
  const to = ENDS_SPACED.test(text) ? "(?![\\p{L}\\p{N}\\p{M}_])" : "";
  return new RegExp(`${from}${inner}${to}`, `iu${flags}`);
}

/** What stands around a place in a text, up to blanks. */
const AROUND = 80;
/** Addresses, paths, variables and options of programs. */
const CODE = /:\/\/|[$\\@=_<>{}]|^["'(\u201c]*-|\w[./]\w|\w\(\w/;

/** Whether what was found in a text is a part of an address, a path or a name in a program, which it would break. */
export function isInCode(text: string, from: number, to: number): boolean {
  const before = /\S*$/.exec(text.slice(Math.max(0, from - AROUND), from))?.[0] ?? "";
  const after = /^\S*/.exec(text.slice(to, to + AROUND))?.[0] ?? "";
  return CODE.test(`${before}${text.slice(from, to)}${after}`);
}

/** Whether what was found is a part of a word with a hyphen. */
export function isInCompound(text: string, from: number, to: number): boolean {
  return /[-\u2010\u2011]$/.test(text.slice(0, from)) || /^[-\u2010\u2011]\p{L}/u.test(text.slice(to, to + 3));
}
