// What spinning and paraphrasing are both measured by.

import { articleBreaks, differingFacts, occurrences, vulgarWords } from "./facts.mjs";
import { grammarOf, isArticle } from "./grammar.mjs";
import { firstVariant, lintSpintax, seededRandom } from "./library.mjs";
import { mean, ratio, selfBleu, sentencesOf, shinglesKept, sum, wordsOf } from "./measures.mjs";
import { plainText } from "./texts.mjs";
import { changedText, groupsOf, randomVariant } from "./variants.mjs";

const VARIANTS = 6;

/**
 * Everything that can be measured of rewritten texts: `samples` are `{ name, text, kind, spintax, protectedWords, spun }`,
 * where `spun` means that the source had groups of its own: originality is measured on those without. `source` is the place of
 * the source's words among the options.
 */
export async function measureRewritten(samples, source = "first") {
  const own = samples.filter(({ spun }) => !spun);
  // A spinner may exchange words in quotations; a paraphrase keeps them.
  const quotations = source === "last";
  const variantsOf = samples.map((sample) => {
    const random = seededRandom(`quality ${sample.name}`);
    return {
      ...sample,
      first: firstVariant(sample.text),
      changed: Array.from({ length: VARIANTS }, () => changedText(sample.spintax, random, source)),
      drawn: Array.from({ length: VARIANTS }, () => randomVariant(sample.spintax, random)),
    };
  });
  const groups = own.flatMap(({ spintax }) => wordGroups(spintax, source));
  const sentences = own.flatMap(({ spintax }) => groupsOf(spintax)).filter(isSentence);
  const originals = variantsOf.filter(({ spun }) => !spun);

  const sources = await grammarOf(variantsOf.map(({ first, kind }) => plainText(first, kind)));
  const changed = await grammarOf(
    variantsOf.flatMap(({ changed, kind }) => changed.slice(0, 2).map((text) => plainText(text, kind))),
  );
  const everyVariant = variantsOf.flatMap(({ changed, drawn, ...sample }) =>
    [...changed, ...drawn].map((text) => ({ ...sample, text, source: sample.first })),
  );
  return {
    wordsIn: sum(own.map(({ text, kind }) => wordsOf(plainText(text, kind)).length)),
    wordsCovered: sum(groups.map(({ options }) => wordsOf(options.at(source === "first" ? 0 : -1)).length)),
    sentencesCovered: sentences.length,
    sentencesIn: sum(own.map(({ text, kind }) => sentencesOf(plainText(text, kind)).length)),
    alternatives: ratio(sum(groups.map(({ options }) => options.length - 1)), groups.length),
    malformed: sum(
      samples.map(({ text, spintax }) => Math.max(0, problems(spintax) - (isSpintax(text) ? problems(text) : 0))),
    ),
    changedRoundTrips: samples.filter(({ text, spintax }) => firstVariant(spintax) !== firstVariant(text)),
    articles: everyVariant
      .flatMap(({ text, kind, source }) => {
        const before = new Set(articleBreaks(plainText(source, kind)));
        return articleBreaks(plainText(text, kind)).filter((found) => !before.has(found));
      })
      .concat(changed.findings.filter(isArticle).map(({ around }) => around)),
    // Once per text and phrase, however many variants show it.
    protected: [
      ...new Set(
        everyVariant.flatMap(({ name, text, source, protectedWords }) =>
          protectedWords
            .filter((phrase) => occurrences(text, phrase, false) < occurrences(source, phrase, false))
            .map((phrase) => `${name}: ${phrase}`),
        ),
      ),
    ],
    vulgar: [
      ...new Set(
        samples.flatMap(({ name, text, spintax }) => vulgarWords(spintax, text).map((word) => `${name}: ${word}`)),
      ),
    ],
    // Groups of the source's own may state what they like.
    facts: [
      ...new Set(
        everyVariant
          .filter(({ spun }) => !spun)
          .flatMap(({ name, text, kind, source: original }) =>
            differingFacts(plainText(original, kind), plainText(text, kind), { quotations }).map(
              (difference) => `${name}: ${difference}`,
            ),
          ),
      ),
    ],
    grammarOverSource: changed.grammar - sources.grammar,
    spellingOverSource: changed.spelling - sources.spelling,
    sourceGrammar: sources.grammar,
    findings: changed.findings,
    keptWhenChanged: mean(
      originals.flatMap(({ changed, first, kind }) =>
        changed.map((text) => shinglesKept(plainText(text, kind), plainText(first, kind))),
      ),
    ),
    keptAtRandom: mean(
      originals.flatMap(({ drawn, first, kind }) =>
        drawn.map((text) => shinglesKept(plainText(text, kind), plainText(first, kind))),
      ),
    ),
    selfBleu: mean(
      originals.map(({ drawn, kind }) => selfBleu(drawn.slice(0, 3).map((text) => plainText(text, kind)))),
    ),
  };
}

const problems = (spintax) => lintSpintax(spintax).length;
const isSpintax = (text) => groupsOf(text).length > 0;

/** A whole sentence and other ways to say it. */
function isSentence({ options }) {
  return options.every((option) => /[.!?:]["”’)*]*$|^\P{Ll}.{40}/u.test(option));
}

/** The groups of words; of a sentence that can be said in several ways, those of the source's way. */
function wordGroups(spintax, source) {
  return groupsOf(spintax).flatMap((group) =>
    isSentence(group) ? wordGroups(group.options.at(source === "first" ? 0 : -1), source) : [group],
  );
}

/** The groups of words in which an option states other facts than the source's words. */
export function differingGroups(spintax, source = "first") {
  return groupsOf(spintax).flatMap(({ options }) => {
    const [own, others] = source === "first" ? [options[0], options.slice(1)] : [options.at(-1), options.slice(0, -1)];
    const differing = others.flatMap((other) =>
      // Alone, the first word of a sentence looks like a name.
      differingFacts(firstVariant(own), firstVariant(other))
        .filter((fact) => !fact.startsWith("name"))
        .map((fact) => `${fact}: ${own} | ${other}`),
    );
    return [...differing, ...options.flatMap((option) => differingGroups(option, source))];
  });
}

/** The figures that have a bar for every rewritten text; `selfBleuGate` differs. */
export function reportRewritten(report, measured, { atMost, selfBleuGate, roundTrips }) {
  const percent = (name, part, whole) => report.figure(name, 100 * ratio(part, whole), { digits: 1, unit: " %" });
  percent("words that can change", measured.wordsCovered, measured.wordsIn);
  percent("sentences with other ways to say them", measured.sentencesCovered, measured.sentencesIn);
  report.figure("alternatives per group of words", measured.alternatives);
  report.figure("malformed spintax", measured.malformed, { digits: 0, bar: atMost(0) });
  report.figure("a/an breaks in variants", measured.articles.length, { digits: 0, bar: atMost(0) });
  report.figure("protected words touched", measured.protected.length, { digits: 0, bar: atMost(0) });
  report.figure("vulgar words offered", measured.vulgar.length, { digits: 0, bar: atMost(0) });
  report.figure("numbers, names, negations changed", measured.facts.length, { digits: 0, bar: atMost(0) });
  if (roundTrips)
    report.figure("round trips that differ", measured.changedRoundTrips.length, { digits: 0, bar: atMost(0) });
  report.figure("grammar over source, per 1,000 words", measured.grammarOverSource, { bar: atMost(1.5) });
  report.figure("spelling over source, per 1,000 words", measured.spellingOverSource, { bar: atMost(2) });
  const original = (gate) => (selfBleuGate === undefined ? {} : { bar: atMost(gate) });
  report.figure("5-word shingles kept, always changed", measured.keptWhenChanged, original(0.25));
  report.figure("5-word shingles kept, at random", measured.keptAtRandom, original(0.45));
  report.figure("self-BLEU of three variants", measured.selfBleu, original(selfBleuGate));
}
