// SWORDS (Lee et al. 2021): words in context with judged substitutes, and the measures of their paper.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/**
 * @typedef {object} Target
 * @property {string} id
 * @property {string} context
 * @property {string} word
 * @property {number} offset
 * @property {"NOUN" | "VERB" | "ADJ" | "ADV"} tag
 * @property {Map<string, number>} approval share of the judges who said yes, per lemma
 */

export const ACCEPTABLE = 0.5001;
export const CONCEIVABLE = 0.1;
const CLASS_OF_TAG = { NOUN: "noun", VERB: "verb", ADJ: "adjective", ADV: "adverb" };

/**
 * @param {string | undefined} file @param {(word: string, wordClass: string) => string | undefined} lemmaOf
 * @returns {Target[]}
 */
export function readSwords(file, lemmaOf) {
  if (!file || !existsSync(file)) {
    throw new Error(
      `The judged words are not at ${file ?? "(no path given)"}; give the path of swords-v1.1_dev.json.gz (https://github.com/p-lambda/swords).`,
    );
  }
  const data = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
  const targets = new Map();
  for (const [id, target] of Object.entries(data.targets)) {
    targets.set(id, {
      id,
      context: data.contexts[target.context_id].context,
      word: target.target,
      offset: target.offset,
      tag: target.pos,
      votes: new Map(),
    });
  }
  const lemma = (text, tag) => {
    const clean = text.trim().toLowerCase();
    return lemmaOf(clean, CLASS_OF_TAG[tag] ?? "noun") ?? clean;
  };
  for (const [id, substitute] of Object.entries(data.substitutes)) {
    const target = targets.get(substitute.target_id);
    const word = lemma(substitute.substitute, target.tag);
    if (word === lemma(target.word, target.tag)) continue;
    const votes = target.votes.get(word) ?? [];
    votes.push(...data.substitute_labels[id]);
    target.votes.set(word, votes);
  }
  const judged = [];
  for (const { votes, ...target } of targets.values()) {
    const approval = new Map();
    for (const [word, labels] of votes) {
      const sure = labels.filter((label) => label !== "UNSURE");
      if (sure.length > 0) approval.set(word, sure.filter((label) => label.startsWith("TRUE")).length / sure.length);
    }
    if (approval.size > 0) judged.push({ ...target, approval });
  }
  return judged;
}

/**
 * The sentence and token of a target, tagged by the product's tagger; `given` puts the judged class in place of the guess.
 * @param {Target} target @param {{ tag(text: string): readonly any[] }} tagger @param {boolean} given
 */
export function located(target, tagger, given) {
  const sentences = tagger.tag(target.context);
  const sentence = sentences.find(({ end }) => end > target.offset);
  const index = sentence?.tokens.findIndex((token) => token.end > target.offset) ?? -1;
  if (index < 0) return undefined;
  const tokens = sentence.tokens.map((token, at) => (given && at === index ? { ...token, tag: target.tag } : token));
  const context = sentences
    .filter((other) => other !== sentence)
    .flatMap((other) =>
      other.tokens.filter(({ tag }) => /^(?:NOUN|VERB|ADJ|ADV|PROPN)$/.test(tag)).map(({ text }) => text),
    );
  return { sentence: { ...sentence, tokens }, index, context };
}

/**
 * @param {readonly Target[]} targets @param {Map<string, readonly { lemma: string, score: number }[]>} answers best first
 * @param {{ threshold: number, most: number }} product
 */
export function measured(targets, answers, product) {
  const count = { spun: 0, firstA: 0, firstC: 0, answered: 0, offered: 0, offeredA: 0, offeredC: 0 };
  const strict = { a: { hit: 0, given: 0, wanted: 0 }, c: { hit: 0, given: 0, wanted: 0 } };
  for (const { id, approval } of targets) {
    const answer = answers.get(id) ?? [];
    const liked = ({ lemma }, least) => (approval.get(lemma) ?? 0) >= least;
    for (const [kind, least] of [
      ["a", ACCEPTABLE],
      ["c", CONCEIVABLE],
    ]) {
      const ten = answer.slice(0, 10);
      strict[kind].hit += ten.filter((one) => liked(one, least)).length;
      strict[kind].given += ten.length;
      strict[kind].wanted += Math.min(10, [...approval.values()].filter((share) => share >= least).length);
    }
    if (answer.length > 0) {
      count.answered++;
      if (liked(answer[0], ACCEPTABLE)) count.firstA++;
      if (liked(answer[0], CONCEIVABLE)) count.firstC++;
    }
    const offered = answer.filter(({ score }) => score >= product.threshold).slice(0, product.most);
    if (offered.length > 0) count.spun++;
    count.offered += offered.length;
    count.offeredA += offered.filter((one) => liked(one, ACCEPTABLE)).length;
    count.offeredC += offered.filter((one) => liked(one, CONCEIVABLE)).length;
  }
  const percent = (part, whole) => (whole > 0 ? (100 * part) / whole : 0);
  const f = ({ hit, given, wanted }) => (given + wanted > 0 ? (200 * hit) / (given + wanted) : 0);
  return {
    firstAcceptable: percent(count.firstA, count.answered),
    firstConceivable: percent(count.firstC, count.answered),
    strictAcceptable: f(strict.a),
    strictConceivable: f(strict.c),
    answered: percent(count.answered, targets.length),
    precisionAcceptable: percent(count.offeredA, count.offered),
    precisionConceivable: percent(count.offeredC, count.offered),
    spun: percent(count.spun, targets.length),
    perSpun: count.spun > 0 ? count.offered / count.spun : 0,
  };
}
