import { RULES } from "../packs/languages/index.js";

/** The English name of a language, by its ISO 639-1 code. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(code) ?? code;
  } catch {
    return `the language "${code.slice(0, 20)}"`;
  }
}

export const BLANK_NOTE = "The text is blank, so there was nothing to spin. Send a text with words in it.";

export const NO_PROSE_NOTE =
  "The text holds only markup, addresses, numbers, code or placeholders, so nothing was spun. Send a text with sentences in it.";

export const PROTECTED_NOTE =
  "All words that could be spun are protected, so the text was not spun. Protect fewer words to get alternatives.";

export const NOTHING_FITS_NOTE =
  "No other words were found that fit this text, so it was not spun. Send a longer text, or use a bolder strength.";

export const QUOTED_NOTE =
  "The words of this text are quotations, which are left as they were said, so it was not spun. Send words of your own.";

export function noPackNote(code: string): string {
  const name = languageName(code);
  const otherwise = "or send the language code if the text is in another language";
  if (!RULES.has(code)) {
    return `This text is in ${name}, which cannot be spun yet, so it came back as it was. Send a text in English or in a language that has a pack, ${otherwise}.`;
  }
  return (
    `This text is in ${name}, for which no thesaurus is installed, so its words were not spun. ` +
    `Install one (on Debian: the package mythes-${code === "pt" ? "pt-pt" : code}), ${otherwise}.`
  );
}
