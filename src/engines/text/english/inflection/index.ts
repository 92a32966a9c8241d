import type { Form } from "../types.js";
import { comparative, superlative } from "./comparison.js";
import { headOfNoun, headOfVerb } from "./heads.js";
import { plurals } from "./nouns.js";
import { gerund, participles, pasts, thirdPerson } from "./verbs.js";

export { indefiniteArticle } from "./article.js";
export { formOf } from "./form-recognition.js";
export { headOfNoun } from "./heads.js";
export { lemmasOf } from "./lemmas.js";
export { matchCase } from "./letter-case.js";
export { isPluralOnly, isUncountable } from "./nouns.js";

/**
 * The lemma in another form, lower case as it came: the head of several words is inflected (`looked after`,
 * `mothers-in-law`). Adjectives and adverbs without endings take more and most; nouns without a plural stay as they are.
 */
export function inflect(lemma: string, form: Form): string {
  switch (form) {
    case "base":
    case "singular":
    case "positive":
      return lemma;
    case "third":
      return verb(lemma, thirdPerson);
    case "past":
      return verb(lemma, (head) => pasts(head)[0]!);
    case "participle":
      return verb(lemma, (head) => participles(head)[0]!);
    case "gerund":
      return verb(lemma, gerund);
    case "plural": {
      const { before, head, after } = headOfNoun(lemma);
      return before + plurals(head)[0]! + after;
    }
    case "comparative":
      return comparative(lemma);
    case "superlative":
      return superlative(lemma);
  }
}

function verb(lemma: string, inflected: (head: string) => string): string {
  const { before, head, after } = headOfVerb(lemma);
  return before + inflected(head) + after;
}
