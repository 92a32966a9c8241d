import { asides, closings } from "./endings.js";
import type { Grammar, Sentences } from "./grammar.js";
import { contents, lately, methods, readers } from "./middles.js";
import { fondness, openings, questions } from "./openings.js";

/** What a dictionary says, in a sentence of ours. */
const definitions: Sentences = [
  "{Ask a dictionary|Open any dictionary} about {topic} and you {read|get} {something like this|roughly this}: {gloss}. {The rest|What that means day to day} is {the subject of this page|up to us}.",
  "{In a dictionary|On paper}, {one} {one-is} {gloss}; {in daily life|in practice} there is {rather more|a good deal more} to {say|tell}.",
  "{The short definition|The textbook answer}, {gloss}, {covers|tells} only {half|a small part} of what {thing} {is} about.",
];

export const grammar: Grammar = {
  opening: openings,
  question: questions,
  fondness,
  definition: definitions,
  contents,
  method: methods,
  lately,
  reader: readers,
  aside: asides,
  closing: closings,
};
