import { isPlainObject } from "../../kernel/values/json.js";
import type { Cue } from "./cue.js";
import { spacedLines } from "./cue-text.js";

interface OpenCue {
  readonly start: number;
  end: number;
  text: string;
  lastWord: number | undefined;
}

/**
 * The cues of a json3 file: events with segments of text. An event that appends writes on where the last one stopped; events
 * without text place a window. Undefined for JSON that has no events.
 */
export function readJson3(data: unknown): Cue[] | undefined {
  if (!isPlainObject(data) || !Array.isArray(data["events"])) return undefined;
  const open: OpenCue[] = [];
  for (const event of data["events"]) {
    if (!isPlainObject(event) || !Array.isArray(event["segs"])) continue;
    const segments = event["segs"].filter(isPlainObject);
    const text = segments.map(({ utf8 }) => (typeof utf8 === "string" ? utf8 : "")).join("");
    const start = time(event["tStartMs"]);
    const end = start + time(event["dDurationMs"]);
    const last = open.at(-1);
    const offset = segments.findLast(({ utf8 }) => typeof utf8 === "string" && utf8.trim() !== "")?.["tOffsetMs"];
    const lastWord = offset === undefined ? undefined : start + time(offset);
    const goesOn = event["aAppend"] === 1 && last !== undefined && !last.text.endsWith("\n");
    if (goesOn && last !== undefined) {
      last.text += text;
      if (text.trim() === "") continue;
      last.end = Math.max(last.end, end);
      last.lastWord = lastWord ?? start;
    } else if (text.trim() !== "") {
      open.push({ start, end, text, lastWord });
    }
  }
  return ended(
    open.flatMap(({ start, end, text, lastWord }) => {
      const lines = spacedLines(text);
      return lines.length === 0 ? [] : [{ start, end, lines, ...(lastWord === undefined ? {} : { lastWord }) }];
    }),
  );
}

/** Where words have times, a cue stands on the screen while the next one is spoken; it ends when that begins. */
function ended(cues: readonly Cue[]): Cue[] {
  return cues.map((cue, at) => {
    const next = cues[at + 1];
    if (next === undefined || cue.lastWord === undefined || next.start <= cue.start) return cue;
    return { ...cue, end: Math.min(cue.end, next.start) };
  });
}

function time(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.min(Math.round(value), MOST) : 0;
}

/** No file lasts longer than 1,000 days. */
const MOST = 1000 * 24 * 3_600_000;
