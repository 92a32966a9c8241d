import { francAll } from "franc";
import stopWordLists from "../../data/languages/stop-words.txt";
import { FRANC_CODES } from "./language-codes.js";
import { once, readTable } from "./tables.js";

const SAMPLE = 4000;
/** Markup, addresses and placeholders say nothing about the language around them. */
const NOT_PROSE = /<[^<>]{0,400}>|https?:\/\/\S+|www\.\S+|\S{1,80}@\S{1,80}|&#?\w{1,10};|`[^`\n]{0,200}`|%\w{1,40}%/gu;

/** Scripts, and the language that is meant by each: of several the one with most readers. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, "ja"],
  [/\p{sc=Hangul}/gu, "ko"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Arabic}/gu, "ar"],
  [/\p{sc=Devanagari}/gu, "hi"],
  [/\p{sc=Cyrillic}/gu, "ru"],
  [/\p{sc=Greek}/gu, "el"],
  [/\p{sc=Hebrew}/gu, "he"],
  [/\p{sc=Thai}/gu, "th"],
  [/\p{sc=Bengali}/gu, "bn"],
  [/\p{sc=Tamil}/gu, "ta"],
  [/\p{sc=Georgian}/gu, "ka"],
  [/\p{sc=Armenian}/gu, "hy"],
  [/\p{sc=Telugu}/gu, "te"],
  [/\p{sc=Gujarati}/gu, "gu"],
  [/\p{sc=Gurmukhi}/gu, "pa"],
  [/\p{sc=Kannada}/gu, "kn"],
  [/\p{sc=Malayalam}/gu, "ml"],
  [/\p{sc=Sinhala}/gu, "si"],
  [/\p{sc=Ethiopic}/gu, "am"],
  [/\p{sc=Khmer}/gu, "km"],
  [/\p{sc=Lao}/gu, "lo"],
  [/\p{sc=Myanmar}/gu, "my"],
];
/** A character of these represents a syllable or a word. */
const DENSE = new Set(["ja", "ko", "zh"]);

/** Letters that speak for a language with Latin letters, each time one occurs in a word. */
const LETTERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ß/u, ["de"]],
  [/[äöü]/u, ["de", "fi", "sv", "hu", "tr"]],
  [/[ñ¿¡]/u, ["es"]],
  [/[ãõ]/u, ["pt", "vi"]],
  [/[łżźśćńęą]/u, ["pl"]],
  [/[őű]/u, ["hu"]],
  [/ə/u, ["az"]],
  [/[ğış]/u, ["tr"]],
  [/[ăắằẳẵặâấầẩẫậđêếềểễệôốồổỗộơớờởỡợưứừửữựạảẹẻẽịỉĩọỏụủũỳỵỷỹ]/u, ["vi"]],
  [/å/u, ["sv", "da", "no"]],
  [/[æø]/u, ["da", "no"]],
  [/[ěřů]/u, ["cs"]],
  [/[țș]/u, ["ro"]],
  [/[çêèœ]/u, ["fr", "pt"]],
  [/[òì]/u, ["it"]],
  [/(?:^|[^b])(?:bh|mh|gc|bp|dt|bhf)[aeiouáéíóú].*[áéíóú]/u, ["ga"]],
];

/** Scripts in which franc knows several languages. */
const SHARED_SCRIPT = new Set(["ru", "uk", "bg", "be", "mk", "sr", "kk", "ar", "fa", "ur", "hi"]);

/** Below so many letters franc guesses. */
const FRANC_LETTERS = 60;
/** From so many on its first choice is right even where the second is near. */
const MANY_LETTERS = 400;
/** Below so many letters a list of names and nouns looks like some other language to it. */
const FEW_LETTERS = 120;
/** What franc gives two languages that it cannot distinguish, and one that may still be the right one. */
const ALIKE = 0.97;
const POSSIBLE = 0.94;
/** Votes for each word of a text in the language, by which it is certain, or more so than franc's choice. */
const CERTAIN = 0.35;
const STRONG = 0.2;
/** Below so many votes, or with votes from one word only, an English heading with a foreign name would count as foreign. */
const MIN_VOTES = 1;
const MIN_VOTERS = 2;
/** How English words begin and end, and others rarely. */
const ENGLISH_SPELLING = /^(?:th|wh|sh|kn)|(?:ing|ly|ness|ght|th|ey|ee|sh|ck|ies|ves)$/;

/** How much a word speaks for each language: the fewer languages have it, the more. */
const stopWords = once((): ReadonlyMap<string, readonly (readonly [language: string, weight: number])[]> => {
  const file = { name: "languages/stop-words.txt", text: stopWordLists };
  const rows = readTable(file, { columns: { word: "text" }, sections: /^[a-z]{2}$/ });
  return new Map(
    [...Map.groupBy(rows, ({ word }) => word)].map(([word, same]) => [
      word,
      same.map(({ section }) => [section, 1 / Math.sqrt(same.length)] as const),
    ]),
  );
});

/**
 * The language of a text as an ISO 639-1 code, or "" when it is too short or too mixed to determine. What decides is the script; in a
 * short text function words and letters of one language; in a longer one the frequency of its trigrams (franc), unless the
 * words say otherwise. A language other than English needs clear signs in a short text, where English is often the context.
 */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE).replace(NOT_PROSE, " ").toLowerCase().normalize("NFC");
  const letters = count(sample, /\p{L}/gu);
  return letters === 0 ? "" : (byScript(sample, letters) ?? byWords(sample, letters));
}

function byScript(sample: string, letters: number): string | undefined {
  const found = new Map<string, number>();
  for (const [script, language] of SCRIPTS) found.set(language, count(sample, script));
  // Japanese mixes Chinese characters into its own two scripts.
  const kana = found.get("ja") ?? 0;
  if (kana > 0) {
    const han = found.get("zh") ?? 0;
    if (kana * 10 >= han) {
      found.set("ja", kana + han);
      found.set("zh", 0);
    }
  }
  let best: string | undefined;
  let most = 0;
  for (const [language, number] of found) if (number > most) [best, most] = [language, number];
  if (best === undefined || most < 2) return undefined;
  const latin = letters - [...found.values()].reduce((sum, number) => sum + number, 0);
  if (most * (DENSE.has(best) ? 4 : 1) <= latin) return undefined;
  if (best === "ru") best = cyrillic(sample);
  if (best === "ar" && /[پچژگیک]/u.test(sample)) best = /[ٹڈڑےں]/u.test(sample) ? "ur" : "fa";
  return SHARED_SCRIPT.has(best) && letters >= FRANC_LETTERS ? byFranc(sample, letters, best) || best : best;
}

function cyrillic(sample: string): string {
  if (count(sample, /[қғңәұһ]/gu) > 0) return "kk";
  const ukrainian = count(sample, /[іїєґ]/gu);
  const russian = count(sample, /[ыэёъ]/gu);
  if (count(sample, /ў/gu) > 0 && russian + ukrainian > 0) return "be";
  if (count(sample, /[јљњћђџ]/gu) > 0) return count(sample, /[ѓќѕ]/gu) > 0 ? "mk" : "sr";
  if (ukrainian > russian) return "uk";
  if (russian > 0) {
    // Only in Bulgarian is the hard sign a vowel, and it has no other letter that Russian lacks.
    const vowels = count(sample, /[бвгджзклмнпрстфхцчшщ]ъ[бвгджзклмнпрстфхцчшщ]/gu);
    return vowels > 0 && count(sample, /[ыэё]/gu) === 0 ? "bg" : "ru";
  }
  const votes = {
    ru: count(sample, RUSSIAN_WORDS),
    uk: count(sample, UKRAINIAN_WORDS),
    bg: count(sample, BULGARIAN_WORDS),
  };
  if (votes.bg > votes.ru && votes.bg > votes.uk) return "bg";
  return votes.uk > votes.ru ? "uk" : "ru";
}

const RUSSIAN_WORDS =
  /(?<!\p{L})(?:и|что|не|как|это|или|для|он|она|они|мне|если|когда|только|очень|с|от|все|нет|где|лучшие)(?!\p{L})/gu;
const UKRAINIAN_WORDS =
  /(?<!\p{L})(?:та|що|як|це|або|для|коли|дуже|з|від|й|але|про|де|немає|воно|тому|зараз|якщо|бо)(?!\p{L})/gu;
const BULGARIAN_WORDS =
  /(?<!\p{L})(?:и|се|че|на|за|са|от|като|по-|най|който|която|това|тази|ще|със|при|без|няма|много)(?!\p{L})/gu;

function byWords(sample: string, letters: number): string {
  const { votes, voters, words } = votesOf(sample);
  const english = votes.get("en") ?? 0;
  const [first, second] = [...votes].filter(([language]) => language !== "en").sort(([, a], [, b]) => b - a);
  const [foreign, most] = first ?? ["", 0];
  const isForeign = most >= MIN_VOTES && (voters.get(foreign)?.size ?? 0) >= MIN_VOTERS && most > english * 1.5;
  const language = isForeign ? foreign : english >= MIN_VOTES ? "en" : "";
  if (letters < FRANC_LETTERS) return language;
  const share = (votes.get(language) ?? 0) / words;
  const next = isForeign ? Math.max(english, second?.[1] ?? 0) : most;
  if (share >= CERTAIN && (votes.get(language) ?? 0) >= 2 * next) return language;
  return byFranc(sample, letters, language, share);
}

function votesOf(sample: string) {
  const votes = new Map<string, number>();
  const voters = new Map<string, Set<string>>();
  const words = sample.match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? [];
  for (const written of words) {
    const word = written.replace("’", "'");
    const give = (language: string, weight: number) => {
      votes.set(language, (votes.get(language) ?? 0) + weight);
      voters.set(language, (voters.get(language) ?? new Set()).add(word));
    };
    for (const [language, weight] of stopWords().get(word) ?? []) give(language, weight);
    if (ENGLISH_SPELLING.test(word)) give("en", 0.3);
    if (/[^a-z']/.test(word)) {
      for (const [letter, languages] of LETTERS) {
        if (letter.test(word)) for (const language of languages) give(language, 0.8 / languages.length);
      }
    }
    // "l'acqua" and "d'une" begin with a word of their own.
    if (/^(?:l|d|qu|n|s|c|j)'\p{L}/u.test(word)) {
      give("fr", 0.5);
      if (/^[ld]/.test(word)) give("it", 0.3);
    }
    if (/^(?:dell|nell|all|sull|un|dall)'\p{L}/u.test(word)) give("it", 1);
  }
  return { votes, voters, words: words.length };
}

const KNOWN_TO_FRANC = Object.keys(FRANC_CODES);

/** franc's choice, or `language`, for which the words speak, where franc does not know it or holds it for possible. */
function byFranc(sample: string, letters: number, language: string, share = 0): string {
  const scores = new Map<string, number>();
  for (const [code, score] of francAll(sample, { only: KNOWN_TO_FRANC, minLength: 20 })) {
    const known = FRANC_CODES[code];
    if (known !== undefined && !scores.has(known)) scores.set(known, score);
  }
  const [best = ""] = scores.keys();
  const own = scores.get(language);
  const possible = own === undefined || own >= ALIKE || (own >= POSSIBLE && share >= STRONG);
  if (language !== "" && possible) return language;
  const few = letters < FEW_LETTERS;
  const alike = [...scores.values()].filter((score) => score >= (few ? POSSIBLE : ALIKE)).length;
  if (alike <= 1 || letters >= MANY_LETTERS) return best;
  return few ? language : "";
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
