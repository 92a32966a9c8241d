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
