import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import { type BodyBlock, textsOf } from "../../../_kit/article-body/index.js";
import { likeness } from "../../likeness.js";
import type { Shaping } from "../shaping.js";
import { blocksOf, type Piece, type SectionOfSource, shareNamed } from "../source-sections.js";
import { cutAt } from "../within-words.js";
import { answersKind } from "./answers-kind.js";
import { otherNames, subjectTermsOf } from "./subject-of-form.js";

/** A question of a source with all that the source answers. */
export interface OwnQuestion {
  readonly question: string;
  readonly answer: readonly BodyBlock[];
}

const LONGEST_QUESTION = 20;
const FEWEST_WORDS = 3;
const WORDS_OF_DEFINITION = 120;
/** From here on two questions ask the same. */
const SAME_QUESTION = 0.6;
/** Sources with so many questions answer what readers ask; elsewhere a question may be mere talk. */
const FEWEST_OF_FAQ = 3;
const ASKS =
  /^(?:(?:how|why|what|when|where|who)['\u2019]s|how|why|what|when|where|which|who|is|are|was|were|do|does|did|can|could|should|will|would|may|must|has|have|am)\b/i;
const TALK =
  /^(?:how about|why not|who knows|what's next|is it worth it\?$|so\b)|^(?!(?:how|what|why|when|where) (?:do|can|should|does|did) we\b).*\b(?:we|our|us)\b|\b(?:you think|sound familiar|this (?:article|page|guide|post|recipe))\b/i;
/** What is asked of a shop or a course and not of a subject. */
const OF_SHOP =
  /\b(?:access|refunds?|discounts?|coupons?|reviews?|consults?|orders?|shipping|delivery|returns?|class(?:es)?|courses?|subscriptions?|membership|money-back|account|resources|included|my situation|phone|website)\b/i;
/** What a page tells its pupils to do, and praise of what it sells. */
const NO_ANSWER =
  /^(?:Find|Write|Draw|Discuss|Explain|Describe|Imagine) (?:one|two|three|an?|down|out|why|how|what)\b|\bis designed to give you\b|\beverything you need\b|^See \S+ for\b/;
const MARK =
  /^(?:q(?:uestion)?\s*\d*\s*[:.)]\s*|\(?\d{1,2}[.)]\s+|(?:so|and|but|now|ok(?:ay)?),?\s+(?=(?:how|why|what|when|where|which|who|is|are|do|does|can|should)\b)|[^:?]{3,30}: (?=(?:how|why|what|when|where|which|who|is|are|do|does|can|should)\b))/i;
/** A heading that a page has as a paragraph. */
const LABEL = /^[^.!?:;]{1,60}\??$/;
/** A question by the order of its words, which as a heading may lack its mark. */
const ASKS_BY_ORDER =
  /^(?:how|why|what|when|where|which|who) (?:do|does|did|can|should|is|are|was|were) (?!to\b)[^?]+$/i;
/** "My dough does not rise. What is wrong?" */
const PLIGHT = /^(?:I|I['\u2019]m|I['\u2019]ve|My)\b[^.?!]*\. (?:what|why|how|is|can)\b[^.?!]*\?$/i;
const ANSWER_MARK = /^a(?:nswer)?\s*[:.)]\s*/i;

/** The questions that the sources ask themselves, each once, with the whole answer. */
export function ownQuestions(shaping: Shaping): OwnQuestion[] {
  const query = subjectTermsOf(shaping);
  const names = [query, ...otherNames(shaping)];
  const shareOf = (text: string) => Math.max(...names.map((name) => shareNamed(text, name)));
  const found: OwnQuestion[] = [];
  for (const [source, sections] of Map.groupBy(shaping.sections(), (section) => section.source)) {
    const { title } = shaping.material.sources[source]!;
    const asked = sections.flatMap(questionsOf);
    const isAbout = shareOf(title) >= 0.5;
    for (const one of asked) {
      // "How do we measure it?", on a page about it.
      const isNamed = shareOf(one.question) > 0 || (isAbout && /\b(?:it|they|them)\b/i.test(one.question));
      if (!isNamed && !(isAbout && asked.length >= FEWEST_OF_FAQ)) continue;
      if (OF_SHOP.test(one.question) && !OF_SHOP.test(shaping.keyword)) continue;
      const [first] = one.answer.flatMap(textsOf);
      if (first === undefined || !answersKind(one.question, first.text, query)) continue;
      const known = found.findIndex(({ question }) => asksTheSame(question, one.question, query));
      if (known < 0) found.push(one);
      else found[known] = { ...found[known]!, answer: joined(found[known]!.answer, one.answer) };
    }
  }
  return found;
}

/** Of a heading that asks, or of paragraphs that begin with a question. */
function questionsOf({ heading, pieces, begins }: SectionOfSource): OwnQuestion[] {
  const asked = questionIn(heading, true);
  if (asked !== undefined) return begins ? answered(asked, pieces) : [];
  const found: OwnQuestion[] = [];
  let open: { question: string; pieces: Piece[] } | undefined;
  const close = () => {
    if (open !== undefined) found.push(...answered(open.question, open.pieces));
    open = undefined;
  };
  for (const piece of pieces) {
    const [, first = "", rest = ""] = /^([^?]{8,160}\?)(?=\s|$)\s*(.*)$/s.exec(piece.text) ?? [];
    const question = questionIn(first);
    if (question === undefined) {
      if (LABEL.test(piece.text) && piece.kind === "paragraph") close();
      open?.pieces.push(piece);
      continue;
    }
    close();
    open = { question, pieces: rest === "" ? [] : [{ ...piece, kind: "paragraph", text: rest }] };
  }
  close();
  return found;
}

function answered(question: string, pieces: readonly Piece[]): OwnQuestion[] {
  const [first, ...others] = pieces;
  if (first === undefined) return [];
  const plain = { ...first, sentences: withoutMark(first) };
  if (plain.sentences.length === 0) return [];
  const own = { ...plain, kind: first.kind === "item" && others.length === 0 ? ("paragraph" as const) : first.kind };
  const answer = blocksOf([own, ...others.filter(({ text }) => !/\?$/.test(text))].map(withoutPraise));
  if (answer.length === 0) return [];
  // What something is is said at once; what follows tells of it.
  const brief = /^What (?:is|are) /.test(question) ? cutAt(answer, WORDS_OF_DEFINITION) : [];
  return [{ question, answer: brief.length > 0 ? brief : answer }];
}

function withoutPraise(piece: Piece): Piece {
  const sentences = piece.sentences.filter(({ text }) => !NO_ANSWER.test(text));
  return sentences.length === piece.sentences.length ? piece : { ...piece, sentences, whole: false };
}

/** The sentences without the `A:` that they may begin with. */
function withoutMark({ sentences, text }: Piece) {
  const [first, ...others] = sentences;
  if (first === undefined) return [];
  const bare = first.text.replace(ANSWER_MARK, "");
  return text.replace(ANSWER_MARK, "").startsWith(bare) ? [{ ...first, text: bare }, ...others] : [];
}

/** The question as it is asked, without its number or mark; undefined for what asks nothing by itself. */
function questionIn(text: string, isHeading = false): string | undefined {
  const bare = text.trim().replace(MARK, "").replace(MARK, "");
  const question = isHeading && ASKS_BY_ORDER.test(bare) ? `${bare.replace(/[.:]$/, "")}?` : bare;
  const words = countWords(question);
  if (!question.endsWith("?") || words < FEWEST_WORDS || words > LONGEST_QUESTION) return undefined;
  const isAsked = ASKS.test(question) || (isHeading && PLIGHT.test(question));
  return isAsked && !TALK.test(question) ? question.charAt(0).toUpperCase() + question.slice(1) : undefined;
}

/** Whether what is asked besides the keyword is the same, and so is how it is asked. */
export function asksTheSame(one: string, other: string, query: readonly string[]): boolean {
  const kind = (text: string) =>
    /^(?:how (?:long|much|many|often|far)|how|why|what|when|where|which|who)\b/i.exec(text)?.[0].toLowerCase() ?? "";
  if (kind(one) !== kind(other)) return false;
  const asked = (text: string) => new Set(termsOf(text).filter((term) => !query.includes(term)));
  const [terms, others] = [asked(one), asked(other)];
  if (terms.size === 0 || others.size === 0) return terms.size === others.size && verbOf(one) === verbOf(other);
  const isWithin = [...terms].every((term) => others.has(term)) || [...others].every((term) => terms.has(term));
  return isWithin || likeness(terms, others) >= SAME_QUESTION;
}

/** How it begins, in one number: "What is it?" and "What do we do about it?" ask different things. */
function verbOf(question: string): string {
  const words = question.toLowerCase().split(/\s+/).slice(0, 3).join(" ");
  return words.replace(/ (?:are|was|were)\b/, " is").replace(/^(\S+ is) .*$/, "$1");
}

/** The one answer with what the other adds. */
function joined(one: readonly BodyBlock[], other: readonly BodyBlock[]): BodyBlock[] {
  const said = one.flatMap((block) => (block.kind === "paragraph" ? block.sentences : []));
  const added = other.flatMap((block): BodyBlock[] => {
    if (block.kind !== "paragraph") return [];
    const isNew = block.sentences.every(({ text }) =>
      said.every((sentence) => likeness(new Set(termsOf(text)), new Set(termsOf(sentence.text))) < SAME_QUESTION),
    );
    return isNew ? [block] : [];
  });
  return [...one, ...added];
}
