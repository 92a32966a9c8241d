import { type Block, blocks } from "../../../engines/text/markup/index.js";
import type { Random } from "../../../kernel/index.js";
import type { BodyBlock, BodyText } from "../article-body/index.js";
import { HTML_VOICE } from "../article-body/texts.js";
import { withLinks } from "../inserts/links.js";
import type { LinkSet } from "../inserts/options.js";
import { withoutCode } from "./code-lines.js";
import { decoded, encoded } from "./entities.js";
import type { Form } from "./forms.js";

/** A paragraph with its words, those of links and markup left out. */
interface Paragraph {
  readonly end: number;
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

/** The text with links of the sets on words of its paragraphs; a plain text stays, for it has no links. */
export function linkedText(
  text: string,
  form: Form,
  {
    linkSets,
    language,
    random,
  }: { readonly linkSets: readonly LinkSet[]; readonly language: string; readonly random: Random },
): string {
  if (form === "txt") return text;
  const paragraphs = blocks(withoutCode(text, form))
    .filter((block) => isParagraph(text, block, form))
    .map((block): Paragraph => ({ end: block.end, words: wordsOf(text, block) }));
  const bodyBlocks = paragraphs.map(
    ({ words }): BodyBlock => ({
      kind: "paragraph",
      sentences: words.map(({ start, end }) => ({ text: read(text.slice(start, end), form) })),
    }),
  );
  const shell = { title: "", keyword: "", sources: [], categories: [], tags: [], language };
  const made = withLinks({ ...shell, blocks: bodyBlocks }, linkSets, random).blocks;
  let result = "";
  let at = 0;
  const put = (start: number, end: number, said: string) => {
    result += text.slice(at, start) + said;
    at = end;
  };
  for (const [index, { words, end }] of paragraphs.entries()) {
    const block = made[index]!;
    const sentences = block.kind === "paragraph" ? block.sentences : [];
    for (const [place, sentence] of sentences.entries()) {
      const old = words[place];
      if (old === undefined) put(end, end, ` ${written(sentence, form)}`);
      else if ((sentence.links ?? []).length > 0) put(old.start, old.end, written(sentence, form));
    }
  }
  return result + text.slice(at);
}

function isParagraph(text: string, { start, end }: Block, form: Form): boolean {
  if (form === "html") return /<p(?:\s[^<>]*)?>\s*$/i.test(text.slice(Math.max(0, start - 1000), start));
  const head = /^---\r?\n[\s\S]*?\n---\r?\n/.exec(text)?.[0].length ?? 0;
  const line = text.slice(text.lastIndexOf("\n", start) + 1, end);
  return start >= head && !/^\s*[#|]/.test(line) && !/^\r?\n(?:=+|-+)\s*(?:\n|$)/.test(text.slice(end, end + 200));
}

function wordsOf(text: string, { passages }: Block): Paragraph["words"] {
  let isInLink = false;
  return passages.filter(({ kind, start, end }) => {
    if (kind === "prose") return !isInLink;
    const fixed = text.slice(start, end);
    for (const [mark] of fixed.matchAll(/<a(?=[\s>])|<\/a\s*>|\[|\]/gi)) isInLink = mark === "[" || /^<a/i.test(mark);
    return false;
  });
}

function read(raw: string, form: Form): string {
  return form === "html" ? decoded(raw) : raw;
}

function written({ text, links = [] }: BodyText, form: Form): string {
  const plain = (words: string) => (form === "html" ? encoded(words) : words);
  let result = "";
  let at = 0;
  for (const { from, to, url, ...more } of links) {
    // In a text with spintax these are no choices.
    const link = { ...more, url: url.replace(/[{|}]/g, encodeURIComponent) };
    const words = text.slice(from, to);
    result += plain(text.slice(at, from));
    result += form === "html" ? HTML_VOICE.link(words, link) : `[${words}](<${link.url}>)`;
    at = to;
  }
  return result + plain(text.slice(at));
}
