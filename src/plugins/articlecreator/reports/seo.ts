import { countWords, queryTerms, termsOf } from "../../../engines/pages/terms.js";
import { type ArticleBody, bodyWords, isWebAddress, textsOf } from "../../_kit/article-body/index.js";
import { readingEase } from "./readability.js";

/** One thing that search engines or readers look at. */
export interface SeoCheck {
  readonly name: string;
  readonly points: number;
  /** Most points. */
  readonly of: number;
  /** One sentence. */
  readonly reason: string;
}

export interface SeoReport {
  /** From 0 to 100. */
  readonly score: number;
  readonly checks: readonly SeoCheck[];
}

/** How well an article is made for being found and read, with the reason of every point. */
export function seoReport(body: ArticleBody, citing: "none" | "list" | "inline"): SeoReport {
  const article = measured(body);
  const checks = [
    titleLength(body),
    keywordInTitle(body, article),
    keywordInLead(article),
    keywordInHeadings(article),
    density(article),
    headings(article),
    links(body, article, citing),
    images(body),
    length(article),
    readability(body, article),
  ];
  return { score: checks.reduce((sum, { points }) => sum + points, 0), checks };
}

interface Measured {
  readonly terms: readonly string[];
  readonly words: number;
  readonly headings: readonly string[];
  readonly sentences: readonly string[];
  readonly lead: string;
}

function measured(body: ArticleBody): Measured {
  const lead = body.blocks.find(({ kind }) => kind === "paragraph" || kind === "quote");
  return {
    terms: queryTerms(body.keyword),
    words: bodyWords(body),
    headings: body.blocks.flatMap((block) => (block.kind === "heading" ? [block.text] : [])),
    sentences: body.blocks.flatMap(textsOf).map(({ text }) => text),
    lead:
      lead === undefined
        ? ""
        : textsOf(lead)
            .map(({ text }) => text)
            .join(" "),
  };
}

function check(name: string, points: number, of: number, reason: string): SeoCheck {
  return { name, points, of, reason };
}

const [SHORTEST_TITLE, LONGEST_TITLE] = [20, 60];

function titleLength({ title }: ArticleBody): SeoCheck {
  const count = [...title].length;
  if (count > LONGEST_TITLE)
    return check(
      "title length",
      5,
      10,
      `The title has ${count} characters, of which results show about ${LONGEST_TITLE}.`,
    );
  if (count < SHORTEST_TITLE)
    return check(
      "title length",
      5,
      10,
      `The title has ${count} characters; with ${SHORTEST_TITLE} or more it says what the article covers.`,
    );
  return check("title length", 10, 10, `The title has ${count} characters, which results show in full.`);
}

function held(text: string, terms: readonly string[]): boolean {
  const there = new Set(termsOf(text));
  return terms.length > 0 && terms.every((term) => there.has(term));
}

function keywordInTitle({ title }: ArticleBody, { terms }: Measured): SeoCheck {
  return held(title, terms)
    ? check("keyword in title", 15, 15, "The title has the keyword.")
    : check("keyword in title", 0, 15, "The title does not have the whole keyword.");
}

function keywordInLead({ lead, terms }: Measured): SeoCheck {
  return held(lead, terms)
    ? check("keyword in lead", 10, 10, "The first paragraph has the keyword.")
    : check("keyword in lead", 0, 10, "The first paragraph does not have the whole keyword.");
}

function keywordInHeadings({ headings: all, terms }: Measured): SeoCheck {
  if (all.length === 0) return check("keyword in headings", 0, 5, "There is no heading that could have the keyword.");
  const count = all.filter((heading) => terms.some((term) => termsOf(heading).includes(term))).length;
  return count > 0
    ? check("keyword in headings", 5, 5, `${count} of ${all.length} headings speak of the keyword.`)
    : check("keyword in headings", 0, 5, `None of the ${all.length} headings speaks of the keyword.`);
}

const [LEAST_DENSITY, MOST_DENSITY] = [0.5, 3];

/** How often the rarest term of the keyword occurs for every hundred words. */
function density({ sentences, terms, words }: Measured): SeoCheck {
  const all = sentences.flatMap((sentence) => termsOf(sentence));
  const counts = terms.map((term) => all.filter((one) => one === term).length);
  const share = words === 0 || counts.length === 0 ? 0 : (100 * Math.min(...counts)) / words;
  const shown = `${share.toFixed(1)} in 100 words`;
  if (share < LEAST_DENSITY)
    return check("keyword density", share === 0 ? 0 : 5, 10, `The keyword occurs ${shown}, which is seldom.`);
  if (share > MOST_DENSITY + 2)
    return check("keyword density", 3, 10, `The keyword occurs ${shown}, which tires readers.`);
  return check("keyword density", share > MOST_DENSITY ? 7 : 10, 10, `The keyword occurs ${shown}.`);
}

const WORDS_WITHOUT_HEADING = 300;

function headings({ headings: all, words }: Measured): SeoCheck {
  if (words <= WORDS_WITHOUT_HEADING)
    return check("headings", 10, 10, `With ${words} words the article needs no headings and has ${all.length}.`);
  const wanted = Math.floor(words / WORDS_WITHOUT_HEADING) + 1;
  const points = Math.min(10, Math.round((10 * all.length) / wanted));
  return check(
    "headings",
    points,
    10,
    `There are ${all.length} headings for ${words} words; ${wanted} or more part them well.`,
  );
}

function links(body: ArticleBody, _article: Measured, citing: "none" | "list" | "inline"): SeoCheck {
  const inText = body.blocks.flatMap(textsOf).reduce((sum, text) => sum + (text.links?.length ?? 0), 0);
  const toSources = citing === "none" ? 0 : body.sources.filter(({ address }) => isWebAddress(address)).length;
  const count = inText + toSources;
  if (count === 0) return check("links", 0, 5, "There is no link to another page.");
  return check("links", 5, 5, `There are ${inText} links in the text and ${toSources} to sources.`);
}

function images({ blocks }: ArticleBody): SeoCheck {
  const all = blocks.flatMap((block) => (block.kind === "image" ? [block.image] : []));
  const described = all.filter(({ alt }) => alt.trim() !== "").length;
  if (all.length === 0) return check("images", 0, 10, "There is no image.");
  const points = described === all.length ? 10 : 6;
  return check("images", points, 10, `${described} of ${all.length} images have a text that describes them.`);
}

function length({ words }: Measured): SeoCheck {
  const points = words >= 600 ? 15 : words >= 300 ? 12 : words >= 150 ? 6 : 2;
  const says =
    words >= 600
      ? "enough for a subject to be covered"
      : words >= 300
        ? "enough for a short article"
        : "which is little";
  return check("length", points, 15, `The article has ${words} words, ${says}.`);
}

function readability({ language }: ArticleBody, { sentences, words }: Measured): SeoCheck {
  const perSentence = sentences.length === 0 ? 0 : words / sentences.length;
  if (language !== "en" && language !== "") {
    const points = perSentence === 0 ? 0 : perSentence <= 20 ? 10 : perSentence <= 28 ? 6 : 3;
    return check("readability", points, 10, `Sentences have ${perSentence.toFixed(0)} words on average.`);
  }
  const ease = readingEase(sentences.filter((sentence) => countWords(sentence) > 0));
  const points = ease >= 50 ? 10 : ease >= 40 ? 7 : ease >= 30 ? 5 : 2;
  const says =
    ease >= 60 ? "plain English" : ease >= 50 ? "fairly easy" : ease >= 30 ? "hard to read" : "very hard to read";
  return check(
    "readability",
    points,
    10,
    `The reading ease is ${ease} of 100, ${says}, with ${perSentence.toFixed(0)} words in a sentence.`,
  );
}
