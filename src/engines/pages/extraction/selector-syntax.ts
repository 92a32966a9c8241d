const NAME = String.raw`[\w\u0080-\uffff-]+`;
const PART = [
  // The specification of CSS wants a letter first; "#1a" and ".2-columns" are what pages have, and are found.
  `[.#]${NAME}`,
  String.raw`\[\s*[|*]*${NAME}(?:[|:]${NAME})?\s*(?:[~|^$*!]?=\s*(?:""|[^\s\]"'=][^\s\]"']*)\s*[is]?\s*)?\]`,
  String.raw`::?(?!(?:hover|active|visited)\b)[\w-]+`,
].join("|");
const COMPOUND = String.raw`(?:(?:\*|[a-z]${NAME}|[a-z])(?:${PART})*|(?:${PART})+)`;
const COMPLEX = String.raw`${COMPOUND}(?:(?:\s*[>+~]\s*|\s+)${COMPOUND})*`;
const LIST = new RegExp(String.raw`^\s*${COMPLEX}(?:\s*,\s*${COMPLEX})*\s*$`, "i");
const RELATIVE = String.raw`(?:[>+~]\s*)?${COMPLEX}`;
const RELATIVE_LIST = new RegExp(String.raw`^\s*${RELATIVE}(?:\s*,\s*${RELATIVE})*\s*$`, "i");

const TEXT_TAKING = /:i?contains\((?:[^()]|\([^()]*\))*\)/gi;
const FUNCTION = /:([\w-]+)\(([^()]*)\)/;
const TAKES_SELECTORS = /^(?:is|where|not|matches|any|-moz-any|-webkit-any)$/i;

/**
 * Whether a text is a CSS selector that can find something in a page. The selector engine also takes what is none, such as
 * `..x`, `> a` and `/html/body`, and finds nothing with it; nor does it with `:hover`, as nobody has the page open.
 */
export function canFind(selector: string): boolean {
  let rest = selector
    .replace(/\\(?:[\da-f]{1,6}\s?|.)/gis, "x")
    .replace(/"[^"]*"|'[^']*'/g, '""')
    .replace(TEXT_TAKING, ":contains");
  for (let found = FUNCTION.exec(rest); found !== null; found = FUNCTION.exec(rest)) {
    const [whole, name = "", inner = ""] = found;
    if (TAKES_SELECTORS.test(name) && !LIST.test(inner)) return false;
    if (/^has$/i.test(name) && !RELATIVE_LIST.test(inner)) return false;
    rest = rest.replace(whole, () => `:${name}`);
  }
  return LIST.test(rest);
}
