import type { Block } from "../../engines/pages/blocks.js";
import { countWords } from "../../engines/pages/terms.js";
import type { Source } from "./sources.js";

const LETTER = "\\s*\\d{0,3}\\s*(?:[:.)]|\\s[\\u2013\\u2014-])\\s*";
const QUESTION_MARK = new RegExp(`^(?:Q|Question)${LETTER}(?=\\S)`);
const ANSWER_MARK = new RegExp(`^(?:A|Ans|Answer)${LETTER}(?=\\S)`);
/** A question, and what follows it in the same text. */
const ASKED = /^([^.!?]{8,160}\?):?(?:\s+(.+))?$/s;
const ASKS =
  /^(?:how|why|what|when|where|which|who|is|are|was|were|do|does|did|can|could|should|will|would|may|must|has|have)\b/i;
/** Sources with so many questions that stand as paragraphs ask them for their readers; elsewhere one may be mere talk. */
const FEWEST_ASKED = 3;
const LONGEST_QUESTION = 20;
const LOWEST = 6;

const known = new WeakMap<Source, Source>();

/** The source with the questions that it has as paragraphs, marked with a letter or not, as headings of their answers. */
export function withQuestionHeadings(source: Source): Source {
  const made = known.get(source) ?? headed(source);
  known.set(source, made);
  return made;
}

function headed(source: Source): Source {
  const { blocks } = source;
  const asked = blocks.map((block) => (block.kind === "heading" ? undefined : askedIn(block.text)));
  const answered = asked.filter((one, at) => one !== undefined && (one.answer !== "" || isAnswer(blocks[at + 1])));
  const isMarked = blocks.some(({ text }, at) => QUESTION_MARK.test(text) && answers(blocks, at));
  const isList = isMarked || answered.length >= FEWEST_ASKED;
  if (!isList && !asked.some(isDefinition)) return source;
  let level = 1;
  let isOpen = false;
  return {
    ...source,
    blocks: blocks.flatMap((block, at): Block[] => {
      const one = isList || isDefinition(asked[at]) ? asked[at] : undefined;
      if (block.kind === "heading") {
        level = block.level ?? 2;
        isOpen = QUESTION_MARK.test(block.text);
        return [isOpen ? { ...block, text: block.text.replace(QUESTION_MARK, "") } : block];
      }
      if (one === undefined) {
        const text = isOpen ? block.text.replace(ANSWER_MARK, "") : block.text;
        isOpen = false;
        return [text === block.text ? block : { ...block, text }];
      }
      if (one.answer === "" && !isAnswer(blocks[at + 1])) return [block];
      isOpen = one.answer === "";
      const heading: Block = { kind: "heading", level: Math.min(level + 1, LOWEST), text: one.question };
      return isOpen ? [heading] : [heading, { kind: "paragraph", text: one.answer }];
    }),
  };
}

interface Asked {
  readonly question: string;
  readonly answer: string;
}

/** "What is a hive? A hive is a home of bees." */
function isDefinition(one: Asked | undefined): boolean {
  const [, name] = /^What (?:is|are) ((?:an? |the )?[^?]{3,40})\?$/i.exec(one?.question ?? "") ?? [];
  return name !== undefined && one!.answer.toLowerCase().includes(`${name.toLowerCase()} `);
}

function askedIn(text: string): Asked | undefined {
  const bare = text.replace(QUESTION_MARK, "");
  const [, question, answer = ""] = ASKED.exec(bare) ?? [];
  if (question === undefined || countWords(question) > LONGEST_QUESTION) return undefined;
  if (bare === text && !ASKS.test(question)) return undefined;
  return { question, answer: answer.replace(ANSWER_MARK, "") };
}

function isAnswer(next: Block | undefined): boolean {
  return next !== undefined && next.kind !== "heading" && askedIn(next.text) === undefined;
}

/** Whether what is marked as a question has an answer that is marked so too. */
function answers(blocks: readonly Block[], at: number): boolean {
  const next = blocks[at + 1];
  const own = askedIn(blocks[at]!.text)?.answer ?? "";
  return own !== "" || (next !== undefined && ANSWER_MARK.test(next.text));
}
