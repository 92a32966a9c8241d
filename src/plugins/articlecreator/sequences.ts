import type { Paragraph } from "./source-sentences.js";

export type SequenceKind = "numbered" | "countdown" | "ordinal" | "time of day" | "day" | "month" | "season" | "year";

/** Sections of one source whose headings count up: to be used whole and in this order, or not at all. */
export interface Sequence {
  readonly kind: SequenceKind;
  readonly members: readonly SequenceMember[];
}

export interface SequenceMember {
  readonly heading: string;
  /** In the order of the source; of a member and of the sections without a place of their own that follow it. */
  readonly paragraphs: readonly Paragraph[];
}

interface Place {
  readonly kind: SequenceKind;
  /** Only places of one family count up together: "Day 1" and "Step 2" do not. */
  readonly family: string;
  readonly at: number;
  /** Of how many one begins again: seasons may begin with autumn. */
  readonly cycle?: number;
}

const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const ROMAN = "i ii iii iv v vi vii viii ix x xi xii".split(" ");
/** Words of one line are one place. */
const CYCLES: readonly { readonly kind: SequenceKind; readonly places: readonly string[]; readonly isOpen: boolean }[] =
  [
    {
      kind: "time of day",
      places: ["(?:early )?morning|breakfast", "noon|midday|lunch", "(?:late )?afternoon", "evening|dinner", "night"],
      isOpen: true,
    },
    { kind: "season", places: ["spring", "summer", "autumn|fall", "winter"], isOpen: false },
    {
      kind: "month",
      places: "january february march april may june july august september october november december".split(" "),
      isOpen: false,
    },
    {
      kind: "day",
      places: "monday tuesday wednesday thursday friday saturday sunday".split(" "),
      isOpen: false,
    },
  ];
const COUNTED =
  /^(?:the )?(step|day|week|month|year|stage|phase|part|lesson|session|round|exercise|level|hour|leg|act|trimester)\s*(?:no\.?\s*)?#?(\d{1,2}|\p{L}+)\b(?!\s*(?:-|\u2013)\s*\p{L})/iu;
const NUMBERED = /^(?:#\s?)?(\d{1,2})\s?[.):]\s*\p{L}/u;
/** "Six months before", "2-3 weeks out": the next one has less time left. */
const COUNTDOWN =
  /^(?:about |around )?(\d{1,2}|\p{L}+)(?:\s?(?:-|\u2013|to)\s?(?:\d{1,2}|\p{L}+))?\+? (day|week|month|year)s? (?:before|out|to go|ahead|prior|until|left)\b/iu;
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const ORDINAL = /^(?:the |on the )?(\p{L}+?)(ly)?(?:(?=[:,.\u2013\u2014-])|\s(\p{L}+)|$)/iu;
const YEAR = /^(?:in |from |about |around )?(1\d{3}|20\d{2})s?(?:\s?[-\u2013/]\s?\d{2,4})?(?:$|[\s:,.\u2013\u2014-])/i;
/** Alone, two such headings say little: "Fall" may be a plant's. */
const FEWEST: Readonly<Record<SequenceKind, number>> = {
  numbered: 2,
  countdown: 2,
  ordinal: 2,
  "time of day": 2,
  day: 3,
  month: 3,
  season: 3,
  year: 3,
};

/** The sequences of the sources, from their paragraphs in order. */
export function sequencesOf(paragraphs: readonly Paragraph[]): Sequence[] {
  return [...Map.groupBy(paragraphs, ({ source }) => source).values()].flatMap((members) => {
    const sections = [...Map.groupBy(members, ({ section }) => section).values()];
    return countingUp(sections.map(([first]) => first!.heading)).map(({ kind, at }) => ({
      kind,
      members: at.map((from, index) => ({
        heading: sections[from]![0]!.heading,
        paragraphs: sections.slice(from, at[index + 1] ?? from + 1).flat(),
      })),
    }));
  });
}

interface Found {
  readonly kind: SequenceKind;
  readonly family: string;
  /** Their places among the headings. */
  readonly at: number[];
}

/** Which of the headings of a text, in their order, count up. */
export function countingUp(headings: readonly string[]): Found[] {
  const open = new Map<string, { kind: SequenceKind; at: number[]; last: Place }>();
  const found: Found[] = [];
  const close = (family: string) => {
    const run = open.get(family);
    open.delete(family);
    if (run !== undefined && run.at.length >= FEWEST[run.kind]) found.push({ kind: run.kind, family, at: run.at });
  };
  for (const [at, heading] of headings.entries()) {
    const place = placeOfHeading(heading);
    if (place === undefined) continue;
    const run = open.get(place.family);
    if (run !== undefined && comesAfter(place, run.last, run.at.length)) {
      run.at.push(at);
      run.last = place;
    } else {
      close(place.family);
      open.set(place.family, { kind: place.kind, at: [at], last: place });
    }
  }
  for (const family of [...open.keys()]) close(family);
  // "Day 1" with "Morning" and "Evening" below it: the days are the sequence, and their parts are in it.
  const isWithin = (inner: Found, outer: Found) =>
    inner.family !== outer.family &&
    outer.at.some((from, index) => {
      const end = outer.at[index + 1];
      return end === undefined ? inner.at[0] === from + 1 : from < inner.at[0]! && inner.at.at(-1)! < end;
    });
  return found
    .filter((each) => !found.some((other) => isWithin(each, other)))
    .toSorted((one, other) => one.at[0]! - other.at[0]!);
}

function comesAfter(place: Place, last: Place, length: number): boolean {
  if (place.cycle === undefined) return place.at > last.at;
  return length < place.cycle && (place.at - last.at + place.cycle) % place.cycle === 1;
}

function placeOfHeading(heading: string): Place | undefined {
  const text = heading.trim();
  const [, word, number] = COUNTED.exec(text) ?? [];
  if (word !== undefined && number !== undefined) {
    const at = numberOf(number);
    if (at !== undefined) return { kind: "numbered", family: word.toLowerCase(), at };
  }
  const [, left, unit] = COUNTDOWN.exec(text) ?? [];
  const time = left === undefined ? undefined : numberOf(left);
  if (time !== undefined) return { kind: "countdown", family: "countdown", at: -time * DAYS[unit!.toLowerCase()]! };
  const [, plain] = NUMBERED.exec(text) ?? [];
  if (plain !== undefined) return { kind: "numbered", family: "#", at: Number(plain) };
  const [, year] = YEAR.exec(text) ?? [];
  if (year !== undefined) return { kind: "year", family: "year", at: Number(year) };
  for (const { kind, places, isOpen } of CYCLES) {
    const at = places.findIndex((names) =>
      new RegExp(`^(?:in |the |in the )?(?:${names})(?:$|[:,.]|\\s[-\u2013(]|\\s\\d)`, "i").test(text),
    );
    if (at >= 0) return { kind, family: kind, at, ...(!isOpen && { cycle: places.length }) };
  }
  const [, ordinal = "", , thing = ""] = ORDINAL.exec(text) ?? [];
  const at = ordinalOf(ordinal);
  return at === undefined ? undefined : { kind: "ordinal", family: `ordinal ${thing.toLowerCase()}`, at };
}

function numberOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const lower = text.toLowerCase();
  const at = [NUMBERS, ROMAN].map((words) => words.indexOf(lower)).find((index) => index >= 0);
  return at === undefined ? undefined : at + 1;
}

function ordinalOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  if (/^(?:final|last)$/.test(lower)) return ORDINALS.length;
  const at = ORDINALS.indexOf(lower);
  return at < 0 ? undefined : at;
}
