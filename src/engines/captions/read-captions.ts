import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import type { Cue } from "./cue.js";
import { readJson3 } from "./json3.js";
import { isTiming, readTimedText } from "./timed-text.js";

const LISTED = "vtt, srt or json3";

/** Of a day of speech in the most verbose of the formats this is a multiple. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * The cues of a caption file, WebVTT, SRT or json3 whatever its name says, called `name` in messages. Throws PAGE_UNREADABLE
 * for one that is none of them, or is larger than 20 MB.
 */
export function readCaptions(file: string | Uint8Array, name: string): Cue[] {
  // A character is a byte at least.
  const size = typeof file === "string" ? file.length : file.byteLength;
  if (size > MAX_BYTES) {
    throw unreadable(name, "is larger than the 20 MB that a caption file may have", "Split it, or leave it out.");
  }
  const text = (typeof file === "string" ? file : decoded(file)).replace(/^\ufeff/, "");
  if (text.trim() === "") throw unreadable(name, "is empty", "Leave it out, or get it again.");
  const data = text.trimStart().startsWith("{") ? parsed(text) : undefined;
  const cues = readJson3(data);
  if (cues !== undefined) return cues;
  if (/^WEBVTT/.test(text) || text.split(/\r\n|\n|\r/).some(isTiming)) return readTimedText(text);
  if (data === undefined && /^\s*\{\s*(?:"|$)/.test(text)) {
    throw unreadable(name, "is damaged or cut short: it is not valid JSON", "Leave it out, or get it again.");
  }
  throw unreadable(name, "holds no captions", `Give a file of the kind ${LISTED}.`);
}

/** As its byte order mark says, else UTF-8 where it is valid, else windows-1252, in which old programs wrote. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(name: string, why: string, advice: string): ScriptoriumError {
  return new ScriptoriumError("PAGE_UNREADABLE", `${shown(name)} ${why}. ${advice}`, { path: shown(name) });
}
