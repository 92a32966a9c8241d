import type { BodyBlock } from "../../../_kit/article-body/index.js";
import type { Sentence } from "../../material.js";
import { paragraphsOf, type Shaping } from "../shaping.js";
import { type Asking, questionOf, questionOfHeading } from "./question-of.js";

const FEWEST_QUESTIONS = 3;
const MOST_QUESTIONS = 20;
const LONGEST_ANSWER = 5;
/** Parts of the article that may stay without a question; where more has none, it follows in sections. */
interface Answered {
  readonly question: string;
  readonly answer: Sentence[];
}

/** Questions, each with the sentences that answer it. */
export function questions(shaping: Shaping): BodyBlock[] {
  const answered = answers(shaping).slice(0, MOST_QUESTIONS);
  if (answered.length < FEWEST_QUESTIONS) return [];
  return answered.flatMap(({ question, answer }): BodyBlock[] => {
    shaping.pool.take(answer);
    return [{ kind: "heading", level: 2, text: question }, ...paragraphsOf(answer, shaping)];
  });
}

function answers(shaping: Shaping): Answered[] {
  const { pool, keyword } = shaping;
  const asking: Asking = { keyword, isName: namesIn(shaping) };
  const found: Answered[] = [];
  const asked = new Set<string>();
  let open: Answered | undefined;
  let last: Sentence | undefined;
  for (const sentence of pool.left()) {
    const isNew = sentence.paragraph.section !== last?.paragraph.section;
    const question = sentence.leans
      ? undefined
      : (questionOf(sentence.text, asking) ??
        (isNew ? questionOfHeading(sentence.paragraph.heading, asking) : undefined));
    const isSame = open !== undefined && !isNew && open.answer.length < LONGEST_ANSWER;
    if (question !== undefined && !asked.has(question.toLowerCase())) {
      asked.add(question.toLowerCase());
      open = { question, answer: [sentence] };
      found.push(open);
    } else if (isSame && (sentence.leans || sentence.paragraph === last?.paragraph)) open!.answer.push(sentence);
    else open = undefined;
    last = sentence;
  }
  return found.filter(({ answer }) => !answer.at(-1)!.announces || answer.length > 1);
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
