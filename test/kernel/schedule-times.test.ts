import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cronPattern } from "../../src/kernel/attendants/schedule/cron.js";
import { timeZone } from "../../src/kernel/attendants/schedule/local-time.js";
import { scheduleSettings } from "../../src/kernel/attendants/schedule/settings.js";
import { nextTimes } from "./next-times.js";

const times = (cron: string, timezone: string, from: string, count = 3) =>
  nextTimes(cron, timezone, new Date(from), count).map((at) => at.toISOString().replace(":00.000Z", "Z"));
const refusal = (cron: string): string => {
  try {
    cronPattern(cron);
  } catch (error) {
    return (error as Error).message;
  }
  return "none";
};

describe("what a schedule may be", () => {
  it.each([
    ["30 9 * * *", ["2026-01-01T09:30Z", "2026-01-02T09:30Z", "2026-01-03T09:30Z"]],
    ["0 30 9 * * *", ["2026-01-01T09:30Z", "2026-01-02T09:30Z", "2026-01-03T09:30Z"]],
    ["0 0 * * 7", ["2026-01-04T00:00Z", "2026-01-11T00:00Z", "2026-01-18T00:00Z"]],
    ["0 0 * * 0", ["2026-01-04T00:00Z", "2026-01-11T00:00Z", "2026-01-18T00:00Z"]],
    ["0 0 * * 5-7", ["2026-01-02T00:00Z", "2026-01-03T00:00Z", "2026-01-04T00:00Z"]],
    ["0 0 * * mon-Wed", ["2026-01-05T00:00Z", "2026-01-06T00:00Z", "2026-01-07T00:00Z"]],
    ["0 0 1 JAN,jul *", ["2026-07-01T00:00Z", "2027-01-01T00:00Z", "2027-07-01T00:00Z"]],
    ["  */20   0  *  * * ", ["2026-01-01T00:20Z", "2026-01-01T00:40Z", "2026-01-02T00:00Z"]],
    ["0 0 L * *", ["2026-01-31T00:00Z", "2026-02-28T00:00Z", "2026-03-31T00:00Z"]],
    ["0 0 29 2 *", ["2028-02-29T00:00Z", "2032-02-29T00:00Z", "2036-02-29T00:00Z"]],
    ["@hourly", ["2026-01-01T01:00Z", "2026-01-01T02:00Z", "2026-01-01T03:00Z"]],
    ["@daily", ["2026-01-02T00:00Z", "2026-01-03T00:00Z", "2026-01-04T00:00Z"]],
    ["@midnight", ["2026-01-02T00:00Z", "2026-01-03T00:00Z", "2026-01-04T00:00Z"]],
    ["@Weekly", ["2026-01-04T00:00Z", "2026-01-11T00:00Z", "2026-01-18T00:00Z"]],
    ["@monthly", ["2026-02-01T00:00Z", "2026-03-01T00:00Z", "2026-04-01T00:00Z"]],
    ["@yearly", ["2027-01-01T00:00Z", "2028-01-01T00:00Z", "2029-01-01T00:00Z"]],
    ["@annually", ["2027-01-01T00:00Z", "2028-01-01T00:00Z", "2029-01-01T00:00Z"]],
  ])("%s comes at %j", (cron, expected) => {
    expect(times(cron, "UTC", "2026-01-01T00:00:00Z")).toEqual(expected);
  });

  it("a day of the month and a weekday together mean either of them", () => {
    expect(times("0 0 2 * 1", "UTC", "2026-01-01T00:00:00Z")).toEqual([
      "2026-01-02T00:00Z",
      "2026-01-05T00:00Z",
      "2026-01-12T00:00Z",
    ]);
  });

  it("a time zone moves the hours, and none is that of the server", () => {
    expect(times("0 9 * * *", "America/New_York", "2026-01-01T00:00:00Z", 1)).toEqual(["2026-01-01T14:00Z"]);
    expect(times("0 9 * * *", "Asia/Kathmandu", "2026-01-01T00:00:00Z", 1)).toEqual(["2026-01-01T03:15Z"]);
    expect(timeZone("").name).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it.each([
    ["every day", "has 2 fields. Write five of them"],
    ["* * * *", "has 4 fields"],
    ["* * * * * * *", "has 7 fields"],
    ["0 25 * * *", 'has "25" as its hour. Use 0 to 23'],
    ["61 * * * *", 'has "61" as its minute'],
    ["0 0 32 * *", 'has "32" as its day of the month'],
    ["0 0 * 13 *", 'has "13" as its month'],
    ["0 0 * FOO *", 'has "FOO" as its month'],
    ["0 0 * * 8", 'has "8" as its day of the week'],
    ["0 22-2 * * *", 'has "22-2" as its hour'],
    ["*/0 * * * *", 'has "*/0" as its minute'],
    ["@reboot", "has no time of its own"],
    ["@fortnightly", "is no macro that there is. Use one of @hourly, @daily"],
    ["0 0 30 2 *", "never comes, because none of its months has such a day"],
    ["0 0 31 2,4,6 *", "never comes"],
    ["* * * * * *", "ticks too fast. Leave at least 10 seconds"],
    ["*/5 * * * * *", "ticks too fast"],
    ["0,55 * * * * *", "ticks too fast"],
    ["<script>\u0000", "has 1 field"],
  ])("%s is refused in words", (cron, words) => {
    expect(refusal(cron)).toContain(words);
  });

  it("ticks ten seconds apart are allowed, and fast ones that never meet", () => {
    expect(refusal("*/10 * * * * *")).toBe("none");
    expect(refusal("0,55 0 * * * *")).toBe("none");
    expect(refusal("5,20,50 * * * * *")).toBe("none");
  });

  it("a time zone that does not exist is refused in words", () => {
    expect(() => nextTimes("@daily", "Mars/Olympus", new Date(0), 1)).toThrow(
      'There is no time zone "Mars/Olympus". Use a name such as',
    );
  });

  it("any text either is a schedule or is refused with what to do", () => {
    const field = fc.stringMatching(/^[0-9A-Za-z*?,/#+-]{1,6}$/);
    const texts = fc.oneof(
      fc.string(),
      fc.array(field, { minLength: 4, maxLength: 7 }).map((all) => all.join(" ")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = scheduleSettings({ jobCron: text, jobCronTimezone: "UTC" });
        if (found === undefined) expect(text.trim()).toBe("");
        else if ("trouble" in found) expect(found.trouble).toMatch(/^The schedule ".*" .+\. .+/s);
        else expect(found.pattern.nextFace(0)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("when the clocks are set", () => {
  it.each([
    [
      "a missing hour runs once right after",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00:00Z",
      ["2026-03-29T01:00Z", "2026-03-30T00:30Z"],
    ],
    [
      "several missing times run once",
      "*/20 2 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00:00Z",
      ["2026-03-29T01:00Z", "2026-03-30T00:00Z"],
    ],
    [
      "a missing time among others runs once right after",
      "30 2,14 * * *",
      "Europe/Berlin",
      "2026-03-28T15:00:00Z",
      ["2026-03-29T01:00Z", "2026-03-29T12:30Z"],
    ],
    [
      "a missing and an existing time that fall together run once",
      "0 2,3 * * *",
      "Europe/Berlin",
      "2026-03-28T12:00:00Z",
      ["2026-03-29T01:00Z", "2026-03-30T00:00Z"],
    ],
    [
      "a doubled hour runs once",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      ["2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ],
    [
      "a doubled hour with several times runs each once",
      "*/30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T12:00:00Z",
      ["2026-10-25T00:00Z", "2026-10-25T00:30Z", "2026-10-26T01:00Z"],
    ],
    [
      "a doubled hour is not run again from the middle of it",
      "30 1 * * *",
      "America/New_York",
      "2026-11-01T05:30:00Z",
      ["2026-11-02T06:30Z"],
    ],
    [
      "an hourly schedule keeps its pace in spring",
      "30 * * * *",
      "America/New_York",
      "2026-03-08T06:00:00Z",
      ["2026-03-08T06:30Z", "2026-03-08T07:30Z"],
    ],
    [
      "an hourly schedule keeps its pace in autumn",
      "30 * * * *",
      "America/New_York",
      "2026-11-01T05:00:00Z",
      ["2026-11-01T05:30Z", "2026-11-01T06:30Z", "2026-11-01T07:30Z"],
    ],
    [
      "half an hour is missing on Lord Howe Island",
      "15 2 * * *",
      "Australia/Lord_Howe",
      "2026-10-03T00:00:00Z",
      ["2026-10-03T15:30Z", "2026-10-04T15:15Z"],
    ],
    [
      "half an hour is doubled on Lord Howe Island",
      "45 1 * * *",
      "Australia/Lord_Howe",
      "2026-04-04T00:00:00Z",
      ["2026-04-04T14:45Z", "2026-04-05T15:15Z"],
    ],
    [
      "a midnight that is missing runs at one",
      "@daily",
      "Africa/Cairo",
      "2026-04-23T12:00:00Z",
      ["2026-04-23T22:00Z", "2026-04-24T21:00Z"],
    ],
    [
      "a day that a country left out runs when the next begins",
      "0 12 30 12 *",
      "Pacific/Apia",
      "2011-12-29T00:00:00Z",
      ["2011-12-30T10:00Z", "2012-12-29T22:00Z"],
    ],
  ])("%s: %s in %s", (_words, cron, timezone, from, expected) => {
    expect(times(cron, timezone, from, expected.length)).toEqual(expected);
  });
});

const ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC", "America/Havana"] as const;
/** Days around which the clocks of these zones are set in 2026, and some on which nothing happens. */
const STARTS = [
  "2026-03-07",
  "2026-03-28",
  "2026-04-04",
  "2026-06-10",
  "2026-10-03",
  "2026-10-24",
  "2026-10-31",
] as const;
const MINUTE = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();
/** What the clocks of a zone show, by another way than the one under test. */
function clockFace(timezone: string, moment: number) {
  const known = formats.get(timezone);
  const format =
    known ?? new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  formats.set(timezone, format);
  return format.format(moment);
}

/** Every tick of the span, found by walking over it minute by minute. */
function walked(minutes: readonly number[], hours: readonly number[], timezone: string, from: number, span: number) {
  const fits = (face: string) => hours.includes(Number(face.slice(11, 13))) && minutes.includes(Number(face.slice(14)));
  const faceAt = (moment: number) => clockFace(timezone, moment);
  const everyHour = hours.length === 24;
  const seen = new Set<string>();
  const ticks: number[] = [];
  let before = Date.parse(`${faceAt(from - 180 * MINUTE)}Z`);
  for (let moment = from - 179 * MINUTE; moment <= from + span; moment += MINUTE) {
    const face = faceAt(moment);
    const shown = Date.parse(`${face}Z`);
    let isTick = fits(face) && (everyHour || !seen.has(face));
    // What the clocks jumped over.
    for (let missing = before + MINUTE; missing < shown && !everyHour; missing += MINUTE) {
      const jumped = new Date(missing).toISOString().slice(0, 16).replace("T", " ");
      if (fits(jumped) && !seen.has(jumped)) isTick = true;
      seen.add(jumped);
    }
    seen.add(face);
    before = shown;
    if (isTick && moment > from) ticks.push(moment);
  }
  return ticks;
}

describe("next times", () => {
  it("are those that a walk over every minute finds, in every zone and whenever it begins", () => {
    const some = (most: number) => fc.uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 4 });
    const hours = fc.oneof(some(23), some(3), fc.constant(Array.from({ length: 24 }, (_, hour) => hour)));
    fc.assert(
      fc.property(
        some(59),
        hours,
        fc.constantFrom(...ZONES),
        fc.constantFrom(...STARTS),
        fc.integer({ min: 0, max: 47 * 60 * 60 }),
        (minutes, chosen, timezone, start, seconds) => {
          const from = Date.parse(start) + seconds * 1000;
          const cron = `${minutes.join(",")} ${chosen.length === 24 ? "*" : chosen.join(",")} * * *`;
          const expected = walked(minutes, chosen, timezone, Math.floor(from / MINUTE) * MINUTE, 1500 * MINUTE);
          const found = nextTimes(cron, timezone, new Date(from), expected.length).map(Number);
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("with seconds are those that a walk over every second finds", () => {
    const steps = fc.constantFrom("*/10", "*/15", "*/20", "5,25,45", "30");
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 100_000_000 }),
        (step, timezone, offset) => {
          const from = Date.parse("2026-01-01") + offset;
          const seconds = step.startsWith("*/") ? undefined : step.split(",").map(Number);
          const fits = (second: number) => seconds?.includes(second) ?? second % Number(step.slice(2)) === 0;
          const expected: number[] = [];
          for (let at = Math.floor(from / 1000) * 1000 + 1000; expected.length < 12; at += 1000) {
            if (fits((at / 1000) % 60)) expected.push(at);
          }
          expect(nextTimes(`${step} * * * * *`, timezone, new Date(from), 12).map(Number)).toEqual(expected);
        },
      ),
    );
  });

  it("go on far into the future and from any year", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Date.parse("2200-01-01") }),
        fc.constantFrom(...ZONES),
        (from, timezone) => {
          const [first, second] = nextTimes("30 2 * * *", timezone, new Date(from), 2).map(Number);
          expect(first).toBeGreaterThan(from);
          expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(22 * 60 * MINUTE);
          expect((second ?? 0) - (first ?? 0)).toBeLessThanOrEqual(26 * 60 * MINUTE);
        },
      ),
    );
  });
});
