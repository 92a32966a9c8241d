// Words a second of the spinner compared with wink-nlp's sentence splitter and tagger alone, which it is built on; time to
// the first spun sentence and resident memory in fresh processes. The bare process has the harness loaded, not the engine.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import model from "wink-eng-lite-web-model";
import winkNLP from "wink-nlp";
import { loadEngine } from "../../quality/engine.mjs";
import { wordsOf } from "../../quality/measures.mjs";
import { developmentTexts, plainText } from "../../quality/texts.mjs";
import { median, printTable, verdict } from "../table.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const STRENGTHS = ["conservative", "default", "bold"];

const texts = developmentTexts().map(({ text, kind }) => plainText(text, kind));
const words = texts.reduce((total, text) => total + wordsOf(text).length, 0);
const nlp = winkNLP(model, ["sbd", "pos"]);
const { spin } = await loadEngine();
const ways = {
  tagger: (text) => nlp.readDoc(text).tokens().out(nlp.its.pos),
  ...Object.fromEntries(STRENGTHS.map((strength) => [strength, (text) => spin(text, { strength, language: "en" })])),
};
const speeds = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [way, work] of Object.entries(ways)) {
    const begun = process.cpuUsage();
    for (const text of texts) await work(text);
    const { user, system } = process.cpuUsage(begun);
    // The first round warms up.
    if (round > 0) speeds[way].push(words / ((user + system) / 1e6));
  }
}
const tagger = median(speeds.tagger);
const rows = STRENGTHS.map((strength) => {
  const speed = median(speeds[strength]);
  const share = speed / tagger;
  return [`spinner, ${strength}`, speed, verdict(2000, speed), share.toFixed(4), verdict(0.1, share)];
});
printTable(
  ["words a second of CPU time", "", "goal 2000", "of the tagger", "goal 0.1"],
  [["wink-nlp, sbd and pos", tagger, "", "1", ""], ...rows],
);

const samples = { bare: [], first: [], spin: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  for (const kind of Object.keys(samples)) {
    const program = fileURLToPath(new URL("process.mjs", import.meta.url));
    samples[kind].push(
      JSON.parse(execFileSync(process.execPath, ["--expose-gc", program, kind], { encoding: "utf8" })),
    );
  }
}
const of = (kind, figure) => median(samples[kind].map((sample) => sample[figure]));
const memory = of("spin", "rssMb") - of("bare", "rssMb");
printTable(
  ["a fresh process", "", "goal", ""],
  [
    ["first spun sentence, ms", of("first", "firstMs"), "1500", verdict(of("first", "firstMs"), 1500)],
    ["resident memory over bare, MB", memory, "150", verdict(memory, 150)],
  ],
);
