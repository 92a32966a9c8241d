import type { Cue } from "./cue.js";

export interface SpokenCue extends Cue {
  /** Numbers of the lines, from 0 on, with which somebody else begins to speak, as far as a mark said so. */
  readonly turns: readonly number[];
  /** Whether a note of music stood with it. */
  readonly sung?: boolean;
}

/** `[Music]`, `[ __ ]` for a word that is kept back, `【音楽】`. */
const BRACKETS = /[[\u3010\uff3b][^[\]\u3010\u3011\uff3b\uff3d]{0,80}[\]\u3011\uff3d]/g;
/** A line that is nothing but a remark in round brackets: `(applause)`. */
const REMARK = /^[(\uff08][^()\uff08\uff09]{1,80}[)\uff09]$/;
const NOTES = /[\u2669-\u266c\u{1f3b5}\u{1f3b6}]+|(?:^|(?<=\s))#(?=\s|$)/gu;
const SUNG = /[\u2669-\u266c\u{1f3b5}\u{1f3b6}]/u;
const TURN = /^(?:>|\u00bb|\u300b){2,4}\s*/;
const INNER_TURN = /\s(?=(?:>|\u00bb){2,3}\s)/;
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
  for (const cue of cues) {
    const all = cue.lines
      .flatMap((line) => line.split(INNER_TURN))
      .flatMap((line) => (DASH.test(line) ? dashed(line) : [line]));
    const isDialogue = all.filter((line) => DASH.test(line)).length > 1;
    const lines: string[] = [];
    const turns: number[] = [];
    if (cue.voice !== undefined && voice !== undefined && cue.voice !== voice) turns.push(0);
    voice = cue.voice ?? voice;
    for (const line of all) {
      const words = clean(line);
      const marked = words.replace(TURN, "");
      const mayBeDash = isDialogue || before === "" || ENDED.test(before);
      const text = (mayBeDash ? marked.replace(DASH, "") : marked).trim();
      if (text === "") continue;
      if (words !== marked || (mayBeDash && DASH.test(marked))) turns.push(lines.length);
      lines.push(text);
      before = text;
    }
    const sung = cue.lines.some((line) => SUNG.test(line));
    if (lines.length > 0) spoken.push({ ...cue, lines, turns, ...(sung && { sung }) });
  }
  return spoken;
}

function dashed(line: string): string[] {
  return line.split(INNER_DASH).map((part, at) => (at === 0 ? part : `- ${part}`));
}

function clean(line: string): string {
  const text = line.replace(BRACKETS, " ").replace(NOTES, " ").replace(/\s+/g, " ").trim();
  // What is left of a line that was nothing but a mark.
  const isRest = text !== line && !/[\p{L}\p{N}]/u.test(text);
  return isRest || REMARK.test(text) ? "" : text.replace(/ +([,.;:!?])(?=\s|$)/g, "$1");
}
