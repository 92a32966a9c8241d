import codeLanguages from "../../../../data/pages/code-languages.txt";
import { once, readTable } from "../../tables.js";
import type { PageElement } from "./page-tree.js";

const known = once((): ReadonlyMap<string, string> => {
  const file = { name: "pages/code-languages.txt", text: codeLanguages };
  const names = new Map<string, string>();
  for (const { name, others = [] } of readTable(file, { columns: { name: "text", others: "list?" } })) {
    for (const one of [name, ...others]) names.set(one, name);
  }
  return names;
});

/** The name for a fence of a language that a page calls by some name, or undefined for a name that is not known. */
export function knownLanguage(name: string): string | undefined {
  return known().get(name.trim().toLowerCase());
}

const ATTRIBUTES = ["data-lang", "data-language", "data-code-language", "data-enlighter-language"];
const NAMED =
  /(?:^|\s)(?:(?:code-?)?lang(?:uage)?|highlight(?:-source)?|gatsby-code|brush:?|sp|syntax)[-\s:]+([a-z][a-z0-9+#]{0,20})(?=[\s;]|$)/gi;
/** What highlighters call code of no language, and other names of this form. */
const NO_LANGUAGE =
  /^(?:default|none|auto|plain|plaintext|nohighlight|notranslate|unknown|undefined|null|code|source|block|box|wrapper|container|tabs?|switcher|toolbar|label|name|cm|pre|line|lines|editor|stack)$/;
const HIGHLIGHTER = /(?:^|\s)(?:hljs|sourcecode|src|prettyprint|rouge|shiki|chroma|codehilite|highlight|code)(?:\s|$)/i;

/** The language of code, as the element, the one inside or those around it name it. */
export function codeLanguage(element: PageElement): string | undefined {
  const inside = element.children.find((child) => typeof child !== "string" && child.name === "code");
  for (const one of [element, inside, element.parent, element.parent?.parent]) {
    if (one === undefined || typeof one === "string") continue;
    const names = one.attribute("class").slice(0, 300);
    const given = [
      ...ATTRIBUTES.map((name) => one.attribute(name).trim().slice(0, 20)),
      ...Array.from(names.matchAll(NAMED), (match) => match[1]!),
      // Beside the name of a highlighter, or as the first of the code itself, the plain name of a language is enough.
      ...(HIGHLIGHTER.test(names) ? names.split(/\s+/) : one === element || one === inside ? names.split(/\s+/, 1) : [])
        .map((name) => name.replace(/^src-/, ""))
        .filter((name) => knownLanguage(name) !== undefined),
    ].map((name) => name.toLowerCase());
    const language = given.find((name) => /^[a-z][a-z0-9+#-]*$/.test(name) && !NO_LANGUAGE.test(name));
    if (language !== undefined) return language;
  }
  return undefined;
}

const COPY =
  /^(?:copy(?: (?:code|to clipboard|snippet|text))?|copied!?|(?:code )?kopieren|kopiert!?|copier(?: le code)?|copiar(?: c\u00f3digo)?|copia(?: codice)?|kopi\u00ebren|kopiera|\u0441\u043a\u043e\u043f\u0438\u0440\u043e\u0432\u0430\u0442\u044c|\u043a\u043e\u043f\u0438\u0440\u043e\u0432\u0430\u0442\u044c|\u590d\u5236(?:\u4ee3\u7801)?|\u30b3\u30d4\u30fc|\ubcf5\uc0ac|view raw|run code|toggle word wrap|open cloud shell)$/i;

/** Whether a line is what a button at code says. */
export function isCopyLine(text: string): boolean {
  return text.length < 30 && COPY.test(text);
}

const LINE_NUMBERS =
  /(?:^|[\s_-])(?:line-?(?:no|num(?:ber)?)s?(?:-rows)?|linenos?|gutter|lnt?|gl|hljs-ln-numbers|rouge-gutter)(?:$|[\s_-])/i;

/** Whether a part of code is not code: a button, or the numbers of the lines. */
export function isBesideCode(element: PageElement): boolean {
  if (element.name === "button" || element.attribute("role") === "button") return true;
  return LINE_NUMBERS.test(element.attribute("class").slice(0, 200)) && /^[\s\d]*$/.test(shortTextOf(element));
}

/** Whether lines are nothing but the numbers of lines, as they stand in a column beside code. */
export function areLineNumbers(lines: string): boolean {
  const numbers = lines.split(/\s+/).filter((line) => line !== "");
  return numbers.length > 1 && numbers.every((line, index) => Number(line) === Number(numbers[0]) + index);
}

function shortTextOf(element: PageElement): string {
  let text = "";
  for (const child of element.children) {
    text += typeof child === "string" ? child : shortTextOf(child);
    if (text.length > 2000 && /\D\S/.test(text)) break;
  }
  return text;
}
