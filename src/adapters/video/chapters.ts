import type { Video } from "../../kernel/index.js";
import { at, clockSeconds, textAt, walk, writtenText } from "./json-walk.js";

type Chapters = Video["chapters"];

/** The chapters that the page of a video shows, else those that its description lists. */
export function chaptersOf(page: unknown, description: string): Chapters {
  const shown = new Map<number, string>();
  walk(page, (name, value) => {
    if (name === "chapterRenderer") {
      const start = Number(at(value, "timeRangeStartMillis")) / 1000;
      if (Number.isFinite(start)) note(start, writtenText(at(value, "title")));
      return false;
    }
    if (name !== "macroMarkersListItemRenderer") return true;
    const start = clockSeconds(writtenText(at(value, "timeDescription")));
    if (start !== undefined) note(start, writtenText(at(value, "title")));
    return false;
  });
  function note(start: number, title: string): void {
    if (title !== "" && !shown.has(start)) shown.set(start, title);
  }
  const chapters = [...shown].map(([start, title]) => ({ start, title })).sort((a, b) => a.start - b.start);
  return chapters.length > 1 ? chapters : listedChapters(description);
}

const LEADING = /^[\s([*\-\u2022]{0,5}((?:\d{1,3}:)?\d{1,2}:\d{2})[\s)\]:|\-\u2013\u2014]{1,9}(\S.{0,200})$/u;
const TRAILING = /^(\S.{0,200}?)[\s([:|\-\u2013\u2014]{1,9}((?:\d{1,3}:)?\d{1,2}:\d{2})[\s)\]]{0,3}$/u;
const FEWEST = 3;

/** By the rules of the service: three lines with times at least, the first of them 0:00, each later than the one before. */
export function listedChapters(description: string): Chapters {
  const chapters = description.split("\n").flatMap((line) => {
    const [, leading = "", after = ""] = LEADING.exec(line) ?? [];
    const [, before = "", trailing = ""] = leading === "" ? (TRAILING.exec(line) ?? []) : [];
    const start = clockSeconds(leading || trailing);
    return start === undefined ? [] : [{ start, title: (after || before).trim() }];
  });
  const inOrder = chapters.every(({ start }, index) => index === 0 || start > chapters[index - 1]!.start);
  return chapters.length >= FEWEST && chapters[0]?.start === 0 && inOrder ? chapters : [];
}

/** What a video is, by the answer of the player and, where there is one, the data of its page. */
export function factsOf(player: unknown, page: unknown) {
  const details = at(player, "videoDetails");
  const format = at(player, "microformat", "playerMicroformatRenderer");
  const description = textAt(details, "shortDescription");
  const published = textAt(format, "publishDate") || textAt(format, "uploadDate");
  return {
    title: textAt(details, "title") || writtenText(at(format, "title")),
    channel: textAt(details, "author") || textAt(format, "ownerChannelName"),
    date: isoDate(published),
    duration: Number(textAt(details, "lengthSeconds") || textAt(format, "lengthSeconds")) || 0,
    description,
    chapters: chaptersOf(page, description),
  };
}

export type Facts = ReturnType<typeof factsOf>;

/** What is known of a video that gives no captions: a fact of its error. */
export function aboutOf({ title, channel, date, duration }: Pick<Video, "title" | "channel" | "date" | "duration">) {
  return { title, channel, date, duration };
}

function isoDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const date = new Date(text);
  return text === "" || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}
