import { ARTICLE_FAULTS, articleFaults, copiedRuns, definesIn, fixedWords } from "./article-faults.mjs";
import { LENGTHS, measuredArticles } from "./article-runs.mjs";
import { loadEngine } from "./engine.mjs";
import { findingsIn, grammarOf, isGrammar } from "./grammar.mjs";
import { seededRandom } from "./library.mjs";
import {
  distinctNGrams,
  duplicateNGrams,
  duplicateSentences,
  longestCopiedRun,
  mean,
  movingTypeTokenRatio,
  ratio,
  sameOpenings,
  shinglesKept,
  sum,
  wordsOf,
} from "./measures.mjs";
import { withCode } from "./prose-of.mjs";
import { atLeast, atMost } from "./report.mjs";
import { changedText, randomVariant } from "./variants.mjs";

/** Words in a run, above which it counts as copied. */
const MOST_COPIED = 15;

/** Articles of the article creator about three folders, short and long, as they are and reworded. */
export async function measure(report, { examples }) {
  const articles = await measuredArticles();
  for (const length of LENGTHS) {
    const own = articles.filter((article) => article.length === length);
    report.note(`\n${length.name}: articles about ${own.length} keywords, ${length.from} to ${length.to} words`);
    await textFigures(report, own, examples);
    formFigures(report, own, examples);
  }
  report.note("");
  traced(report, articles, examples);
  await rewordedFigures(report, articles, examples);
  const own = await measuredArticles({ spinMode: "paraphrase" });
  report.note("\nArticles that the article creator itself paraphrased");
  originality(
    report,
    own,
    own.map(({ text }) => text),
    { shingles: atMost(0.2), run: atMost(MOST_COPIED), examples },
  );
  const grammar = await grammarOf(
    own.map(({ markdown }) => markdown),
    "markdown",
    keywordsOf(own),
  );
  report.figure("grammar per 1,000 words", grammar.grammar, { bar: atMost(5, 3) });
}

async function textFigures(report, articles, examples) {
  const of = (measure) => mean(articles.map(({ text }) => measure(text)));
  const grammar = await grammarOf(
    articles.map(({ markdown }) => markdown),
    "markdown",
    keywordsOf(articles),
  );
  report.figure(
    "words",
    of((text) => wordsOf(text).length),
    { digits: 0 },
  );
  report.figure(
    "duplicate 4-grams",
    of((text) => duplicateNGrams(text, 4)),
    { digits: 3, bar: atMost(0.04) },
  );
  report.figure("duplicate sentences", of(duplicateSentences), { digits: 3, bar: atMost(0) });
  report.figure(
    "distinct-2",
    of((text) => distinctNGrams(text, 2)),
    { digits: 3, bar: atLeast(0.88) },
  );
  report.figure(
    "type-token ratio, windows of 50",
    of((text) => movingTypeTokenRatio(text)),
    { digits: 3, bar: atLeast(0.79) },
  );
  report.figure("sentences with the same opening", of(sameOpenings), { digits: 3, bar: atMost(0.12) });
  report.figure("grammar per 1,000 words", grammar.grammar, { bar: atMost(5, 3) });
  for (const isProse of [true, false]) {
    const some = articles.filter(({ prose }) => prose === isProse);
    const kind = isProse ? "of prose" : "of documentation";
    const own = await grammarOf(
      some.map(({ markdown }) => markdown),
      "markdown",
      keywordsOf(some),
    );
    // What is marked as code is none; names of code in plain words, as headings have them, count as findings.
    const [most, least] = isProse ? [atMost(5, 3), atLeast(0.79)] : [];
    report.figure(`grammar, ${kind}`, own.grammar, most && { bar: most });
    report.figure(`that Harper does not find in the pages, ${kind}`, await ownFindings(some), { bar: atMost(5, 3) });
    report.figure(`type-token ratio, ${kind}`, mean(some.map(({ text }) => movingTypeTokenRatio(text))), {
      digits: 3,
      ...(least && { bar: least }),
    });
  }
  const pages = await grammarOf([...new Set(articles.flatMap(pageTexts))], "markdown");
  report.figure("grammar of the pages they come from", pages.grammar);
  if (examples)
    for (const { kind, problem, around } of grammar.findings.filter(isGrammar))
      report.note(`  ${kind} "${problem}": ${around}`);
}

/** Of several words, so that no finding about a single one is lost. */
const keywordsOf = (articles) => articles.map(({ keyword }) => keyword).filter((keyword) => keyword.includes(" "));

/** Findings per 1,000 words of which the pages of an article have none of the kind about the same words. */
async function ownFindings(articles) {
  const counts = await Promise.all(
    articles.map(async (article) => {
      const texts = [article.markdown, pageTexts(article).join("\n\n")];
      const found = await Promise.all(texts.map((text) => findingsIn(text, "markdown")));
      const [own, known] = found.map((findings) =>
        findings.filter(isGrammar).map(({ kind, problem }) => `${kind} ${problem.toLowerCase()}`),
      );
      return own.filter((finding) => !known.includes(finding)).length;
    }),
  );
  return (1000 * sum(counts)) / sum(articles.map(({ text }) => wordsOf(text).length));
}

/** What a reader sees of the form, as far as it can be counted. */
function formFigures(report, articles, examples) {
  const share = (name, holds, bar) => {
    const failing = articles.filter((article) => !holds(article));
    report.figure(name, 1 - ratio(failing.length, articles.length), bar === undefined ? {} : { bar });
    if (examples && failing.length > 0) report.note(`  not: ${failing.map(({ keyword }) => keyword).join(", ")}`);
  };
  share("length in range", ({ words, length }) => words >= length.from && words <= length.to, atLeast(0.9));
  share(
    "keyword in the title",
    ({ title, keyword }) => wordsOf(title).join(" ").includes(wordsOf(keyword).join(" ")),
    atLeast(1),
  );
  share(
    "headings from 300 words on",
    ({ words, sections }) => words < 300 || sections.some(({ heading }) => heading !== ""),
    atLeast(1),
  );
  share("a definition in the lead", ({ sections, keyword }) => definesIn(sections[0]?.paragraphs[0] ?? "", keyword));
  share("a closing", ({ sections }) => closes(sections));
  const counted = articles.map(({ keyword, sections }) => ({ keyword, faults: articleFaults(sections) }));
  for (const name of ARTICLE_FAULTS) {
    report.figure(`${FAULT_WORDS[name]}, per article`, mean(counted.map(({ faults }) => faults[name])));
    const having = counted.filter(({ faults }) => faults[name] > 0);
    if (examples && having.length > 0) report.note(`  in: ${having.map(({ keyword }) => keyword).join(", ")}`);
  }
  report.figure("of these, per article", mean(counted.map(({ faults }) => sum(Object.values(faults)))));
}

const FAULT_WORDS = {
  danglingOpeners: "sections that begin with what is not there",
  likeHeadings: "headings like another",
  singleSentences: "paragraphs of one sentence",
  tornLists: "torn lists",
  emptySections: "headings with nothing below",
};

/** Whether a last paragraph of its own is prose that ends: a whole sentence, and no list or announcement. */
function closes(sections) {
  const last = sections.at(-1)?.paragraphs.at(-1) ?? "";
  return (
    sections.flatMap(({ paragraphs }) => paragraphs).length > 1 && !last.includes("\n") && /[.!?]["”’)]*$/.test(last)
  );
}

/** Ties every sentence to its record and every record to the words of its source. */
function traced(report, articles, examples) {
  let sentences = 0;
  const lost = [];
  let changed = 0;
  for (const { keyword, facts, sources, sentences: own } of articles) {
    const recorded = new Set(facts.map(({ sentence }) => sentence));
    for (const { text } of own) {
      sentences += 1;
      if (!recorded.has(text)) lost.push(`${keyword}, no record: ${text}`);
    }
    for (const { sentence, original, path } of facts) {
      const said = original === "" ? sentence : original;
      if (said !== sentence) changed += 1;
      const source = ` ${wordsOf(sources.get(path) ?? "").join(" ")} `;
      if (!source.includes(` ${wordsOf(said).join(" ")} `)) lost.push(`${keyword}, not in ${path}: ${said}`);
    }
  }
  report.figure("sentences", sentences, { digits: 0 });
  report.figure("sentences not traced to their source", lost.length, { digits: 0, bar: atMost(0) });
  report.figure("sentences changed so that they point at something", changed, { digits: 0 });
  if (examples) for (const one of lost) report.note(`  ${one}`);
}

/** The prose of the pages that an article is from. */
function pageTexts({ facts, pages }) {
  return [...new Set(facts.map(({ path }) => path))].map((path) => pages.get(path) ?? "");
}

function sourceTexts({ facts, sources }) {
  return [...new Set(facts.map(({ path }) => path))].map((path) => sources.get(path) ?? "");
}

async function rewordedFigures(report, articles, examples) {
  const { spin, paraphrase } = await loadEngine();
  const texts = articles.map(({ text }) => text);
  originality(report, articles, texts, {});
  const ways = [
    ["Spun, default", (text, options) => spin(text, { strength: "default", ...options }), "first"],
    ["Spun, bold", (text, options) => spin(text, { strength: "bold", ...options }), "first"],
    ["Paraphrased", paraphrase, "last"],
  ];
  for (const [name, reword, source] of ways) {
    const spintax = [];
    for (const { text, keyword } of articles) spintax.push(await reword(text, { protectedWords: [keyword] }));
    const random = seededRandom("quality articles");
    const changed = spintax.map((text) => changedText(text, random, source));
    report.note(`\n${name}, an alternative always chosen`);
    originality(report, articles, changed, { shingles: atMost(0.2), run: atMost(MOST_COPIED), examples });
    const marked = changed.map((text, at) => withCode(text, articles[at].code));
    report.figure("grammar per 1,000 words", (await grammarOf(marked, "markdown")).grammar, { bar: atMost(5, 3) });
    report.note(`${name}, options at random`);
    originality(
      report,
      articles,
      spintax.map((text) => randomVariant(text, random)),
      {},
    );
  }
}

/** How much is copied, of names, numbers and quotations too, which no rewording changes, and without them. */
function originality(report, articles, texts, { shingles, run, examples }) {
  const each = (measure) =>
    texts.map((text, at) => Math.max(0, ...sourceTexts(articles[at]).map((page) => measure(text, page))));
  const free = (text, page) => {
    const fixed = fixedWords(text);
    const runs = copiedRuns(text, page, MOST_COPIED);
    return Math.max(
      0,
      ...runs.map(({ start, length }) => fixed.slice(start, start + length).filter((one) => !one).length),
    );
  };
  report.figure("5-word shingles of one source", mean(each((text, page) => shinglesKept(text, page))), {
    digits: 3,
    ...(shingles && { bar: shingles }),
  });
  const longest = each(longestCopiedRun);
  report.figure("longest copied run", Math.max(...longest), { digits: 0, ...(run && { bar: run }) });
  report.figure("longest copied run of an article, mean", mean(longest), { digits: 0 });
  report.figure("its words that may change", Math.max(...each(free)), { digits: 0 });
  report.figure("articles with a longer run", longest.filter((words) => words > MOST_COPIED).length, { digits: 0 });
  if (!examples) return;
  for (const [at, text] of texts.entries())
    for (const page of sourceTexts(articles[at]))
      for (const { length, text: words } of copiedRuns(text, page, MOST_COPIED))
        report.note(`  ${articles[at].keyword}, ${length}: ${words}`);
}
