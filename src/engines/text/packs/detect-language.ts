import { FRANC_CODES } from "../../franc-codes.js";
import { stopWords } from "./stop-words.js";

const SAMPLE = 4000;
/** Markup, addresses and placeholders say nothing about the language around them. */
const NOT_PROSE = /<[^<>]{0,400}>|https?:\/\/\S+|www\.\S+|\S{1,80}@\S{1,80}|&#?\w{1,10};|`[^`\n]{0,200}`|%\w{1,40}%/gu;

/** Scripts that belong to one language among those we can meet, and the code that is meant. */
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
];
/** A character of these stands for a syllable or a word. */
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

/** What franc may choose from: the larger languages with Latin letters. */
const LATIN: ReadonlySet<string> = new Set(
  "en az nl fi fr de hu id it pl pt es sv tr vi da no cs sk ro ca hr bs sl lt lv et sq sw tl gl eo".split(" "),
);
const CHOICES = Object.keys(FRANC_CODES).filter((code) => LATIN.has(FRANC_CODES[code]!));
/** Below so many letters franc guesses. */
const FRANC_LETTERS = 80;
/** Below so many votes, or with votes from one word only, an English heading with a foreign name would count as foreign. */
const MIN_VOTES = 1;
const MIN_VOTERS = 2;
/** How English words begin and end, and others rarely. */
const ENGLISH_SPELLING = /^(?:th|wh|sh|kn)|(?:ing|ly|ness|ght|th|ey|ee|sh|ck|ies|ves)$/;

/**
 * The language of a text as an ISO 639-1 code, or undefined when it is too short to tell; callers then assume English.
 * English is favoured: another language needs clear signs.
 */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const sample = text.slice(0, SAMPLE).replace(NOT_PROSE, " ").toLowerCase().normalize("NFC");
  const letters = count(sample, /\p{L}/gu);
  if (letters === 0) return undefined;
  return byScript(sample, letters) ?? (await byWords(sample, letters));
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
  if (best === "ru") return cyrillic(sample);
  if (best === "ar") return /[پچژگ]/u.test(sample) ? (/[ٹڈڑےں]/u.test(sample) ? "ur" : "fa") : "ar";
  return best;
}

function cyrillic(sample: string): string {
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

async function byWords(sample: string, letters: number): Promise<string | undefined> {
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
  const english = votes.get("en") ?? 0;
  const [first, second] = [...votes].filter(([language]) => language !== "en").sort(([, a], [, b]) => b - a);
  const [language, most] = first ?? ["", 0];
  const enough = most >= MIN_VOTES && (voters.get(language)?.size ?? 0) >= MIN_VOTERS;
  if (enough && most > english * 1.5) {
    const clear = most >= (second?.[1] ?? 0) * 1.15;
    if (clear || letters < FRANC_LETTERS) return language;
    const close = [...votes].filter(([, number]) => number * 1.6 >= most).map(([code]) => code);
    return (await askFranc(sample, close)) ?? language;
  }
  if (english >= 1) return "en";
  if (letters < FRANC_LETTERS || enough) return english > 0 ? "en" : undefined;
  return await askFranc(sample);
}

/** franc's choice, among `candidates` when given. */
async function askFranc(sample: string, candidates?: readonly string[]): Promise<string | undefined> {
  const { francAll } = await import("franc");
  const codes = CHOICES.filter((code) => candidates === undefined || candidates.includes(FRANC_CODES[code]!));
  if (codes.length === 0) return undefined;
  const [best, next] = francAll(sample, { only: codes, minLength: 20 });
  if (best === undefined || best[0] === "und") return undefined;
  // Without a single function word of English only a wide margin may speak against it.
  if (candidates === undefined && (next?.[1] ?? 0) > 0.93) return undefined;
  return FRANC_CODES[best[0]];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
