import { loadEngine } from "./engine.mjs";
import { grammarOf, isGrammar } from "./grammar.mjs";
import { mean, ratio, selfBleu, sentencesOf, wordsOf } from "./measures.mjs";
import { atLeast, atMost } from "./report.mjs";

/** Plural, vowel-initial, acronyms, brands, several words, uncountable, abstract, other languages, odd spellings. */
const KEYWORDS = (
  "gardening|beekeeping|yoga|photography|running shoes|old maps|electric bicycles|houseplants|apples|onions|olive oil|" +
  "umbrella|igloo|hourglass|university|European history|SEO|GPS|FBI|HTML|X-ray|3D printing|4x4 cars|8-bit music|coffee|" +
  "sourdough bread|water|music|software|furniture|advice|honesty|freedom|mathematics|physics|scissors|sheep|children|" +
  "travel insurance|personal finance|dog training|vegan cooking|iPhone|Brindle kettles|Torvex|Gartenarbeit|cuisine française|" +
  "café culture|rock 'n' roll|R&B"
).split("|");
const SIX = ["gardening", "old maps", "coffee", "SEO", "electric bicycles", "personal finance"];

export async function measure(report, { examples }) {
  const { aboutMe } = await loadEngine();
  const six = [];
  for (const keyword of SIX) six.push(masked(await aboutMe(keyword, { seed: "quality" }), keyword));
  const six2 = [];
  for (const keyword of SIX) six2.push(masked(await aboutMe(keyword, { seed: `${keyword} 2` }), keyword));
  const calls = [];
  for (let call = 0; call < 6; call += 1) calls.push(await aboutMe("gardening", { seed: `call ${call}` }));
  const texts = [];
  for (const keyword of KEYWORDS) texts.push({ keyword, text: await aboutMe(keyword, { seed: "quality" }) });

  const { findings } = await grammarOf(texts.map(({ text }) => text));
  const grammar = findings.filter(isGrammar);
  const densities = texts.map(({ keyword, text }) => density(text, keyword));
  report.figure("self-BLEU, six keywords masked, one seed", selfBleu(six), { bar: atMost(0.35) });
  report.figure("self-BLEU, six keywords masked, six seeds", selfBleu(six2), { bar: atMost(0.35) });
  report.figure("self-BLEU, six calls of one keyword", selfBleu(calls), { bar: atMost(0.45) });
  report.figure(`grammar findings over ${KEYWORDS.length} keywords`, grammar.length, { digits: 0, bar: atMost(0) });
  report.figure("keyword density, mean, %", 100 * mean(densities));
  report.figure("texts outside 1 to 4 %", densities.filter((share) => share < 0.01 || share > 0.04).length, {
    digits: 0,
    bar: atMost(0),
  });
  report.figure("structures among them", structures(texts.map(({ text }) => text)), { digits: 0, bar: atLeast(4) });
  report.figure("words, mean", mean(texts.map(({ text }) => wordsOf(text).length)), { digits: 0 });
  for (const { kind, problem, around, message } of grammar) {
    report.note(`  ${kind} "${problem}" (${message}): ${around.replace(/\s+/g, " ")}`);
  }
  if (examples) {
    for (const { keyword, text } of texts)
      report.note(`\n--- ${keyword}, density ${(100 * density(text, keyword)).toFixed(1)} %\n${text}`);
  }
}

/** The text with the keyword, in any case and with a plural's ending, replaced by one word. */
function masked(text, keyword) {
  const stem = keyword.replace(/(?<!s)s$|y$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?:y|ies|e?s)?(?![\\p{L}\\p{N}])`, "giu"), "keyword");
}

/** Occurrences of the keyword per word of the text; the keyword counts as one word, however many it has. */
function density(text, keyword) {
  const words = wordsOf(masked(text, keyword));
  return ratio(words.filter((word) => /^keyword(?:['’]s)?$/.test(word)).length, words.length);
}

/** Different shapes: how many paragraphs, and how many sentences in each, to the nearest two. */
function structures(texts) {
  const shapes = texts.map((text) =>
    text
      .split(/\n{2,}/)
      .map((paragraph) => Math.ceil(sentencesOf(paragraph).length / 2))
      .join(" "),
  );
  return new Set(shapes).size;
}
