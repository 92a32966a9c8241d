import { knownWords } from "../../engines/captions/broken-words.js";
import { clockTime } from "../../engines/captions/cue.js";
import type { Paragraph } from "../../engines/captions/paragraphs.js";
import { joined } from "../../engines/captions/pieces.js";
import { writeSrt, writeVtt } from "../../engines/captions/write-captions.js";
import { quoted } from "../../engines/pages/extraction/as-markdown.js";
import { inline, lineStart } from "../../engines/pages/extraction/as-markdown-inline.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import type { CaptionFormat, YouTubeSubScraperOptions } from "./options.js";
import type { Transcript } from "./transcript.js";

/** What captions are of. */
export interface CaptionFacts {
  /** Empty for a file that does not say it. */
  readonly videoId: string;
  /** Empty for a file. */
  readonly url: string;
  readonly title: string;
  readonly channel: string;
  /** ISO 8601; empty when unknown. */
  readonly date: string;
  /** Seconds; 0 when unknown. */
  readonly duration: number;
  readonly language: string;
  /** `manual`, `auto`, `translated`, `file`. */
  readonly kind: string;
}

export interface CaptionFile {
  readonly path: string;
  readonly content: string;
  /** Media type. */
  readonly type: string;
}

type Look = Pick<YouTubeSubScraperOptions, "timestamps" | "includeMeta">;

const MEDIA_TYPES: Readonly<Record<CaptionFormat, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  json: "application/json",
  vtt: "text/vtt",
  srt: "application/x-subrip",
  csv: "text/csv",
};

/** The files of a transcript, `articles/<name>.<format>` each. */
export function captionFiles(
  transcript: Transcript,
  facts: CaptionFacts,
  { formats, name, look }: { readonly formats: readonly CaptionFormat[]; readonly name: string; readonly look: Look },
): CaptionFile[] {
  return formats.map((format) => ({
    path: `articles/${name}.${format}`,
    content: written(transcript, facts, format, look),
    type: MEDIA_TYPES[format],
  }));
}

function written(transcript: Transcript, facts: CaptionFacts, format: CaptionFormat, look: Look): string {
  switch (format) {
    case "txt":
      return asText(transcript, facts, look);
    case "md":
      return asMarkdown(transcript, facts, look);
    case "json":
      return asJson(transcript, facts, look);
    case "vtt":
      return writeVtt(transcript.cues);
    case "srt":
      return writeSrt(transcript.cues);
    case "csv":
      return asCsv(transcript);
  }
}

function asText({ sections }: Transcript, facts: CaptionFacts, { timestamps, includeMeta }: Look): string {
  const { title, channel, date, url } = facts;
  const head = [title, [channel, date.slice(0, 10)].filter((part) => part !== "").join(", "), url];
  const blocks = includeMeta ? [head.filter((line) => line !== "").join("\n")] : [];
  for (const section of sections) {
    if (section.title !== "") blocks.push(section.title);
    for (const { start, text } of section.paragraphs) blocks.push(timestamps ? `[${clockTime(start)}] ${text}` : text);
  }
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function asMarkdown({ sections }: Transcript, facts: CaptionFacts, { timestamps, includeMeta }: Look): string {
  const blocks: string[] = [];
  if (includeMeta) blocks.push(...[frontMatter(facts), heading(1, facts.title)].filter((block) => block !== ""));
  for (const section of sections) {
    if (section.title !== "") blocks.push(heading(2, section.title));
    for (const paragraph of section.paragraphs) blocks.push(markdownParagraph(paragraph, timestamps));
  }
  return `${blocks.join("\n\n")}\n`;
}

function heading(level: number, title: string): string {
  const text = inline([{ text: title }]).replace(/#+$/, (run) => "\\#".repeat(run.length));
  return text === "" ? "" : `${"#".repeat(level)} ${text}`;
}

function markdownParagraph({ start, text }: Paragraph, timestamps: boolean): string {
  const lines = text.split("\n").map((line) => lineStart(inline([{ text: line }])));
  const time = timestamps ? `**${clockTime(start)}** ` : "";
  return `${time}${lines.join("\\\n")}`;
}

function frontMatter({ title, channel, date, url, language, kind, duration }: CaptionFacts): string {
  const facts = { title, channel, date, url, language, kind };
  const lines = Object.entries(facts).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${quoted(value)}`]));
  if (duration > 0) lines.push(`duration: ${quoted(clockTime(duration * 1000))}`);
  return `---\n${lines.join("\n")}\n---`;
}

function asJson({ cues, sections, words }: Transcript, facts: CaptionFacts, { includeMeta }: Look): string {
  const { videoId, language, kind } = facts;
  const seconds = ({ start, end }: { readonly start: number; readonly end: number }) => ({
    start: start / 1000,
    end: end / 1000,
  });
  const record = {
    ...(includeMeta ? facts : { videoId, language, kind }),
    words,
    ...(includeMeta && {
      chapters: sections.flatMap(({ title, start }) => (title === "" ? [] : [{ title, start: start / 1000 }])),
    }),
    paragraphs: sections.flatMap(({ title, paragraphs }) =>
      paragraphs.map((each) => ({ ...seconds(each), ...(title !== "" && { chapter: title }), text: each.text })),
    ),
    captions: cues.map((cue) => ({ ...seconds(cue), text: cue.lines.join("\n") })),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** Seconds and words, a line for each caption. */
function asCsv({ cues }: Transcript): string {
  const known = knownWords(cues.flatMap(({ lines }) => lines));
  const rows = cues.map(({ start, end, lines }) => [start / 1000, end / 1000, joined(lines, known)]);
  return [["start", "end", "text"], ...rows].map((cells) => csvLine(cells)).join("");
}
