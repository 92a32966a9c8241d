// What people said of a substitute, and how much that counts beside the ranker's score.
import { productModule } from "./bundle.mjs";
import { ACCEPTABLE, CONCEIVABLE, located } from "./swords.mjs";

/**
 * `accepted` where a verdict of data/english/verdicts holds in the place, `elsewhere` where it holds in other places only, `never`, and
 * `unjudged`.
 */
const STANDINGS = ["accepted", "elsewhere", "never", "unjudged"];
const CLASSES = { NOUN: "noun", VERB: "verb", ADJ: "adjective", ADV: "adverb" };
const STEPS = 3000;

/** @returns {Promise<(id: string, lemma: string) => string>} the standing of an alternative for a target */
export async function standingsIn(targets, tagger) {
  const { readLanguageFile } = await productModule("src/adapters/text/language-data.ts");
  const { createEnglish } = await productModule("src/engines/text/english/english.ts");
  const { createConditions } = await productModule("src/engines/text/substitution/conditions.ts");
  const english = await createEnglish(readLanguageFile);
  const conditions = createConditions(english);
  const known = new Map();
  for (const target of targets) {
    const own = new Map();
    known.set(target.id, own);
    const wordClass = CLASSES[target.tag];
    const lemma = wordClass && english.lemmaOf(target.word.toLowerCase(), wordClass);
    const verdicts = lemma && english.verdicts(lemma, wordClass);
    const place = located(target, tagger, true);
    if (!verdicts || !place) continue;
    const { sentence, index } = place;
    const sentences = tagger.tag(target.context).map((other) => (other.start === sentence.start ? sentence : other));
    const word = { first: index, last: index, wordClass, lemma };
    for (const verdict of verdicts.accepted) {
      const holds = conditions.hold(verdict, sentence, word, { sentences }) !== undefined;
      own.set(verdict.alternative, holds ? "accepted" : "elsewhere");
    }
    for (const other of verdicts.never) own.set(other, "never");
  }
  return (id, lemma) => known.get(id).get(lemma) ?? "unjudged";
}

/** A logistic regression of what the judges of the targets said on the ranker's log odds and the standing. */
export function weightsOf(targets, answers, standings) {
  const rows = targets.flatMap(({ id, approval }) =>
    (answers.get(id) ?? []).map(({ lemma, score }) => {
      const share = approval.get(lemma) ?? 0;
      const label = (share >= CONCEIVABLE ? 0.5 : 0) + (share >= ACCEPTABLE ? 0.5 : 0);
      return { features: featuresOf(score, standings(id, lemma)), label };
    }),
  );
  const weights = new Float64Array(1 + STANDINGS.length);
  for (let step = 0; step < STEPS; step++) {
    const slopes = new Float64Array(weights.length);
    for (const { features, label } of rows) {
      const wrong = probability(features, weights) - label;
      for (const [at, feature] of features.entries()) slopes[at] += wrong * feature;
    }
    for (const at of weights.keys()) weights[at] -= (0.5 * slopes[at]) / rows.length;
  }
  return weights;
}

/** The ranker's score with what people said counted in. */
export const weighed = (score, standing, weights) => probability(featuresOf(score, standing), weights);

const featuresOf = (score, standing) => [
  Math.log(score / (1 - score)),
  ...STANDINGS.map((own) => (own === standing ? 1 : 0)),
];

function probability(features, weights) {
  let sum = 0;
  for (const [at, feature] of features.entries()) sum += feature * weights[at];
  return 1 / (1 + Math.exp(-sum));
}
