import { termsOf } from "../../engines/pages/terms.js";
import { keyOf } from "./chosen.js";
import type { Sentence } from "./material.js";
import type { Arranged } from "./references.js";
import { wordsOfPassages } from "./runs.js";

/** Headings that promise several things. */
const PROMISES =
  /\b(?:types|kinds|categories|varieties|best practices|tips|ways|methods|factors|reasons|examples|steps)\b|^(?:the )?best \p{L}/iu;
/** So many words tell what was promised, even without naming it one by one. */
const ENOUGH = 45;
const LISTED =
  /(?:[^,.;]+, ){2,}(?:and|or|as well as)\b|\b(?:includ(?:e|es|ing)|such as|are)\b[^.]*, [^.]*\b(?:and|or)\b/iu;

const KINDS = /\b(?:types|kinds|categories|varieties)\b/i;

/** Whether the sentences begin with several kinds of the thing: "Flare kilns ..." and "Draw kilns ...". */
function namesKinds(sentences: readonly Sentence[], thing: string | undefined): boolean {
  const begin = sentences.map(({ text }) => termsOf(text).slice(0, 3));
  return begin.filter((terms) => terms.indexOf(thing ?? "") > 0).length > 1;
}

/** Keys of the sentences of sections that name nothing of what their heading promises: "Types of Cameras" over "There are countless." */
export function unkept(sections: readonly Arranged[], query: readonly string[]): string[] {
  return sections.flatMap(({ heading, passages, level = 2 }, at) => {
    const leads = level === 2 && sections[at + 1]?.level === 3;
    if (leads || !PROMISES.test(heading) || passages.some(({ list }) => list !== undefined)) return [];
    const sentences = passages.flatMap((passage) => passage.sentences);
    if (wordsOfPassages(passages) >= ENOUGH || sentences.some(({ text }) => LISTED.test(text))) return [];
    if (KINDS.test(heading) && namesKinds(sentences, query.at(-1))) return [];
    return sentences.map(keyOf);
  });
}
