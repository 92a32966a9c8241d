import { RE2JS } from "re2js";
import { badField, givenLines } from "../../../engines/pages/fields.js";
import {
  columnsOf,
  escapeSpintax,
  firstVariant,
  type Random,
  renderSpintax,
  shown,
  unescapeSpintax,
} from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock, BodyLink, BodyText } from "../article-body/model.js";
import { isInCode, isInCompound, phrasePattern } from "./phrases.js";

const FIELD = "articleReplaceFilterFile";

type Replacement = (text: string, random: Random) => string;

/**
 * Makes the replacements of the lines, one after the other, in all but quotations. `/expression/` is of the RE2 kind and takes
 * linear time. Throws bad-input for a line that is no rule.
 */
export function replaceFilter(lines: readonly string[]): (body: ArticleBody, random: Random) => ArticleBody {
  const replacements = givenLines(lines).map(replacement);
  if (replacements.length === 0) return (body) => body;
  return (body, random) => {
    const replace = (text: string) => {
      const replaced = replacements.reduce((current, each) => each(current, random), text);
      return replaced === text || body.language !== "en" ? replaced : withArticles(text, replaced);
    };
    const title = tidied(body.title, replace(body.title));
    return {
      ...body,
      title: title === "" ? body.title : title,
      blocks: body.blocks.flatMap((block) => replacedBlock(block, replace)),
    };
  };
}

function replacement(line: string): Replacement {
  // A bar within the expression is its own; a slash in it is written as \/.
  const expression = /^\/((?:\\.|[^\\/])+)\/([a-z]*)\|(.*)$/su.exec(line);
  if (expression !== null) return expressionReplacement(line, expression[1]!, expression[2]!, expression[3]!.trim());
  const [from = "", to] = columnsOf(line, 2);
  if (from === "" || to === undefined) throw noRule(line, "is no rule");
  const phrase = phrasePattern(unescapeSpintax(from), "g");
  // What goes takes a blank with it.
  const pattern = to === "" ? new RegExp(`${phrase.source} ?`, phrase.flags) : phrase;
  return (text, random) =>
    text.replace(pattern, (found: string, ...rest) => {
      const at: number = rest.find((each) => typeof each === "number");
      const words = found.trimEnd();
      const end = at + words.length;
      // "sparse-checkout" without "sparse" is nothing.
      if (isInCode(text, at, end) || (to === "" && isInCompound(text, at, end))) return found;
      return to === "" ? "" : inCaseOf(found, renderSpintax(to, random));
    });
}

const FLAGS: Readonly<Record<string, number>> = {
  g: 0,
  u: 0,
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

function expressionReplacement(line: string, source: string, flags: string, to: string): Replacement {
  const strange = [...flags].find((flag) => FLAGS[flag] === undefined);
  if (strange !== undefined) throw noRule(line, `has the flag "${strange}", which there is not`);
  const pattern = compiled(
    source.replaceAll("\\/", "/"),
    [...flags].reduce((sum, flag) => sum | FLAGS[flag]!, 0),
    line,
  );
  return (text, random) => {
    const matcher = pattern.matcher(text);
    let result = "";
    let from = 0;
    while (matcher.find()) {
      result += text.slice(from, matcher.start());
      result += renderSpintax(to, random).replace(/\$(\d|&)/g, (_, group: string) => {
        const index = group === "&" ? 0 : Number(group);
        return index <= matcher.groupCount() ? (matcher.group(index) ?? "") : "";
      });
      from = matcher.end();
    }
    return result + text.slice(from);
  };
}

function compiled(source: string, flags: number, line: string): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (cause) {
    throw noRule(line, "is not a regular expression that can be used", cause);
  }
}

function noRule(line: string, problem: string, cause?: unknown): Error {
  return badField(
    FIELD,
    `The line "${shown(line)}" of ${FIELD} ${problem}. Write from|to, or /expression/flags|to with the flags i, m and s (look-around and back-references are not supported).`,
    cause,
  );
}

const ARTICLE = /\b(an?) (\p{L}[\p{L}-]*)/giu;
/** Words that begin with the sound of a vowel, and those that only look like it. */
const VOWEL = /^(?:[aeiou]|h(?:our|onest|onou?r|eir))/i;
const NO_VOWEL = /^(?:eu|ew|one\b|once|uni(?!n|m)|us[aeu]|ut[ei]|u[rk][aeio])/i;

/** "a" and "an" as they go with the words that have come to stand behind them. */
function withArticles(before: string, after: string): string {
  const pairs = new Set(Array.from(before.matchAll(ARTICLE), ([pair]) => pair.toLowerCase()));
  return after.replace(ARTICLE, (pair: string, article: string, word: string) => {
    // Of abbreviations nobody knows how they are said.
    if (pairs.has(pair.toLowerCase()) || /^\p{Lu}+$/u.test(word)) return pair;
    const right = VOWEL.test(word) && !NO_VOWEL.test(word) ? `${article[0]!}n` : article[0]!;
    return `${right} ${word}`;
  });
}

/** A capital stays one at the beginning of a sentence or a name. */
function inCaseOf(found: string, to: string): string {
  return /^\p{Lu}/u.test(found) ? to.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : to;
}

/** Closes the gaps that words have left. */
function tidied(before: string, after: string): string {
  if (before === after) return after;
  const text = after
    .replace(/[ \t]{2,}/g, " ")
    .replace(/ +([.,;:!?])/g, "$1")
    .replace(/\(\s*\)/g, "")
    .trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return "";
  return /^\p{Lu}/u.test(before) ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : text;
}

function replacedBlock(block: BodyBlock, replace: (text: string) => string): readonly BodyBlock[] {
  const plain = (text: string) => tidied(text, replace(text));
  const texts = (sentences: readonly BodyText[]) => sentences.flatMap((each) => replacedText(each, replace));
  switch (block.kind) {
    case "heading": {
      const text = plain(block.text);
      return text === "" ? [] : [{ ...block, text }];
    }
    case "paragraph": {
      const sentences = texts(block.sentences);
      return sentences.length === 0 ? [] : [{ ...block, sentences }];
    }
    case "list": {
      const items = block.items.map(texts).filter((item) => item.length > 0);
      return items.length === 0 ? [] : [{ ...block, items }];
    }
    case "table":
      return [{ ...block, head: block.head.map(plain), rows: block.rows.map((row) => row.map(plain)) }];
    default:
      return [block];
  }
}

/** Words of links are replaced by themselves, so that links stay on what they were on. */
function replacedText(text: BodyText, replace: (text: string) => string): readonly BodyText[] {
  const links: BodyLink[] = [];
  let result = "";
  let from = 0;
  for (const link of text.links ?? []) {
    result += replace(text.text.slice(from, link.from));
    const start = result.length;
    result += replace(text.text.slice(link.from, link.to));
    if (result.length > start) links.push({ ...link, from: start, to: result.length });
    from = link.to;
  }
  result += replace(text.text.slice(from));
  if (result === text.text) return [text];
  if (links.length === 0) result = tidied(text.text, result);
  if (result.trim() === "") return [];
  const { spintax: before, links: _links, ...rest } = text;
  const spintax = before === undefined ? undefined : replacedSpintax(before, replace);
  const original = text.original ?? (text.source === undefined ? undefined : text.text);
  return [
    {
      ...rest,
      text: result,
      // Where words reach across its groups, it says something else than the text: then the text has no variants.
      ...(spintax === undefined || firstVariant(spintax) !== result ? {} : { spintax }),
      ...(links.length === 0 ? {} : { links }),
      ...(original === undefined ? {} : { original }),
    },
  ];
}

/** Replaced in every option of a group and between groups. */
function replacedSpintax(spintax: string, replace: (text: string) => string): string {
  return spintax
    .split(/(\\[\\{|}]|[{|}])/)
    .map((piece, at) => (at % 2 === 1 || piece === "" ? piece : escapeSpintax(replace(piece))))
    .join("");
}
