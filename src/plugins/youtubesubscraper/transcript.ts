import type { Cue } from "../../engines/captions/cue.js";
import { withoutMarkers, withVoices } from "../../engines/captions/markers.js";
import { cueParagraphs, type Paragraph, paragraphsOf } from "../../engines/captions/paragraphs.js";
import { readCaptions } from "../../engines/captions/read-captions.js";
import { collapsedCues } from "../../engines/captions/rolling.js";
import { countWords } from "../../engines/pages/terms.js";
import type { Video } from "../../kernel/index.js";
import type { YouTubeSubScraperOptions } from "./options.js";

/** A part of a text, with the chapter it stands in. */
export interface Section {
  /** Empty before the first chapter, and in videos without any. */
  readonly title: string;
  /** Milliseconds. */
  readonly start: number;
  readonly paragraphs: readonly Paragraph[];
}

/** What captions say. */
export interface Transcript {
  readonly cues: readonly Cue[];
  readonly sections: readonly Section[];
  readonly words: number;
  /** Whether the file has captions, with words or with marks alone. */
  readonly hasCaptions: boolean;
}

type Look = Pick<YouTubeSubScraperOptions, "collapseRolling" | "removeMarkers" | "restoreParagraphs" | "includeMeta">;

/**
 * The words of a caption file, called `name` in messages, as the options want them. Throws PAGE_UNREADABLE for what holds no
 * captions.
 */
export function transcriptOf(
  file: string | Uint8Array,
  name: string,
  chapters: Video["chapters"],
  { collapseRolling, removeMarkers, restoreParagraphs, includeMeta }: Look,
): Transcript {
  const read = readCaptions(file, name);
  const once = collapseRolling ? collapsedCues(read) : read;
  const cues = removeMarkers ? withoutMarkers(once) : withVoices(once);
  const named = includeMeta ? chapters.filter(({ title }) => title.trim() !== "") : [];
  const breaks = named.map(({ start }) => Math.round(start * 1000));
  const paragraphs = restoreParagraphs ? paragraphsOf(cues, breaks) : cueParagraphs(cues, breaks);
  return {
    cues,
    hasCaptions: read.length > 0,
    sections: sectioned(paragraphs, named),
    words: countWords(cues.map(({ lines }) => lines.join(" ")).join("\n")),
  };
}

/** The paragraphs by chapter. A chapter in which nobody speaks is left out. */
function sectioned(paragraphs: readonly Paragraph[], chapters: Video["chapters"]): Section[] {
  const sections: { title: string; start: number; paragraphs: Paragraph[] }[] = [];
  let part = -1;
  for (const paragraph of paragraphs) {
    if (paragraph.part !== part) {
      part = paragraph.part;
      const { title, start } = chapters[part - 1] ?? { title: "", start: 0 };
      sections.push({ title: title.trim(), start: Math.round(start * 1000), paragraphs: [] });
    }
    sections.at(-1)!.paragraphs.push(paragraph);
  }
  return sections;
}
