import { loadEngine } from "./engine.mjs";
import { differingFacts } from "./facts.mjs";
import { factualSentences } from "./factual-sentences.mjs";
import { firstVariant, seededRandom } from "./library.mjs";
import { ratio, sum, wordsOf } from "./measures.mjs";
import { atLeast, atMost } from "./report.mjs";
import { differingGroups, measureRewritten, reportRewritten } from "./rewritten.mjs";
import { developmentTexts } from "./texts.mjs";
import { changedText, randomVariant } from "./variants.mjs";

const REWRITES = 1000;
/** So many times 50 sentences are asked about at most: of half of them there is no rewriting. */
const ROUNDS = 80;

export async function measure(report, { examples }) {
  const { paraphrase } = await loadEngine();
  const texts = developmentTexts();
  await paraphrase(texts[0].text, { sourceLanguage: "en", protectedWords: [] });
  const begun = process.cpuUsage();
  const samples = [];
  for (const sample of texts) {
    const options = { sourceLanguage: "en", protectedWords: sample.protectedWords };
    samples.push({ ...sample, spintax: await paraphrase(sample.text, options) });
  }
  const { user, system } = process.cpuUsage(begun);
  const seconds = (user + system) / 1e6;
  const measured = await measureRewritten(samples, "last");
  reportRewritten(report, measured, { atMost, selfBleuGate: 0.65, roundTrips: false });
  report.figure("words a second of CPU time", ratio(sum(texts.map(({ text }) => wordsOf(text).length)), seconds), {
    digits: 0,
  });

  const random = seededRandom("quality facts");
  const broken = [];
  let rewrites = 0;
  let asked = 0;
  for (let round = 0; rewrites < REWRITES && round < ROUNDS; round += 1) {
    for (const sentence of factualSentences(random, 50)) {
      asked += 1;
      const spintax = await paraphrase(sentence, { sourceLanguage: "en", protectedWords: [], seed: `${round}` });
      for (const rewrite of new Set([
        changedText(spintax, random, "last"),
        randomVariant(spintax, random),
        firstVariant(spintax),
      ])) {
        if (rewrite === sentence) continue;
        rewrites += 1;
        const differing = differingFacts(sentence, rewrite);
        if (differing.length > 0) broken.push({ sentence, rewrite, differing });
      }
    }
  }
  report.note(`\n${asked} sentences full of facts`);
  report.figure("rewrites of them", rewrites, { digits: 0, bar: atLeast(REWRITES) });
  report.figure("of these with a changed number, name or negation", broken.length, { digits: 0, bar: atMost(0) });
  for (const { sentence, rewrite, differing } of broken.slice(0, examples ? 100 : 5)) {
    report.note(`  ${sentence}\n  ${rewrite}\n    ${differing.join("; ")}`);
  }
  if (examples) {
    for (const found of [...measured.articles, ...measured.protected, ...measured.facts, ...measured.vulgar])
      report.note(`  ${found}`);
    for (const { kind, problem, around } of measured.findings) {
      report.note(`  ${kind} "${problem}": ${around.replace(/\s+/g, " ")}`);
    }
    for (const { spintax } of samples) for (const group of differingGroups(spintax, "last")) report.note(`  ${group}`);
    for (const { name, spintax } of samples) report.note(`\n--- ${name}\n${spintax}`);
  }
}
