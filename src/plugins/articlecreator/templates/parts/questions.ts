import type { BodyBlock } from "../../../_kit/article-body/index.js";
import type { Sentence } from "../../material.js";
import { paragraphsOf, type Shaping } from "../shaping.js";
import { type Asking, questionOf, questionOfHeading } from "./question-of.js";

const FEWEST_QUESTIONS = 3;
const MOST_QUESTIONS = 20;
const LONGEST_ANSWER = 4;

interface Answered {
  readonly question: string;
  readonly answer: readonly Sentence[];
}

/** Questions, each with the sentences that answer it, as the sources have them in a row. */
export function questions(shaping: Shaping): BodyBlock[] {
  const answered = answers(shaping);
  if (answered.length < FEWEST_QUESTIONS) return [];
  return answered.flatMap(({ question, answer }): BodyBlock[] => {
    shaping.pool.take(answer);
    return [{ kind: "heading", level: 2, text: question }, ...paragraphsOf(answer, shaping)];
  });
}

/** The best ones up to the length of the article, what something is first and then as the sources have them. */
function answers(shaping: Shaping): Answered[] {
  const { article, mostWords } = shaping;
  const all = candidates(shaping);
  const chosen = new Set(article.sentences);
  const value = ({ answer }: Answered) => answer[0]!.score + (chosen.has(answer[0]!) ? 1 : 0);
  const limit = Math.min(mostWords, Math.max(article.words, 150));
  let words = 0;
  const best = new Set<Answered>();
  for (const one of all.toSorted((a, b) => value(b) - value(a))) {
    const count = one.answer.reduce((sum, sentence) => sum + sentence.words, 0);
    if (best.size >= MOST_QUESTIONS || words + count > limit) continue;
    words += count;
    best.add(one);
  }
  const isBasic = ({ question }: Answered) => /^What (?:is|are) (?:an? )?[^ ]+(?: [^ ]+){0,2}\?$/.test(question);
  const kept = all.filter((one) => best.has(one));
  return [...kept.filter(isBasic), ...kept.filter((one) => !isBasic(one))];
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
