import { lexer, type Token, type Tokens } from "marked";
import { htmlText } from "../../engines/pages/feeds/html-text.js";
import { sentencesOf } from "../../engines/writing/sentences.js";
import type { ArticleBody, BodyBlock, BodyLink, BodyText } from "../_kit/article-body/model.js";
import type { Article } from "./article.js";
import type { WritingAssistantOptions } from "./options.js";

type Inclusions = Pick<WritingAssistantOptions, "includeTakeaways" | "includeToc" | "citeSources">;

/** Of a list that says what a text holds. */
const FEWEST_ITEMS = 2;

/** What stands above parts that the text does not have, by the language of the article; English where it is not known. */
const WORDS = {
  en: { takeaways: "Key takeaways", contents: "Contents", faq: "Frequently asked questions" },
  de: { takeaways: "Das Wichtigste in K\u00fcrze", contents: "Inhalt", faq: "H\u00e4ufige Fragen" },
  fr: { takeaways: "L\u2019essentiel", contents: "Sommaire", faq: "Questions fr\u00e9quentes" },
  es: { takeaways: "Lo esencial", contents: "Contenido", faq: "Preguntas frecuentes" },
  it: { takeaways: "In breve", contents: "Indice", faq: "Domande frequenti" },
  nl: { takeaways: "In het kort", contents: "Inhoud", faq: "Veelgestelde vragen" },
  pt: { takeaways: "O essencial", contents: "\u00cdndice", faq: "Perguntas frequentes" },
} as const;

/** The article as blocks, with the parts around the text that were asked for. */
export function articleBody(article: Article, subject: string, options: Inclusions): ArticleBody {
  const words = WORDS[article.language.slice(0, 2).toLowerCase() as keyof typeof WORDS] ?? WORDS.en;
  const shown =
    options.citeSources === "inline" ? article.body : article.body.replace(/ ?\[\d{1,3}(?:, ?\d{1,3})*\](?!\()/g, "");
  const text = lexer(shown).flatMap(blocksOf);
  const takeaways = options.includeTakeaways ? takeawaysOf(article, text) : [];
  const heading = (said: string, level: 2 | 3 = 2): BodyBlock => ({ kind: "heading", level, text: said });
  const plain = (said: string): BodyText => ({ text: said });
  const table: BodyBlock[] = article.table === undefined ? [] : tableBlocks(article.table);
  const faq: BodyBlock[] =
    article.faq.length === 0
      ? []
      : [
          heading(words.faq),
          ...article.faq.flatMap(({ question, answer }): BodyBlock[] => [
            heading(question, 3),
            { kind: "paragraph", sentences: sentencesOf(answer).map(plain) },
          ]),
        ];
  const rest = [...withTable(text, table), ...faq];
  const contents = options.includeToc ? rest.filter(isSection).map(({ text: said }) => said) : [];
  const first = rest.findIndex(isSection);
  const lead = first < 0 ? Math.min(1, rest.length) : first;
  return {
    title: article.title,
    keyword: subject,
    // The text begins as itself; lists above it would take its first paragraph for a part of them.
    blocks: [
      ...rest.slice(0, lead),
      ...(takeaways.length < FEWEST_ITEMS ? [] : listUnder(words.takeaways, takeaways)),
      ...(contents.length < FEWEST_ITEMS ? [] : listUnder(words.contents, contents)),
      ...rest.slice(lead),
    ],
    sources: article.sources.map(({ title, address }) => ({ title, address })),
    categories: [],
    tags: article.meta?.tags ?? [],
    language: article.language,
  };
}

function listUnder(heading: string, items: readonly string[]): BodyBlock[] {
  if (items.length === 0) return [];
  return [
    { kind: "heading", level: 2, text: heading },
    { kind: "list", ordered: false, items: items.map((text) => [{ text }]) },
  ];
}

type Heading = Extract<BodyBlock, { kind: "heading" }>;

function isSection(block: BodyBlock): block is Heading {
  return block.kind === "heading" && block.level === 2;
}

/** What stands above the lists that say what a text holds. */
export function listHeadings(language: string): readonly string[] {
  const { takeaways, contents } = WORDS[language.slice(0, 2).toLowerCase() as keyof typeof WORDS] ?? WORDS.en;
  return [takeaways, contents];
}

/** The heading of the list of contents, for HTML to lead from it to the sections. */
export function contentsHeading(language: string): string {
  return (WORDS[language.slice(0, 2).toLowerCase() as keyof typeof WORDS] ?? WORDS.en).contents;
}

/** Those of the writer, or the sentences with which the sections begin. */
function takeawaysOf({ meta }: Article, text: readonly BodyBlock[]): readonly string[] {
  if (meta !== undefined && meta.takeaways.length > 0) return meta.takeaways.slice(0, 6);
  const first = text.flatMap((block, at) => {
    const before = text[at - 1];
    const isFirst = before === undefined || isSection(before);
    return isFirst && block.kind === "paragraph" ? [block.sentences[0]!.text.replace(/ ?\[\d+\]/g, "")] : [];
  });
  return first.filter((one) => one.split(" ").length <= 40).slice(0, 5);
}

/** Before the last section, so that the text closes behind it. */
function withTable(text: readonly BodyBlock[], table: readonly BodyBlock[]): readonly BodyBlock[] {
  if (table.length === 0) return text;
  const last = text.findLastIndex(isSection);
  return last <= 0 ? [...text, ...table] : [...text.slice(0, last), ...table, ...text.slice(last)];
}

function tableBlocks({ caption, columns, rows }: NonNullable<Article["table"]>): BodyBlock[] {
  return [
    ...(caption === "" ? [] : [{ kind: "heading", level: 3, text: caption } as const]),
    { kind: "table", head: columns, rows },
  ];
}

function blocksOf(token: Token): BodyBlock[] {
  switch (token.type) {
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      const text = plainOf(tokens);
      return text === "" ? [] : [{ kind: "heading", level: depth <= 2 ? 2 : 3, text }];
    }
    case "paragraph":
      return paragraph(textOf((token as Tokens.Paragraph).tokens));
    case "text":
      return paragraph(textOf((token as Tokens.Text).tokens ?? [token]));
    case "list": {
      const { ordered, items } = token as Tokens.List;
      const texts = items.map((item) => textOf(item.tokens)).filter(({ text }) => text !== "");
      return texts.length === 0 ? [] : [{ kind: "list", ordered, items: texts.map(asSentences) }];
    }
    case "blockquote": {
      const text = textOf((token as Tokens.Blockquote).tokens);
      return text.text === "" ? [] : [{ kind: "quote", sentences: asSentences(text) }];
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => plainOf(tokens));
      return [{ kind: "table", head: cells(header), rows: rows.map(cells) }];
    }
    case "code":
      return paragraph({ text: (token as Tokens.Code).text.replace(/\s+/g, " ").trim() });
    // Tags are none of the text, and what they hold may be a program.
    default:
      return [];
  }
}

function paragraph(text: BodyText): BodyBlock[] {
  return text.text === "" ? [] : [{ kind: "paragraph", sentences: asSentences(text) }];
}

/** Sentences of their own, unless links hold the text together. */
function asSentences(text: BodyText): BodyText[] {
  if ((text.links?.length ?? 0) > 0) return [text];
  return sentencesOf(text.text).map((one) => ({ text: one }));
}

/** The words of tokens, with the links on them. */
function textOf(tokens: readonly Token[]): BodyText {
  let text = "";
  const links: BodyLink[] = [];
  const add = (one: Token): void => {
    if (one.type === "link") {
      const from = text.length;
      for (const inner of (one as Tokens.Link).tokens) add(inner);
      const { href } = one as Tokens.Link;
      if (/^https?:/i.test(href) && text.length > from) {
        links.push({ from, to: text.length, url: href, nofollow: false, newTab: false });
      }
    } else if (one.type === "br" || one.type === "space") {
      text += " ";
    } else if (one.type === "image" || one.type === "html") {
      return;
    } else if ("tokens" in one && one.tokens !== undefined) {
      if (one.type === "list" || one.type === "paragraph") text += text === "" || text.endsWith(" ") ? "" : " ";
      for (const inner of one.tokens) add(inner);
    } else if (one.type === "list") {
      for (const item of (one as Tokens.List).items) {
        text += text === "" ? "" : " ";
        for (const inner of item.tokens) add(inner);
      }
    } else if ("text" in one && typeof one.text === "string") {
      // Line breaks become blanks one for one, so that the places of links stay.
      text += decoded(one.text).replace(/\s/g, " ");
    }
  };
  for (const token of tokens) add(token);
  const end = text.trimEnd();
  if (links.length > 0) return { text: end, links: links.filter(({ to }) => to <= end.length) };
  return { text: end.replace(/ {2,}/g, " ").trim() };
}

function plainOf(tokens: readonly Token[]): string {
  return textOf(tokens).text.replace(/ {2,}/g, " ").trim();
}

/** The characters that references such as `&amp;` stand for. */
function decoded(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, (reference) => htmlText(reference) || " ");
}
