import { createHash } from "node:crypto";
import { csvLine } from "../../../kernel/values/csv-line.js";
import type { PlannedTime } from "./planned-times.js";

/** What comes out when, and where. */
export interface PlanEntry extends PlannedTime {
  readonly file: string;
  readonly title: string;
  readonly target: string;
  readonly status: string;
}

export interface PlanFile {
  readonly path: "plan.json" | "plan.csv" | "plan.ics";
  readonly content: string;
  /** Media type. */
  readonly type: string;
}

/** The plan as data, as a table and as a calendar of this name, made now. */
export function planFiles(
  entries: readonly PlanEntry[],
  what: { readonly name: string; readonly now: Date },
): readonly PlanFile[] {
  return [
    { path: "plan.json", content: asJson(entries), type: "application/json" },
    { path: "plan.csv", content: asCsv(entries), type: "text/csv" },
    { path: "plan.ics", content: asCalendar(entries, what), type: "text/calendar" },
  ];
}

function asJson(entries: readonly PlanEntry[]): string {
  const lines = entries.map(({ at, day, file, title, target, status }) =>
    JSON.stringify({ at, day, file, title, target, status }),
  );
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
}

function asCsv(entries: readonly PlanEntry[]): string {
  const look = { lineBreak: "\r\n" } as const;
  const lines = entries.map(({ at, day, file, title, target, status }) =>
    csvLine([at, day, file, title, target, status], look),
  );
  return csvLine(["at", "day", "file", "title", "target", "status"], look) + lines.join("");
}

/** RFC 5545. Every entry is a moment, not a span. */
function asCalendar(
  entries: readonly PlanEntry[],
  { name, now }: { readonly name: string; readonly now: Date },
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Scriptorium//Plan//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${calendarText(name)}`,
    ...entries.flatMap((entry) => event(entry, now)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function event({ at, file, title, target, status }: PlanEntry, now: Date): string[] {
  const time = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, "");
  const id = createHash("sha256")
    .update(JSON.stringify([file, target]))
    .digest("hex")
    .slice(0, 32);
  return [
    "BEGIN:VEVENT",
    `UID:${id}@plan.scriptorium.invalid`,
    `DTSTAMP:${time(now)}`,
    `DTSTART:${time(new Date(at))}`,
    `SUMMARY:${calendarText(title)}`,
    `DESCRIPTION:${calendarText([file, target, status].filter((part) => part !== "").join(", "))}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

function calendarText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll("\n", "\\n");
}

/** Lines of 75 bytes at most, cut between characters. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  let text = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      text += "\r\n ";
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
