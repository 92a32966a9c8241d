import dateFields from "../../../../data/pages/date-fields.txt";
import type { JsonObject } from "../../../kernel/values/json.js";
import { once, readLists } from "../../tables.js";
import { type DateOptions, dateIn, dateInAddress } from "./dates.js";
import type { Mark, PageEvidence } from "./page-evidence.js";
import { texts } from "./structured-data.js";

export interface PageDates {
  readonly published: string;
  readonly modified: string;
}

const fields = once(() => readLists({ name: "pages/date-fields.txt", text: dateFields }, ["published", "modified"]));

/** When the page was published and last changed, as it states it, shows it, or, at last, as its address has it. */
export function pageDates(
  { metas, items, times, dates, lines }: PageEvidence,
  main: JsonObject | undefined,
  page: string,
  options: DateOptions,
): PageDates {
  const first = (given: readonly string[]) =>
    given.map((text) => dateIn(text, options)).find((date) => date !== "") ?? "";
  const meta = (names: readonly string[]) => names.flatMap((name) => metas.get(name) ?? []);
  const item = (name: RegExp) => items.filter((one) => name.test(one.name)).map((one) => one.text);

  const modified =
    first([...texts(main?.dateModified), ...meta(fields().modified), ...item(/^datemodified$/)]) ||
    first(marked([...times, ...dates], UPDATED).map(({ text }) => text)) ||
    first(lines.filter(isUpdate));
  const stated = first([
    ...texts(main?.datePublished),
    ...meta(fields().published),
    ...item(/^date(published|created)$/),
    ...texts(main?.dateCreated),
    ...texts(main?.uploadDate),
  ]);
  if (stated !== "") return { published: stated, modified };
  const shown = [...times, ...dates].filter((one) => !UPDATED.test(one.name) && !isUpdate(one.text));
  const published =
    first(marked(shown, ISSUED).map(({ text }) => text)) ||
    first(byPlace(shown).map(({ text }) => text)) ||
    first(lines.filter(isDateLine)) ||
    dateInAddress(page, options);
  return { published, modified };
}

const UPDATED = /updated|modified|aktualisiert|revis/;
const ISSUED = /publish|posted|pubdate|entry-?date|post-?date|created|issued/;

function isUpdate(text: string): boolean {
  return /^\W*(last )?(updated|modified|aktualisiert|mis \u00e0 jour|reviewed)/i.test(text);
}

/** A line that is a date and little else, or says that it is one of publication. */
function isDateLine(line: string): boolean {
  if (!/\d{4}/.test(line) || /\u00a9|copyright|\(c\)/i.test(line) || isUpdate(line)) return false;
  return (
    line.length < 40 ||
    (line.length < 110 &&
      /\b(published|posted|written by|by|on|min(ute)? read|ver\u00f6ffentlicht|publi\u00e9|publicado)\b/i.test(line))
  );
}

function marked(marks: readonly Mark[], name: RegExp): Mark[] {
  return byPlace(marks.filter((one) => name.test(one.name)));
}

/** What is below the heading goes before what is above it. */
function byPlace(marks: readonly Mark[]): Mark[] {
  return [...marks.filter((one) => one.afterHeading), ...marks.filter((one) => !one.afterHeading)];
}
