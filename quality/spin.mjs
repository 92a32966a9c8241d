import { loadEngine } from "./engine.mjs";
import { ratio, sum, wordsOf } from "./measures.mjs";
import { atLeast, atMost } from "./report.mjs";
import { differingGroups, measureRewritten, reportRewritten } from "./rewritten.mjs";
import { developmentTexts } from "./texts.mjs";

/** Self-BLEU of three variants; a conservative spin is asked to be right, not to be original. */
const STRENGTHS = { conservative: undefined, default: 0.77, bold: 0.65 };

export async function measure(report, { examples }) {
  const { spin } = await loadEngine();
  const texts = developmentTexts();
  await spin(texts[0].text, { protectedWords: [] });
  for (const [strength, selfBleuGate] of Object.entries(STRENGTHS)) {
    const begun = process.cpuUsage();
    const samples = [];
    for (const sample of texts) {
      samples.push({
        ...sample,
        spintax: await spin(sample.text, { strength, protectedWords: sample.protectedWords }),
      });
    }
    const { user, system } = process.cpuUsage(begun);
    const seconds = (user + system) / 1e6;
    const measured = await measureRewritten(samples);
    report.note(`${report.empty ? "" : "\n"}Strength ${strength}`);
    reportRewritten(report, measured, { atMost, selfBleuGate, roundTrips: true });
    report.figure("words a second of CPU time", ratio(sum(texts.map(({ text }) => wordsOf(text).length)), seconds), {
      digits: 0,
      bar: atLeast(2000),
    });
    if (examples) {
      for (const broken of [...measured.articles, ...measured.protected, ...measured.facts, ...measured.vulgar])
        report.note(`  ${broken}`);
      for (const { name } of measured.changedRoundTrips) report.note(`  round trip: ${name}`);
      for (const { kind, problem, around } of measured.findings) {
        report.note(`  ${kind} "${problem}": ${around.replace(/\s+/g, " ")}`);
      }
      for (const { spintax } of samples) for (const group of differingGroups(spintax)) report.note(`  ${group}`);
      for (const { name, spintax } of samples) report.note(`\n--- ${name}, ${strength}\n${spintax}`);
    }
  }
}
