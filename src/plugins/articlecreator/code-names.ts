const CALL = /\p{L}\((?!e?s\))/u;
const CODE = /^(?!e\.g|i\.e)(?:\??\p{Ll}+(?:\d|[.=_:]\p{Ll})|\.?\p{Ll}[\p{Ll}\d]*\p{Lu}|--?\p{L}|\$\p{L})/u;

/** Whether a word is written as it is wherever it stands: "parseAs", "kernel.tasks.patch", "decorate(name)", "iPhone". */
export function isCodeName(word: string): boolean {
  const bare = word.replace(/^["'\u201c\u2018([]+/, "");
  return CODE.test(bare) || CALL.test(bare);
}

/** The words of a heading, a call with all between its brackets being one of them. */
export function headingWords(text: string): string[] {
  return text.match(/\S*\p{L}\([^)]*\)\S*|\S+/gu) ?? [];
}

/** The text with a capital at its beginning, unless it begins with a name that has none. */
export function begun(text: string): string {
  return isCodeName(headingWords(text)[0] ?? "") ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** A heading with its names of code as its source writes them, and these names. */
export function headingWithCode(
  heading: string,
  code: readonly string[],
): { heading: string; code: readonly string[] } {
  const names = [...new Set(code)].filter((name) => heading.toLowerCase().includes(name.toLowerCase()));
  const written = names.reduce((text, name) => {
    const at = text.toLowerCase().indexOf(name.toLowerCase());
    return text.slice(0, at) + name + text.slice(at + name.length);
  }, heading);
  return { heading: written, code: names };
}
