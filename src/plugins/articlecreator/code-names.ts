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

const POINTS =
  /^This (method|function|hook|API|option|property|event|class|command|parameter|setting|interceptor|plugin|module|type|flag|field|variable|decorator|attribute|constant|directive|operator|keyword)\b(?! (?:of|that|which|for)\b)/;

/**
 * What a section below a name of code says of "this method", with the name in place of "this"; undefined where it says nothing of it, or
 * the heading is more than that name.
 */
export function namedByHeading(
  text: string,
  heading: string,
  code: readonly string[] = [],
): { text: string; name: string } | undefined {
  const found = POINTS.exec(text);
  const [only] = code;
  if (found === null || only === undefined || code.length > 1 || only !== heading.trim()) return undefined;
  const name = only.replace(/\(.*\)$/s, "()");
  return { text: `The \u0000 ${found[1]}${text.slice(found[0].length)}`.replace("\u0000", () => name), name };
}
