import type { Cue } from "./cue.js";

/** A WebVTT file. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, end, lines }) => `${time(start, ".")} --> ${time(end, ".")}\n${lines.map(escaped).join("\n")}\n`,
  );
  return ["WEBVTT\n", ...blocks].join("\n");
}

/** An SRT file, numbered from 1. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ start, end, lines }, at) => {
      // The format has no way to write what would be read as the times of a cue.
      const text = lines.map((line) => line.replaceAll("-->", "->")).join("\n");
      return `${at + 1}\n${time(start, ",")} --> ${time(end, ",")}\n${text}\n`;
    })
    .join("\n");
}

function escaped(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function time(milliseconds: number, separator: "." | ","): string {
  const padded = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, "0");
  const hours = padded(milliseconds / 3_600_000, 2);
  const minutes = padded((milliseconds / 60_000) % 60, 2);
  const seconds = padded((milliseconds / 1000) % 60, 2);
  return `${hours}:${minutes}:${seconds}${separator}${padded(milliseconds % 1000, 3)}`;
}
