const WORD = /[\p{L}\p{N}\p{M}]+(?:['\u2019.,\-\u2010\u2011][\p{L}\p{N}\p{M}]+)*/gu;
const PART = /[\p{L}\p{N}\p{M}]+(?:['\u2019][\p{L}\p{M}]+)*/gu;
/** Scripts that set no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordSegmenter = new Intl.Segmenter("en", { granularity: "word" });

/** How many words a reader would count; `3.5` and `self-raising` are one. */
export function countWords(text: string): number {
  return UNSPACED.test(text) ? segments(text).length : (text.match(WORD) ?? []).length;
}

/** The words in lower case and reading order, parts of hyphenated ones apart. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  return UNSPACED.test(lower) ? segments(lower) : (lower.match(PART) ?? []);
}

function segments(text: string): string[] {
  return [...wordSegmenter.segment(text)].filter((piece) => piece.isWordLike).map((piece) => piece.segment);
}

const STOP_WORDS = new Set(
  (
    "a about above after again against all almost along already also although always am among an and another any anyone anything are " +
    "aren't around as at away back be became because become becomes been before behind being below between both but by can can't " +
    "cannot come comes could couldn't did didn't do does doesn't doing don't done down due during each either else enough especially " +
    "etc even ever every everyone everything except few for from further get gets getting give given gives go goes going gone got had " +
    "hadn't has hasn't have haven't having he her here hers herself him himself his how however i if in indeed instead into is isn't it " +
    "its itself just keep keeps kept know known last least less let let's like likely ll made make makes making many may maybe me " +
    "might mine more most mostly much must mustn't my myself near nearly need needs neither never next no nobody nor not nothing now of " +
    "off often on once one ones only onto or other others otherwise our ours ourselves out over own per perhaps put quite rather re " +
    "really s said same say says see seen several shall she should shouldn't since so some someone something sometimes soon still such " +
    "t take taken takes than that that's the their theirs them themselves then there therefore these they thing things this those " +
    "though through thus till to together too toward towards two under unless until unlike up upon us use used uses using usually ve " +
    "very via was wasn't way ways we well went were weren't what whatever when where whereas whether which while who whole whom whose " +
    "why will with within without won't would wouldn't yes yet you your yours yourself it's you're you'll they're we're i'm " +
    "first second three many new old good better best great little long short large small high low right left early late far full " +
    "different various certain common usual important able next today simply around begin begins began start starts started means mean " +
    "work works time times day days week weeks year years part parts kind kinds number lot " +
    "der die das den dem des ein eine einen einem einer und oder aber nicht ist sind war wird werden mit von zu zum zur im in am an auf " +
    "aus bei nach f\u00fcr \u00fcber auch sich es er sie wir ihr als wie so nur noch wenn dass kann man hat haben le la les un une des du de et ou " +
    "mais est sont dans par pour sur avec qui que ne pas ce cette ces il elle ils elles au aux plus se sa son ses el los las una uno y o " +
    "pero es son en por para con que no del al su sus se lo como m\u00e1s"
  ).split(" "),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.replaceAll("\u2019", "'"));
}

/** The stems of the words that carry meaning, in reading order, repetitions included. */
export function termsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word) && (word.length > 1 || UNSPACED.test(word)))
    .map(stem);
}

/** As `termsOf`; where every word is a stop word, those. */
export function queryTerms(text: string): string[] {
  const terms = termsOf(text);
  return [...new Set(terms.length > 0 ? terms : wordsOf(text))].slice(0, 40);
}

const VOWEL = /[aeiouy]/;
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lens: "lens",
    lenses: "lens",
    gas: "gas",
    gases: "gas",
    leaf: "leav",
    leaves: "leav",
    loaf: "loav",
    loaves: "loav",
    half: "halv",
    knife: "kniv",
    shelf: "shelv",
    wolf: "wolv",
    mice: "mous",
    geese: "goos",
    feet: "foot",
    teeth: "tooth",
    children: "child",
    men: "man",
    women: "woman",
    fed: "feed",
    kept: "keep",
    built: "build",
    fungi: "fungus",
    larvae: "larva",
    mold: "mould",
    molds: "mould",
    flavor: "flavour",
    flavors: "flavour",
    color: "colour",
    colors: "colour",
    fiber: "fibre",
    grey: "gray",
    bred: "breed",
    laid: "lay",
    risen: "ris",
    rose: "ris",
    made: "mak",
    grown: "grow",
    grew: "grow",
  }),
);

/**
 * A word without its English endings, so that bake, bakes, baked and baking are one term. It serves comparison only and
 * is not always a word; words of other languages mostly stay as they are.
 */
export function stem(word: string): string {
  let form = word.replace(/['\u2019].*$/, "");
  const irregular = IRREGULAR.get(form);
  if (irregular !== undefined) return irregular;
  if (form.length < 3 || !/^[a-z]+$/.test(form)) return form === "" ? word : form;
  form = singular(form);
  for (const ending of ["ingly", "edly", "ing", "ed"]) {
    if (!form.endsWith(ending)) continue;
    const base = form.slice(0, -ending.length);
    if (
      base.length >= 2 &&
      VOWEL.test(base) &&
      !(ending === "ed" && base.endsWith("e")) &&
      !(base.length === 2 && !VOWEL.test(base[0]!))
    ) {
      form = base.length > 3 && /([^aeiouylsz])\1$/.test(base) ? base.slice(0, -1) : base;
    }
    break;
  }
  if (form.length > 5 && form.endsWith("ly")) form = form.slice(0, -2);
  if (form.length > 6 && form.endsWith("ness")) form = form.slice(0, -4);
  if (form.length > 3 && form.endsWith("e") && !form.endsWith("ee")) form = form.slice(0, -1);
  if (form.length > 2 && form.endsWith("y") && !/[aeiou]y$/.test(form)) form = `${form.slice(0, -1)}i`;
  return form;
}

function singular(word: string): string {
  if (!word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.length > 3 ? word.slice(0, -1) : word;
}
