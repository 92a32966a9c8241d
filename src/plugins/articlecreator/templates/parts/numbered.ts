import { countWords, termsOf } from "../../../../engines/pages/terms.js";
import type { BodyBlock } from "../../../_kit/article-body/index.js";
import { cleanHeading, titleCase } from "../../headings.js";
import type { Sentence } from "../../material.js";
import { paragraphsOf, type Shaping } from "../shaping.js";
import { countedTitle } from "./kinds-of-things.js";
import { asksForKind } from "./listed.js";

const FEWEST_ITEMS = 3;
const MOST_ITEMS = 20;
const LONGEST_HEADING = 9;
/** What a sentence is about, where it says so at its beginning: a few words before its verb. */
const SUBJECT =
  /^((?:\p{L}[\p{L}\p{N}'\u2019-]*\s){1,5}?)(?:is|are|was|were|has|have|had|can|could|may|might|must|should|will|would|needs?|means?|gives?|takes?|makes?|comes?|helps?|keeps?|holds?|lasts?|contains?|consists?)\s/u;
const NO_SUBJECT =
  /^(there|it|this|that|these|those|they|he|she|we|you|i|one|some|many|most|all|if|when|while|as|in|on|at|for|to|by|with|from|after|before|because|although|since|its|their|what|how|why|each|every|both|another|other|others|such)\b/i;

const ASKS_FOR_FACTS = /\bfacts\b|^things (?:to know )?about\b/i;

interface Item {
  heading: string;
  readonly sentences: Sentence[];
}

/** Numbered things: what is said of each stands under its name. */
export function numbered(shaping: Shaping): BodyBlock[] {
  // Sections that tell of a place are no things to do there, but they are facts about it.
  if (asksForKind(shaping.keyword) && !ASKS_FOR_FACTS.test(shaping.keyword)) return [];
  const titles = new Set(shaping.material.sources.map(({ title }) => cleanHeading(title).toLowerCase()));
  const items = itemsOf(shaping)
    .filter(({ heading }) => !titles.has(heading.toLowerCase()))
    .slice(0, MOST_ITEMS);
  if (items.length < FEWEST_ITEMS) return [];
  if (ASKS_FOR_FACTS.test(shaping.keyword)) shaping.found.title = countedTitle(items.length, shaping.keyword);
  return items.flatMap(({ heading, sentences }, at): BodyBlock[] => {
    shaping.pool.take(sentences);
    return [{ kind: "heading", level: 2, text: `${at + 1}. ${heading}` }, ...paragraphsOf(sentences, shaping)];
  });
}

function itemsOf(shaping: Shaping): Item[] {
  const { article, pool } = shaping;
  const headed = article.sections.filter(({ heading }) => heading !== "");
  const ofSections = headed
    .map(({ heading, parts }) => ({
      heading,
      sentences: parts
        .flatMap((part) => (part.kind === "list" ? part.items.flat() : part.sentences))
        .filter((sentence) => pool.isFree(sentence)),
    }))
    .filter(({ sentences }) => sentences.length > 0);
  return ofSections.length >= FEWEST_ITEMS ? ofSections : bySubject(shaping);
}

/** Sentences by the section of their source, each named by its heading or by what its first sentence is about. */
function bySubject({ article, pool, keyword }: Shaping): Item[] {
  const items: Item[] = [];
  const taken = new Set([cleanHeading(keyword).toLowerCase(), article.title.toLowerCase()]);
  const isName = (name: string) =>
    countWords(name) <= LONGEST_HEADING && termsOf(name).length > 0 && !taken.has(name.toLowerCase());
  const left = pool.left();
  const sectioned = Map.groupBy(left, ({ paragraph }) => paragraph.section);
  const groups = sectioned.size >= FEWEST_ITEMS ? sectioned : Map.groupBy(left, ({ paragraph }) => paragraph);
  for (const members of groups.values()) {
    const [first, ...others] = members;
    const short = others.length > 0 && first!.words <= LONGEST_HEADING ? cleanHeading(first!.text) : "";
    const heading = [cleanHeading(first!.paragraph.heading), short, subjectOf(members)].find(
      (name) => name !== "" && isName(name),
    );
    if (heading === undefined) {
      items.at(-1)?.sentences.push(...members.filter(({ leans }) => !leans));
      continue;
    }
    taken.add(heading.toLowerCase());
    items.push({ heading, sentences: heading === short ? others : [...members] });
  }
  return items;
}

function subjectOf(sentences: readonly Sentence[]): string {
  for (const { text, leans } of sentences) {
    if (leans || NO_SUBJECT.test(text)) continue;
    const [, subject] = SUBJECT.exec(text) ?? [];
    if (subject !== undefined) return titleCase(subject.trim().replace(/^(a|an|the)\s/i, ""));
  }
  return "";
}
