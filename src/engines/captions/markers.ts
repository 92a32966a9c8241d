import type { Cue } from "./cue.js";
import { speakerOf, withName } from "./speakers.js";

export interface SpokenCue extends Cue {
  /** Numbers of the lines, from 0 on, with which somebody else begins to speak, as far as a mark said so. */
  readonly turns: readonly number[];
  /** Whether a note of music stood with it. */
  readonly sung?: boolean;
}

/** `[Music]`, `[ __ ]` for a word that is kept back, `【音楽】`. */
const BRACKETS = /[[\u3010\uff3b][^[\]\u3010\u3011\uff3b\uff3d]{0,80}[\]\u3011\uff3d]/g;
/** What is heard besides words, in English, German, French and Spanish. */
const SOUNDS =
  "applause|applauding|clapping|laughs?|laughter|laughing|chuckles?|chuckling|giggles?|giggling|music|cheers|cheering|inaudible|" +
  "unintelligible|indistinct|coughs?|coughing|sighs?|sighing|gasps?|gasping|sobs|sobbing|groans?|groaning|sneezes|sniffs|sniffling|" +
  "applaus|beifall|lachen|lacht|gel\u00e4chter|musik|jubel|unverst\u00e4ndlich|husten|hustet|seufzt|seufzer|seufzen|" +
  "applaudissements|rires?|rit|musique|acclamations|tousse|toux|soupire?|soupirs?|" +
  "aplausos?|risas?|r\u00ede|m\u00fasica|ovaci\u00f3n|v\u00edtores|tose|tos|suspir[ao]s?";
const MANNER =
  "audience|crowd|all|both|everyone|loud|light|soft|more|upbeat|dramatic|publikum|alle|lautes?|leises?|tous|todos";
/** `(applause)`, `(audience laughs)` within a line, of which other words in brackets are what is said. */
const SOUND = new RegExp(
  `[(\\uff08]\\s*(?:(?:${MANNER})\\s+)?(?:${SOUNDS})(?:(?:\\s*,\\s*|\\s+(?:and|und|et|y)\\s+)(?:${SOUNDS}))*\\s*[)\\uff09]`,
  "giu",
);
/** Stands where a mark was, while the others of the line are looked for. */
const GONE = "\u0000";
/** `(applause)`, `* Musik *`: alone in a line, or between other marks. */
const REMARK = new RegExp(
  `(?<=^|${GONE})\\s*(?:[(\\uff08][^()\\uff08\\uff09]{1,80}[)\\uff09]|\\*[^*]{1,80}\\*)(?=\\s*(?:$|[${GONE}(]))`,
  "gu",
);
/** `(speaks French) Eh bien`: small letters before what begins a sentence. */
const REMARK_BEFORE = new RegExp(
  `(?<=^|${GONE})\\s*\\(\\p{Ll}[^().!?]{2,80}\\)(?=\\s+["'\\u201c\\u00bf\\u00a1]?\\p{Lu})`,
  "gu",
);
const NOTES = /[\u2669-\u266c\u{1f3b5}\u{1f3b6}]+|(?:^|(?<=\s))#(?=\s|$)/gu;
const SUNG = /[\u2669-\u266c\u{1f3b5}\u{1f3b6}]/u;
const TURN = /^(?:>|\uff1e|\u00bb|\u300b){2,4}\s*/;
const INNER_TURN = /\s(?=(?:>|\u00bb){2,3}\s)|(?<=[^\uff1e])(?=\uff1e{2,3})/;
/** Another's words in the same line: `They do. - Always?` */
const INNER_DASH = /(?<=[.!?\u2026]["'\u201d\u2019]?)\s[-\u2010-\u2015]\s+(?=["'\u201c\u00bf\u00a1]?\p{Lu})/u;
/** A dash is a mark only with a blank behind it: `-5` is a number. */
const DASH = /^[-\u2010-\u2015]\s+/;
const ENDED = /[.!?\u2026\u3002\uff01\uff1f]["'\u201d\u2019)\]]*$/;

/**
 * Takes out what captions hold besides words: who speaks next (`>>`, a dash), sounds in brackets, notes of music. Cues that
 * held nothing else are left out. A dash in the middle of a sentence stays.
 */
export function withoutMarkers(cues: readonly Cue[]): SpokenCue[] {
  const spoken: SpokenCue[] = [];
  let before = "";
  let voice: string | undefined;
  let speaker: string | undefined;
  for (const cue of cues) {
    const all = cue.lines
      .flatMap((line) => line.split(INNER_TURN))
      .flatMap((line) => (DASH.test(line) ? dashed(line) : [line]));
    const isDialogue = all.filter((line) => DASH.test(line)).length > 1;
    const lines: string[] = [];
    const turns: number[] = [];
    const given = cue.voice !== undefined && cue.voice !== voice ? cue.voice : undefined;
    if (given !== undefined && voice !== undefined) turns.push(0);
    for (const line of all) {
      const words = clean(line);
      const marked = words.replace(TURN, "");
      const mayBeDash = isDialogue || before === "" || ENDED.test(before);
      const text = (mayBeDash ? marked.replace(DASH, "") : marked).trim();
      if (text === "") continue;
      const isMarked = words !== marked || (mayBeDash && DASH.test(marked));
      const named = speakerOf(text, isMarked);
      if ((isMarked || (named !== undefined && named !== speaker)) && !turns.includes(lines.length))
        turns.push(lines.length);
      if (isMarked || named !== undefined) speaker = named;
      lines.push(given !== undefined && lines.length === 0 ? withName(given, text) : text);
      before = text;
    }
    if (lines.length > 0) voice = cue.voice ?? voice;
    const sung = cue.lines.some((line) => SUNG.test(line));
    if (lines.length > 0) spoken.push({ ...cue, lines, turns, ...(sung && { sung }) });
  }
  return spoken;
}

/** Cues with the names of those who speak where the file gives them, and all of their marks. */
export function withVoices(cues: readonly Cue[]): Cue[] {
  let before: string | undefined;
  return cues.map((cue) => {
    const { voice, lines } = cue;
    if (voice === undefined || voice === before) return cue;
    before = voice;
    return { ...cue, lines: lines.map((line, at) => (at === 0 ? withName(voice, line) : line)) };
  });
}

function dashed(line: string): string[] {
  return line.split(INNER_DASH).map((part, at) => (at === 0 ? part : `- ${part}`));
}

function clean(line: string): string {
  let marked = line.replace(BRACKETS, GONE).replace(SOUND, GONE).replace(NOTES, GONE);
  for (let before = ""; before !== marked; ) {
    before = marked;
    marked = marked.replace(REMARK, GONE).replace(REMARK_BEFORE, GONE);
  }
  const text = marked.replaceAll(GONE, " ").replace(/\s+/g, " ").trim();
  // What is left of a line that was nothing but a mark.
  const isRest = text !== line && !/[\p{L}\p{N}]/u.test(text);
  return isRest ? "" : text.replace(/ +([,.;:!?])(?=\s|$)/g, "$1");
}
