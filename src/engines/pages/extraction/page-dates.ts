import dateFields from "../../../../data/pages/date-fields.txt";
import datePhrases from "../../../../data/pages/date-phrases.txt";
import type { JsonObject } from "../../../kernel/values/json.js";
import { once, readLists } from "../../tables.js";
import { type DateOptions, dateIn, dateInAddress } from "./dates.js";
import type { Mark, PageEvidence } from "./evidence.js";
import { texts } from "./structured-data.js";

export interface PageDates {
  readonly published: string;
  readonly modified: string;
}

const KINDS = ["published", "modified"] as const;
type Kind = (typeof KINDS)[number];

const fields = once(() => readLists({ name: "pages/date-fields.txt", text: dateFields }, KINDS));
const phrases = once((): ReadonlyMap<string, Kind> => {
  const lists = readLists({ name: "pages/date-phrases.txt", text: datePhrases }, KINDS);
  return new Map(KINDS.flatMap((kind) => lists[kind].map((phrase) => [phrase, kind] as const)));
});

/**
 * When the page was published and last changed, as it states it, shows it, says it in its text, or, at last, as its address
 * has it. A page whose program states one moment for both was written by that program then: what it shows goes before.
 */
export function pageDates(
  evidence: PageEvidence,
  main: JsonObject | undefined,
  page: string,
  options: DateOptions,
): PageDates {
  const { metas, items, times, dates, datedLines } = evidence;
  const first = (given: readonly string[]) =>
    given.map((text) => dateIn(text, options)).find((date) => date !== "") ?? "";
  const meta = (names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const item = (name: RegExp) => items.filter((one) => name.test(one.name)).map((one) => one.text);
  const said = (kind: Kind) => first(datedLines.filter((line) => saidOf(line) === kind));

  const changed = first([...texts(main?.dateModified), ...meta(fields().modified), ...item(/^datemodified$/)]);
  const modified =
    changed || first(byPlace([...times, ...dates].filter(isOfChange)).map(({ text }) => text)) || said("modified");
  const stated = first([
    ...texts(main?.datePublished),
    ...meta(fields().published),
    ...item(/^date(published|created)$/),
    ...texts(main?.dateCreated),
    ...texts(main?.uploadDate),
  ]);
  if (stated !== "" && stated !== modified) return { published: stated, modified };
  const shown = shownDate(evidence, first, said) || (stated === "" ? dateInAddress(page, options) : "");
  const isLater = shown.slice(0, 10) > (stated || changed || shown).slice(0, 10);
  // What is later than the last change, or than what is stated, is about something else.
  return { published: shown === "" || isLater ? stated : shown, modified };
}

function shownDate(
  { times, dates, bylines, lines }: PageEvidence,
  first: (given: readonly string[]) => string,
  said: (kind: Kind) => string,
): string {
  const shown = [...times, ...dates].filter((one) => !isOfChange(one) && saidOf(one.text) !== "modified");
  return (
    first(marked(shown, ISSUED).map(({ text }) => text)) ||
    first(byPlace(shown).map(({ text }) => text)) ||
    first(lines.filter(isDateLine)) ||
    said("published") ||
    first(byPlace(bylines.filter(({ text }) => !UPDATED.test(text.toLowerCase()))).map(({ text }) => text))
  );
}

const UPDATED = /updated|modified|aktualisiert|revis|last-?edit/;
const ISSUED = /publish|posted|pubdate|entry-?date|post-?date|created|issued|release/;
const MOST_WORDS = 6;

/** What a text that was never changed shows has both classes: "entry-date published updated". */
function isOfChange({ name }: Mark): boolean {
  return UPDATED.test(name) && !name.split(" ").includes("published");
}

/** What a date in a line is of, by the words before it. */
function saidOf(line: string): Kind | undefined {
  const before = /^[^\d]{2,60}?(?=[\s\u00a0:]*\d)/u.exec(line.toLowerCase())?.[0] ?? "";
  const words = before
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim()
    .split(" ");
  for (let count = Math.min(words.length, MOST_WORDS); count > 0; count -= 1) {
    const kind = phrases().get(words.slice(0, count).join(" "));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** As lists name other works: by a title in quotes, or with the date in brackets behind the words. */
const OTHER_WORK = /^["\u201c\u201e\u00ab]|^[^\d(]+\((?:[^()]*\D)?(?:19|20)\d\d\)/;

/** A line that is a date and little else, or says that it is one of publication. */
function isDateLine(line: string): boolean {
  if (!/\d{4}/.test(line) || /\u00a9|copyright|\(c\)/i.test(line) || saidOf(line) === "modified") return false;
  if (OTHER_WORK.test(line)) return false;
  return (
    line.length < 40 ||
    (line.length < 110 &&
      /\b(published|posted|written by|by|on|min(ute)? read|doi|ver\u00f6ffentlicht|publi\u00e9|publicado)\b|\s[|\u2022\u00b7\u00bb]\s/i.test(
        line,
      ))
  );
}

function marked(marks: readonly Mark[], name: RegExp): Mark[] {
  return byPlace(marks.filter((one) => name.test(one.name)));
}

/** What is below the heading goes before what is above it. */
function byPlace(marks: readonly Mark[]): Mark[] {
  return [...marks.filter((one) => one.afterHeading), ...marks.filter((one) => !one.afterHeading)];
}
