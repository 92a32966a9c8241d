import { planOf } from "./plan.js";
import { type SourceSentence, stemsOf, wordsIn } from "./sentences.js";
import type { Step, WrittenStep } from "./step.js";

const USUAL_WORDS = 900;
const LONGEST_PARAGRAPH = 6;
const SHORTEST_PARAGRAPH = 3;
/** Of the words of two sentences that say the same. */
const SAME = 0.7;

/** An article of what the sources say, passage by passage, as long as was asked where they have that much. */
export function draft({ head, text, sources, maxWords }: Step): WrittenStep {
  const { title, sections } = planOf({ head, text, sources });
  const to = Math.min(head.words?.to ?? USUAL_WORDS, maxWords ?? Number.POSITIVE_INFINITY);
  const said: Set<string>[] = [];
  const blocks: string[] = [];
  let left = to;
  sections.forEach(({ heading, passages }, at) => {
    // What a section leaves over is for those behind it.
    const share = Math.ceil(left / (sections.length - at)) + (at === 0 ? 40 : 0);
    const kept = chosen(passages, Math.min(share, left), said);
    if (kept.length === 0) return;
    left -= kept.flat().reduce((sum, one) => sum + wordsIn(one.text), 0);
    if (heading !== "") blocks.push(`## ${heading}`);
    blocks.push(...paragraphs(kept).map((one) => paragraph(one, head.cites ?? false)));
  });
  const body = blocks.join("\n\n");
  return { json: { title, body }, text: `# ${title}\n\n${body}` };
}

/** Passages until the room is used up, each from its beginning, without what was said before. */
function chosen(
  passages: readonly (readonly SourceSentence[])[],
  room: number,
  said: Set<string>[],
): (readonly SourceSentence[])[] {
  const kept: (readonly SourceSentence[])[] = [];
  let left = room;
  for (const passage of passages) {
    const taken: SourceSentence[] = [];
    for (const sentence of passage) {
      const words = new Set(stemsOf(sentence.text));
      if (wordsIn(sentence.text) > left || said.some((earlier) => likeness(earlier, words) >= SAME)) break;
      said.push(words);
      taken.push(sentence);
      left -= wordsIn(sentence.text);
    }
    if (taken.length > 0) kept.push(taken);
  }
  return kept;
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.max(1, Math.min(a.size, b.size));
}

/** Short passages of one source together, long ones whole. */
function paragraphs(passages: readonly (readonly SourceSentence[])[]): SourceSentence[][] {
  const made: SourceSentence[][] = [];
  for (const passage of passages) {
    const last = made.at(-1);
    const joins =
      last !== undefined &&
      last[0]!.source === passage[0]!.source &&
      last.length < SHORTEST_PARAGRAPH &&
      last.length + passage.length <= LONGEST_PARAGRAPH;
    if (joins) last.push(...passage);
    else made.push([...passage]);
  }
  return made;
}

/** With the number of the source at the end of what is of one source. */
function paragraph(sentences: readonly SourceSentence[], cites: boolean): string {
  return sentences
    .map(({ text, source }, at) =>
      cites && sentences[at + 1]?.source !== source ? text.replace(/([.!?])(["'\u201d)]?)$/, ` [${source}]$1$2`) : text,
    )
    .join(" ");
}
