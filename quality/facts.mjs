// Whether two texts state the same numbers, names, negations, quotations and addresses: the harness's own check, which shares
// no line with the one the engine uses.
const ADDRESS = /https?:\/\/[^\s)>"]*[^\s)>".,;:!?]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const NUMBER = /\d+(?:[.,:]\d+)*/g;
// Ordinals too: the nineteenth century.
const NUMBER_WORD =
  /\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|twice|third|quarter|dozen|double)s?\b|\b(?:second|\w+teenth|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|twentie|thirtie|fortie|fiftie|sixtie|hundred)th)\b/gi;
const NEGATION =
  /\b(?:not|cannot|no(?! (?:less|fewer|more) than)|none|nobody|nothing|nowhere|neither|nor|never|without|hardly|barely|scarcely|seldom|rarely|unless|except)\b|n['’]t\b/gi;
const QUOTATION = /"[^"\n]+"|“[^”\n]+”/g;

/** Names: capitalised words that do not begin a sentence or a quotation, and words of capitals. */
export function namesOf(text) {
  const names = new Set();
  for (const [, word] of text.matchAll(/(?<=[\p{Ll}\p{N},;:] )(\p{Lu}[\p{L}'’-]*)/gu)) {
    if (!/^I(?:['’]|$)/.test(word)) names.add(word.replace(/['’]s$/, ""));
  }
  for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu)) names.add(word);
  return names;
}

/** What of the first text is otherwise in the second: sentences for a person, none when nothing is. */
export function differingFacts(before, after, { quotations = true } = {}) {
  const differing = [];
  const compare = (name, pattern) => {
    const [old, now] = [before, after].map((text) =>
      (text.match(pattern) ?? []).map((found) => found.toLowerCase()).sort(),
    );
    if (old.join("\n") !== now.join("\n")) differing.push(`${name}: [${old.join(", ")}] became [${now.join(", ")}]`);
  };
  compare("numbers", NUMBER);
  compare("number words", NUMBER_WORD);
  compare("addresses", ADDRESS);
  if (quotations) compare("quotations", QUOTATION);
  const [oldNegations, newNegations] = [before, after].map((text) => (text.match(NEGATION) ?? []).length);
  if (oldNegations !== newNegations) differing.push(`negations: ${oldNegations} became ${newNegations}`);
  for (const name of namesOf(before)) {
    const [old, now] = [before, after].map((text) => occurrences(text, name));
    if (now !== old) differing.push(`name ${name}: ${old} times became ${now} times`);
  }
  const known = before.toLowerCase();
  for (const name of namesOf(after)) {
    if (!known.includes(name.toLowerCase())) differing.push(`name ${name} was not there`);
  }
  return differing;
}

/** How often the word or phrase occurs in the text as a whole; `exact` respects case. */
export function occurrences(text, phrase, exact = true) {
  const escaped = phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "\\s+");
  return text.match(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, exact ? "gu" : "giu"))?.length ?? 0;
}

const CONSONANT_SOUND = /^(?:eu|ewe|one\b|once\b|one-|u(?:ni(?!n|m)|s[aeiu]|r[aeiu]|t[aeio]|k|b(?!er|le)|fo))/i;
const VOWEL_SOUND = /^(?:hour|honest|honou?r|heir|(?:8|11|18)(?:\D|$)|[FHLMNRSX](?:[A-Z]+\b|-))/;

/** Places with `a` before a vowel sound or `an` before a consonant sound, judged by the first letters. */
export function articleBreaks(text) {
  const breaks = [];
  // A capital A within a sentence is a letter: vitamin A.
  for (const { 0: all, 1: article, 2: word, index } of text.matchAll(
    /(?<![\p{L}\p{N}.'’-])(an?)\s+["“(]?([\p{L}\p{N}][\p{L}\p{N}'’-]*)/giu,
  )) {
    if (article === "A" && /[\p{L}\p{N},;:] $/u.test(text.slice(Math.max(0, index - 2), index))) continue;
    const vowel = VOWEL_SOUND.test(word) || (/^[aeiou]/i.test(word) && !CONSONANT_SOUND.test(word));
    if (vowel !== (article.toLowerCase() === "an")) breaks.push(all);
  }
  return breaks;
}

const VULGAR =
  /(?<!\p{L})(?:arse|ass|assholes?|bastard|bitch|bollocks|bollix|bugger|cocks?|crap|cunt|damn|dicks?|fag|fuck|goddamn|hell|nigger|piss|retard|screw up|shit|slut|tits?|turd|twat|whore)(?:s|es|ed|ing|er|ers)?(?!\p{L})/giu;

/** Vulgar and insulting words that the source does not have. */
export function vulgarWords(text, source) {
  return (text.match(VULGAR) ?? []).filter((word) => !source.toLowerCase().includes(word.toLowerCase()));
}
