import { readFileSync, writeFileSync } from "node:fs";
import { loadEngine } from "./engine.mjs";
import { seededRandom } from "./library.mjs";
import { choicesOf, drawn, keyOf, pairsOf, placesIn, sentenceOf } from "./meaning/offers.mjs";
import { createOrigins } from "./meaning/origins.mjs";
import { badSentences, sharesOf, sharesTable } from "./meaning/shares.mjs";
import { meaningTexts } from "./meaning/texts.mjs";
import { keepVerdicts, readVerdicts, unjudgedLines } from "./meaning/verdicts.mjs";
import { ratio, sum, wordsOf } from "./measures.mjs";
import { atLeast, atMost } from "./report.mjs";

const VARIANTS = 12;

/** What is asked of, in which of its options the source's words stand, and its bars: in percent, places per 100 words. */
const WAYS = {
  conservative: { own: "first", bars: { bad: atMost(4) } },
  default: {
    own: "first",
    bars: { bad: atMost(10), fine: atLeast(65), sentences: atMost(12), places: atLeast(12.5) },
  },
  bold: { own: "first", bars: {} },
  paraphrase: { own: "last", bars: {} },
};

export async function measure(report, { examples, unjudged, judged, "held-out": heldOut }) {
  const texts = meaningTexts();
  if (judged !== undefined) {
    report.note(`${keepVerdicts(readFileSync(judged, "utf8"), judged, texts)} verdicts were kept.`);
  }
  const verdicts = readVerdicts(texts);
  const groups = [
    { name: "read while building", texts: texts.filter((text) => !text.heldOut), shown: !heldOut },
    { name: "held out", texts: texts.filter((text) => text.heldOut), shown: heldOut },
  ];
  for (const group of groups) {
    const ways = [];
    for (const way of Object.keys(WAYS)) ways.push(await offered(way, group.texts, verdicts));
    for (const way of ways) reportWay(report, way, group.name);
    if (!group.shown) continue;
    if (examples || heldOut) for (const line of badExamples(ways)) report.note(line);
    if (unjudged !== undefined) {
      const { lines, count } = unjudgedOf(ways, group.texts);
      writeFileSync(unjudged, lines);
      report.note(`\n${count} pairs without a verdict, texts ${group.name}: ${unjudged}`);
    }
  }
}

/** What the engine offers in the texts, with the verdicts. */
async function offered(way, texts, verdicts) {
  const { spin, paraphrase } = await loadEngine();
  const originOf = await createOrigins();
  const samples = [];
  for (const text of texts) {
    const { name, register } = text;
    const spintax = way === "paraphrase" ? await paraphrase(text.text) : await spin(text.text, { strength: way });
    const choices = choicesOf(text, spintax, WAYS[way].own);
    const verdictOf = (pair) => verdicts.get(name).get(keyOf(pair));
    const pairs = pairsOf(choices).map((pair) => ({
      ...pair,
      ...(pair.whole ? {} : originOf(pair)),
      name,
      register,
      verdict: verdictOf(pair),
    }));
    const random = seededRandom(`meaning ${name} ${way}`);
    const variants = Array.from({ length: VARIANTS }, () => ({
      sentences: text.sentences.length,
      taken: drawn(choices, random).map(({ sentence, pair }) => ({ sentence, verdict: verdictOf(pair) })),
    }));
    samples.push({ ...text, choices, pairs, variants });
  }
  return { way, samples };
}

function reportWay(report, { way, samples }, group) {
  const { bars } = WAYS[way];
  const pairs = samples.flatMap(({ pairs }) => pairs);
  const words = sharesOf(pairs.filter(({ whole }) => !whole));
  const title = `${way[0].toUpperCase()}${way.slice(1)}, texts ${group}`;
  report.note(`${report.empty ? "" : "\n"}${title}`);
  for (const line of sharesTable(pairs, [...new Set(samples.map(({ register }) => register))])) report.note(line);
  const figure = (name, value, rest) => report.figure(`${way}, ${group}: ${name}`, value, rest);
  const percent = (name, share, bar) => figure(name, 100 * share, { digits: 1, unit: " %", bar });
  if (words.judged > 0) {
    percent("words wrong or ungrammatical", words.bad, bars.bad);
    percent("words fine", words.fine, bars.fine);
    const { share, judged } = badSentences(samples.flatMap(({ variants }) => variants));
    percent("sentences of random variants with something bad", share, bars.sentences);
    percent("changed sentences of random variants that are judged", judged);
  }
  const places = sum(samples.map(({ choices }) => placesIn(choices)));
  figure("places per 100 words", 100 * ratio(places, sum(samples.map(({ text }) => wordsOf(text).length))), {
    digits: 1,
    bar: bars.places,
  });
  figure("pairs without a verdict", pairs.filter(({ verdict }) => verdict === undefined).length, {
    digits: 0,
    bar: atMost(0),
  });
}

/** Every bad pair once, below its sentence, with the ways that offer it. */
function badExamples(ways) {
  const found = new Map();
  for (const { way, samples } of ways) {
    for (const { name, sentences, pairs } of samples) {
      for (const pair of pairs) {
        if (pair.verdict !== "wrong" && pair.verdict !== "grammar") continue;
        const key = `${name}\t${keyOf(pair)}`;
        const sentence = sentences[sentenceOf(pair) - 1].text;
        const known = found.get(key) ?? { name, pair, sentence, ways: [] };
        known.ways.push(way);
        found.set(key, known);
      }
    }
  }
  return [...found.values()].map(({ name, pair, sentence, ways }) => {
    const { place, word, alternative, verdict, whole } = pair;
    const line = `  ${name} ${place} ${word} | ${alternative}: ${verdict} (${ways.join(", ")})`;
    return whole ? line : `${line}\n      ${sentence}`;
  });
}

function unjudgedOf(ways, texts) {
  let count = 0;
  const lines = texts.map((text) => {
    const pairs = new Map();
    for (const { samples } of ways) {
      for (const pair of samples.find(({ name }) => name === text.name).pairs) {
        if (pair.verdict === undefined && !pairs.has(keyOf(pair))) pairs.set(keyOf(pair), pair);
      }
    }
    count += pairs.size;
    return unjudgedLines(text, pairs.values());
  });
  return { lines: lines.join(""), count };
}
