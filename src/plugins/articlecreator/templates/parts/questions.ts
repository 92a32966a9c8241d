import { countWords } from "../../../../engines/pages/terms.js";
import { type BodyBlock, textsOf } from "../../../_kit/article-body/index.js";
import type { Sentence } from "../../material.js";
import { paragraphsOf, type Shaping } from "../shaping.js";
import { shareNamed } from "../source-sections.js";
import { asksTheSame, type OwnQuestion, ownQuestions } from "./own-questions.js";
import { type Asking, questionOf, questionOfHeading } from "./question-of.js";

/** Fewer make no page of questions. */
export const FEWEST_QUESTIONS = 3;
const MOST_QUESTIONS = 20;
const USUAL_WORDS = 150;
const LONGEST_ANSWER = 4;

interface Answered {
  readonly question: string;
  readonly answer: readonly Sentence[];
}

/** The questions of the sources with their answers, and then what their sentences answer. */
export function questions(shaping: Shaping): BodyBlock[] {
  const { article, pool, mostWords, leastWords, material } = shaping;
  const asked: OwnQuestion[] = [];
  let words = 0;
  const add = (one: OwnQuestion): boolean => {
    const texts = one.answer.flatMap(textsOf);
    const count = texts.reduce((sum, { text }) => sum + countWords(text), countWords(one.question));
    if (asked.length >= MOST_QUESTIONS || words + count > mostWords) return false;
    words += count;
    asked.push(one);
    for (const { text } of texts) pool.takeText(text);
    return true;
  };
  for (const one of ownQuestions(shaping)) add(one);
  const isEnough = () => asked.length >= FEWEST_QUESTIONS && words >= Math.max(leastWords, article.words, USUAL_WORDS);
  const made = isEnough() ? [] : answers(shaping);
  const isBasic = ({ question }: Answered) => /^What (?:is|are) (?:an? )?[^ ]+(?: [^ ]+){0,2}\?$/.test(question);
  const first: OwnQuestion[] = [];
  for (const one of made) {
    if (isEnough() || asked.some(({ question }) => asksTheSame(question, one.question, material.query))) continue;
    if (one.answer.some((sentence) => !pool.isFree(sentence))) continue;
    pool.take(one.answer);
    const own = { question: one.question, answer: paragraphsOf(one.answer, shaping) };
    if (add(own) && isBasic(one) && shareNamed(one.question, material.query) === 1) first.push(own);
  }
  if (asked.length < FEWEST_QUESTIONS) return [];
  return [...first, ...asked.filter((one) => !first.includes(one))].flatMap(({ question, answer }): BodyBlock[] => [
    { kind: "heading", level: 2, text: question },
    ...answer,
  ]);
}

/** What the sentences of the sources answer, the best first; a question that does not name the keyword last. */
function answers(shaping: Shaping): Answered[] {
  const { article, material } = shaping;
  const chosen = new Set(article.sentences);
  const value = ({ question, answer }: Answered) =>
    answer[0]!.score + (chosen.has(answer[0]!) ? 1 : 0) + 5 * shareNamed(question, material.query);
  return candidates(shaping).toSorted((one, other) => value(other) - value(one));
}

function candidates(shaping: Shaping): Answered[] {
  const { pool, keyword, material } = shaping;
  const asking: Asking = { keyword, isName: namesIn(shaping) };
  const found: Answered[] = [];
  const asked = new Set<string>();
  let section = -1;
  for (const paragraph of material.paragraphs) {
    let isNew = paragraph.section !== section;
    section = paragraph.section;
    for (let at = 0; at < paragraph.sentences.length; at += 1) {
      const sentence = paragraph.sentences[at];
      if (sentence === undefined || !pool.isFree(sentence) || sentence.leans) continue;
      const question =
        questionOf(sentence.text, asking) ?? (isNew ? questionOfHeading(paragraph.heading, asking) : undefined);
      isNew = false;
      if (question === undefined || asked.has(question.toLowerCase())) continue;
      const answer = [sentence];
      for (const next of paragraph.sentences.slice(at + 1, at + LONGEST_ANSWER)) {
        if (next === undefined || !pool.isFree(next) || questionOf(next.text, asking) !== undefined) break;
        answer.push(next);
      }
      if (answer.at(-1)!.announces || !pool.isNew(sentence)) continue;
      asked.add(question.toLowerCase());
      found.push({ question, answer });
      at += answer.length - 1;
    }
  }
  return found;
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
