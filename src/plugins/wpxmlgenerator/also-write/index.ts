import { namesAmong } from "../../_kit/checks.js";
import { FORMATS } from "../options.js";
import { bloggerWriter } from "./blogger.js";
import { csvWriter } from "./csv.js";
import { ghostWriter } from "./ghost.js";
import { markdownWriter } from "./markdown.js";
import type { AlsoWorld, AlsoWriter } from "./writer.js";

const WRITERS = { ghost: ghostWriter, markdown: markdownWriter, blogger: bloggerWriter, csv: csvWriter };

/** Throws bad-input for a format that is not known. */
export function alsoWriters(formats: readonly string[], world: AlsoWorld): readonly AlsoWriter[] {
  return namesAmong(FORMATS, formats, "alsoWrite").map((format) => WRITERS[format](world));
}
