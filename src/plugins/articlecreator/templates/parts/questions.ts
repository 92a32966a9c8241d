import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import { type BodyBlock, textsOf } from "../../../_kit/article-body/index.js";
import type { Material, Paragraph, Sentence } from "../../material.js";
import { pronounOfSubject } from "../../needs.js";
import { paragraphsOf, type Shaping } from "../shaping.js";
import { shareNamed } from "../source-sections.js";
import { answersKind } from "./answers-kind.js";
import { type Asking, leavesNameOut, questionOfHeading, questionOfTerm } from "./heading-questions.js";
import { listedAnswers } from "./listed-answers.js";
import { asksTheSame, type OwnQuestion, ownQuestions } from "./own-questions.js";
import { questionOf } from "./question-of.js";
import { otherNames, subjectOfForm, subjectTermsOf } from "./subject-of-form.js";

/** Fewer make no page of questions. */
export const FEWEST_QUESTIONS = 4;
const MOST_QUESTIONS = 20;
const USUAL_WORDS = 150;
const LONGEST_ANSWER = 4;
const LONGEST_NAME = 6;

/** "He", and what may stand before it. */
const OF_SOMEBODY = /^((?:In (?:1\d|20)\d\d,? |In all,? |In total,? |Altogether,? )?)(?:[Hh]e|[Ss]he)(?= \p{Ll})/u;

interface Answered {
  readonly question: string;
  readonly answer: readonly Sentence[];
}

/** The questions of the sources with their answers, and then what their sentences answer. */
export function questions(shaping: Shaping): BodyBlock[] {
  const { article, pool, mostWords, leastWords } = shaping;
  const query = subjectTermsOf(shaping);
  const asked: OwnQuestion[] = [];
  let words = 0;
  const add = (one: OwnQuestion) => {
    const texts = one.answer.flatMap(textsOf);
    const count = texts.reduce((sum, { text }) => sum + countWords(text), countWords(one.question));
    if (asked.length >= MOST_QUESTIONS || words + count > mostWords) return;
    words += count;
    asked.push(one);
    for (const { text } of texts) pool.takeText(text);
  };
  for (const one of ownQuestions(shaping)) add(one);
  for (const one of listedAnswers(shaping))
    if (!asked.some(({ question }) => asksTheSame(question, one.question, query))) add(one);
  const isEnough = () => asked.length >= FEWEST_QUESTIONS && words >= Math.max(leastWords, article.words, USUAL_WORDS);
  const made = isEnough() ? [] : answers(shaping);
  const names = [query, ...otherNames(shaping)];
  const isBasic = ({ question }: OwnQuestion) =>
    /^(?:What|Who) (?:is|are|was|were) (?:an? |the )?[^ ]+(?: [^ ]+){0,2}\?$/.test(question) &&
    names.some((name) => shareNamed(question, name) === 1 && termsOf(question).length === name.length);
  for (const one of made) {
    if (isEnough() || asked.some(({ question }) => asksTheSame(question, one.question, query))) continue;
    if (one.answer.some((sentence) => !pool.isFree(sentence))) continue;
    pool.take(one.answer);
    const own = { question: one.question, answer: paragraphsOf(one.answer, shaping) };
    add(own);
  }
  if (asked.length < FEWEST_QUESTIONS) return [];
  return [...asked.filter(isBasic), ...asked.filter((one) => !isBasic(one))].flatMap(
    ({ question, answer }): BodyBlock[] => [{ kind: "heading", level: 2, text: question }, ...answer],
  );
}

/** What the sentences of the sources answer, the best first; a question that does not name the keyword last. */
function answers(shaping: Shaping): Answered[] {
  const { article } = shaping;
  const query = subjectTermsOf(shaping);
  const chosen = new Set(article.sentences);
  const value = ({ question, answer }: Answered) =>
    answer[0]!.score + (chosen.has(answer[0]!) ? 1 : 0) + 5 * shareNamed(question, query);
  return candidates(shaping).toSorted((one, other) => value(other) - value(one));
}

function candidates(shaping: Shaping): Answered[] {
  const { pool, material } = shaping;
  const query = subjectTermsOf(shaping);
  const isName = namesIn(shaping);
  // Whoever writes more than one word with a capital means a name.
  const named = withArticle(shaping);
  const capitals = named.split(" ").filter((word) => /^\p{Lu}/u.test(word));
  const asking: Asking = {
    keyword: named,
    isName: (word) => (capitals.length > 1 && capitals.includes(word)) || isName(word),
  };
  // "It killed 21 people" behind a sentence that begins with the name of what was asked for; the question names it.
  const somebody = pronounOfSubject(
    material.paragraphs.flatMap(({ sentences }) => sentences.flatMap((sentence) => sentence?.text ?? [])),
  );
  const asks = ({ text, leans, index }: Sentence, before: Sentence | undefined, paragraph: Paragraph) => {
    if (!leans && !OF_SOMEBODY.test(text)) return questionOf(text, asking);
    const begins = termsOf(before?.text.split(" ").slice(0, LONGEST_NAME).join(" ") ?? "");
    const isNamed =
      (/^It \p{Ll}/u.test(text) && query.every((term) => begins.includes(term))) ||
      (OF_SOMEBODY.test(text) && somebody?.test(text) === true && isOfSubject(paragraph, index, material, asking));
    const named = text
      .replace(/^It\b/, asking.keyword)
      .replace(OF_SOMEBODY, (_, before: string) => `${before}${asking.keyword}`);
    const question = isNamed ? questionOf(named, asking) : undefined;
    // What is said behind the first sentence on it does not say what it is.
    return question !== undefined && /^(?:What|Who) (?:is|are|was|were) /.test(question) ? undefined : question;
  };
  const found: Answered[] = [];
  const asked = new Set<string>();
  let section = -1;
  for (const paragraph of material.paragraphs) {
    let isNew = paragraph.section !== section;
    section = paragraph.section;
    for (let at = 0; at < paragraph.sentences.length; at += 1) {
      const sentence = paragraph.sentences[at];
      if (sentence === undefined || !pool.isFree(sentence)) continue;
      const isOnSubject = shareNamed(material.sources[paragraph.source]!.title, query) >= 0.5;
      const told =
        asks(sentence, paragraph.sentences[at - 1], paragraph) ??
        (isOnSubject && !sentence.leans ? questionOfTerm(paragraph.heading, sentence.text, asking) : undefined);
      if (sentence.leans && told === undefined) continue;
      const isOfHeading = told === undefined && isNew && headingFits(paragraph, sentence, material, query);
      const heading = paragraph.heading === "" ? storyIn(material.sources[paragraph.source]!.title) : paragraph.heading;
      const question = isOfHeading ? questionOfHeading(heading, asking) : told;
      isNew = false;
      if (question === undefined || asked.has(question.toLowerCase())) continue;
      if (!answersKind(question, sentence.text, query)) continue;
      const answer = [...referredTo(sentence, paragraph.sentences[at - 1], pool), sentence];
      for (const next of paragraph.sentences.slice(at + 1, at + LONGEST_ANSWER)) {
        if (next === undefined || !pool.isFree(next) || asks(next, answer.at(-1), paragraph) !== undefined) break;
        if (!isOfHeading && isOfAnother(next, answer, asking)) break;
        if (!isOfHeading && !next.leans && !sharesTopic(next, answer, query)) break;
        answer.push(next);
      }
      if (answer.at(-1)!.announces || !pool.isNew(sentence)) continue;
      asked.add(question.toLowerCase());
      found.push({ question, answer });
      at += answer.length - 1 - answer.indexOf(sentence);
    }
  }
  return found;
}

/** Whether "he" is the subject of the article: named before in the paragraph, or by the title of the page, and nobody else since. */
function isOfSubject({ source, sentences }: Paragraph, index: number, { sources }: Material, asking: Asking): boolean {
  const query = termsOf(asking.keyword);
  const before = sentences.slice(0, index);
  const named = before.findLastIndex((each) => each !== undefined && shareNamed(each.text, query) > 0);
  const isTitled = shareNamed(sources[source]!.title, query) === 1;
  if (named < 0 && !isTitled) return false;
  return before
    .slice(named + 1)
    .every((each) => (each === undefined ? isTitled : OF_SOMEBODY.test(each.text) || !isOfAnother(each, [], asking)));
}

/** What "it" and the like within a sentence that begins with "it" itself may speak of: the sentence before. */
function referredTo({ text, leans }: Sentence, before: Sentence | undefined, pool: Shaping["pool"]): Sentence[] {
  const isUnclear = leans && /^It\b/.test(text) && /\b(?:it|that|those|them)\b/.test(text.slice(2).split(/[,;:]/)[0]!);
  return isUnclear && before !== undefined && !before.leans && pool.isFree(before) ? [before] : [];
}

/** Whether a sentence begins with somebody or something that has a name and that the answer does not speak of. */
function isOfAnother({ text }: Sentence, answer: readonly Sentence[], { keyword, isName }: Asking): boolean {
  const [name] = /^\p{Lu}[\p{L}'\u2019-]+(?=,| (?:\p{Lu}\S+ ){0,2}\p{Ll}{2,}\b)/u.exec(text) ?? [];
  if (name === undefined || !isName(name)) return false;
  return ![keyword, ...answer.map((each) => each.text)].some((each) => each.includes(name));
}

/** "A Brief History of Coffee" heads what its page begins with. */
function storyIn(title: string): string {
  return (
    /^(?:an? |the )?(?:brief |short |long )?((?:history|origins?) of \p{L}[\p{L} ]{2,40})$/iu.exec(title)?.[1] ?? ""
  );
}

/** "The Great Molasses Flood" where the sources mostly write it so. */
function withArticle({ keyword: given, material }: Shaping): string {
  const asked = subjectOfForm(given);
  const text = material.sources.flatMap(({ blocks }) => blocks.map((block) => block.text)).join("\n");
  const escaped = asked.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const keyword =
    mostFrequent(text.match(new RegExp(`(?<=[\\p{Ll},] )${escaped}\\b`, "giu")) ?? []) ??
    properName(text.match(new RegExp(`\\b${escaped}\\b`, "giu")) ?? []) ??
    asked;
  const all = text.match(new RegExp(`[\\p{Ll},] ${escaped}\\b`, "giu"))?.length ?? 0;
  const articled = text.match(new RegExp(`\\bthe ${escaped}\\b`, "giu"))?.length ?? 0;
  return articled > 0 && articled > MOSTLY * all && !/^(?:the|an?) /i.test(keyword) ? `the ${keyword}` : keyword;
}

/** A name of several words, each of which the sources always begin with a capital. */
function properName(texts: readonly string[]): string | undefined {
  const [first] = texts;
  return texts.length > 0 && texts.every((text) => /^\p{Lu}\S*(?: \p{Lu}\S*)+$/u.test(text)) ? first : undefined;
}

/** The way of writing that the sources have within their sentences. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const groups = [...Map.groupBy(texts, (text) => text).values()].toSorted((one, other) => other.length - one.length);
  return groups[0]?.[0];
}

const MOSTLY = 0.6;
const OF_COST = /\b(?:costs?|price)\b/i;

/** A heading that names nothing asks after the keyword only on a page or above a sentence about it. */
function headingFits(
  { heading, source }: Paragraph,
  sentence: Sentence,
  { sources }: Material,
  query: readonly string[],
): boolean {
  if (!leavesNameOut(heading)) return true;
  if (sentence.index > 0 || /\bboth\b/i.test(sentence.text)) return false;
  if (OF_COST.test(heading) && !/[$\u00a3\u20ac]|\d/.test(sentence.text)) return false;
  return Math.max(shareNamed(sources[source]!.title, query), shareNamed(sentence.text, query)) === 1;
}

/** Whether a sentence goes on about what an answer speaks of besides the keyword. */
function sharesTopic(next: Sentence, answer: readonly Sentence[], query: readonly string[]): boolean {
  const told = new Set(answer.flatMap(({ terms }) => [...terms]));
  return [...next.terms].some((term) => told.has(term) && !query.includes(term));
}

/** Words that stand within sentences of the sources with a capital and never without one. */
function namesIn({ material }: Shaping): (word: string) => boolean {
  const capital = new Set<string>();
  const small = new Set<string>();
  for (const { sentences } of material.paragraphs) {
    for (const sentence of sentences) {
      const words = (sentence?.text.match(/[\p{L}\p{N}'\u2019-]+/gu) ?? []).slice(1);
      for (const word of words) (/^\p{Lu}/u.test(word) ? capital : small).add(word.toLowerCase());
    }
  }
  return (word) => capital.has(word.toLowerCase()) && !small.has(word.toLowerCase());
}
