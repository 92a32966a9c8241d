import { Parser } from "htmlparser2";

/** The tags of WebVTT and those that SRT files have; other angle brackets are text. */
const TAG = /<\/?(?:c|i|b|u|s|v|ruby|rt|lang|font|span|em|strong)(?:[.\s][^<>]{0,500})?\/?>/gi;
const BREAK = /<br\s{0,10}\/?>/gi;
/** `<00:01:02.345>`: when the words behind it are spoken. */
const WORD_TIME = /<(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}>/g;
/** The same with digits that are too many or missing; nobody says it. */
const BROKEN_TIME = /<\d{1,4}:\d{1,4}(?::\d{1,4}(?:[.,]\d{0,9})?|[.,]\d{0,9})>/g;
/** `{\an8}`: where SRT files of some programs put a line. */
const POSITION = /\{\\[^{}]{0,200}\}/g;
const INVISIBLE = /[\u200b\u200e\u200f\u2060\ufeff]/g;

/** The lines of a cue as plain text. */
export function plainLines(raw: string): string[] {
  const untagged = raw
    .replace(WORD_TIME, "")
    .replace(BROKEN_TIME, "")
    .replace(BREAK, "\n")
    .replace(TAG, "")
    .replace(POSITION, "");
  return spacedLines(decoded(untagged));
}

/** The lines of a text that has no markup. */
export function spacedLines(text: string): string[] {
  return text
    .toWellFormed()
    .replace(INVISIBLE, "")
    .split(/[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim())
    .filter((line) => line !== "");
}

/** The last of the times in the text of a cue. */
export function lastWordTime(raw: string): string | undefined {
  return raw.includes("<") ? raw.match(WORD_TIME)?.at(-1)?.slice(1, -1) : undefined;
}

const VOICE = /^\s{0,20}<v(?:\.[^\s<>]{0,100})?\s([^<>]{1,200})>/;

/** Who speaks a cue of WebVTT, as its first mark says. */
export function voiceOf(raw: string): string | undefined {
  return VOICE.exec(raw)?.[1]?.trim();
}

/** With the character references of HTML read. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  let read = "";
  new Parser({ ontext: (piece) => (read += piece) }).end(text.replaceAll("<", "&lt;"));
  return read;
}
