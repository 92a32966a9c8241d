import type { Cue } from "./cue.js";
import { lastWordTime, plainLines, voiceOf } from "./cue-text.js";

const TIMING =
  /^\s{0,20}((?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)\s{0,20}-{1,3}>\s{0,20}((?:\d{1,4}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)(?:\s|$)/;
const ARROW = "-->";
const NUMBER = /^\s{0,20}\d{1,7}\s{0,20}$/;
/** Where another begins to speak in the same cue. */
const BEFORE_VOICE = /(?=<v[.\s])/;
/** Blocks of WebVTT that are not shown. */
const SILENT = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

/** Whether a line says from when to when a cue is shown. */
export function isTiming(line: string): boolean {
  return TIMING.test(line);
}

/**
 * The cues of a WebVTT or SRT file, also of one that was written carelessly: without blank lines between cues, with wrong
 * numbers or none, commas and full stops mixed.
 */
export function readTimedText(text: string): Cue[] {
  const lines = text.split(/\r\n|\n|\r/);
  const isVtt = /^\ufeff?WEBVTT/.test(lines[0] ?? "");
  const isBlank = (line: string) => (isVtt ? line === "" : line.trim() === "");
  const firstTiming = lines.findIndex(isTiming);
  const isNumbered = firstTiming > 0 && NUMBER.test(lines[firstTiming - 1]!);
  const cues: Cue[] = [];
  let open: { start: number; end: number; raw: string[] } | undefined;
  let blankBefore = false;
  let silent = false;

  const close = () => {
    if (open === undefined) return;
    cues.push(...cuesOf(open.start, open.end, open.raw.join("\n")));
    open = undefined;
  };

  for (const [at, line] of lines.entries()) {
    const timing = TIMING.exec(line);
    if (timing !== null) {
      close();
      open = { start: milliseconds(timing[1]!), end: milliseconds(timing[2]!), raw: [] };
      blankBefore = false;
      silent = false;
      continue;
    }
    if (isBlank(line)) {
      blankBefore = true;
      silent = false;
      continue;
    }
    if (isVtt && blankBefore && SILENT.test(line)) silent = true;
    // No text can have this mark, so these are times that cannot be read.
    if (silent || open === undefined || line.includes(ARROW)) continue;
    const next = lines[at + 1] ?? "";
    const comesBeforeTiming = isTiming(next) || next.includes(ARROW);
    // In WebVTT a cue ends with a blank line; what stands before the times of the next is its name.
    if (
      isVtt
        ? blankBefore || (isNumbered && comesBeforeTiming && NUMBER.test(line))
        : isNumberLine(line, comesBeforeTiming)
    )
      continue;
    open.raw.push(line);
    blankBefore = false;
  }
  close();
  return cues;

  function isNumberLine(line: string, comesBeforeTiming: boolean): boolean {
    // Where cues have numbers, what stands instead of one is meant for it.
    return comesBeforeTiming && (NUMBER.test(line) ? isNumbered || blankBefore : isNumbered && blankBefore);
  }
}

/** One for each who speaks in it, with a share of its time. */
function cuesOf(start: number, end: number, raw: string): Cue[] {
  const parts = raw.split(BEFORE_VOICE).filter((part) => plainLines(part).length > 0);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let before = 0;
  return parts.flatMap((part) => {
    const from = start + Math.round(((end - start) * before) / length);
    before += part.length;
    return cueOf(from, start + Math.round(((end - start) * before) / length), part) ?? [];
  });
}

function cueOf(start: number, end: number, raw: string): Cue | undefined {
  const lines = plainLines(raw);
  if (lines.length === 0) return undefined;
  const last = lastWordTime(raw);
  const voice = voiceOf(raw);
  return {
    ...{ start, end: Math.max(start, end), lines },
    ...(last === undefined ? {} : { lastWord: milliseconds(last) }),
    ...(voice === undefined ? {} : { voice }),
  };
}

function milliseconds(text: string): number {
  const [clock = "", fraction = ""] = text.split(/[.,]/);
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
}
