import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { seededRandom, timeZone } from "../../../kernel/index.js";
import { dripFields, dripProblems, type PlanOptions, planFiles, plannedTimes } from "./index.js";

const usual = z.object(dripFields).parse({});
const now = new Date("2024-03-20T10:15:30Z");
const plan = (count: number, options: Partial<PlanOptions>, seed = "seed", at = now) =>
  plannedTimes(count, { ...usual, postTimezone: "UTC", ...options }, { now: at, random: seededRandom(seed) });

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"];
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const anyOptions = fc
  .record({
    hours: fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 })),
    interval: fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 })),
    postsPerDay: fc.integer({ min: 1, max: 9 }),
    postDays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
    postTimezone: fc.constantFrom(...ZONES),
    pastAllowed: fc.boolean(),
    postUseToday: fc.boolean(),
  })
  .map(({ hours, interval, ...rest }) => ({
    ...usual,
    ...rest,
    postStartDate: "2024-03-01",
    // An hour wide at least, so that no change of the clocks swallows all of it for good.
    postTimeFrom: clock(Math.min(...hours, 1379)),
    postTimeTo: clock(Math.max(...hours, Math.min(...hours, 1379) + 60)),
    postIntervalFrom: Math.min(...interval),
    postIntervalTo: Math.max(...interval),
  }));
const anyTime = fc.date({ min: new Date("2024-01-01"), max: new Date("2025-12-31"), noInvalidDate: true });

describe("a plan", () => {
  it("has no post in the minutes that clocks show once more before its hours begin", () => {
    const options = {
      ...{ postStartDate: "2025-10-26", postUseToday: false, postDayFirst: false, postsPerDay: 40 },
      ...{ postIntervalFrom: 1, postIntervalTo: 1, postTimeFrom: "02:30", postTimeTo: "03:30" },
      ...{ postTimezone: "Europe/Berlin", postDays: [7], pastAllowed: false },
    };
    const times = plannedTimes(40, options, { now: new Date("2025-10-01"), random: seededRandom("back") });
    expect(times.map(({ at }) => at.slice(11, 16)).filter((time) => time < "02:30" || time > "03:30")).toEqual([]);
    expect(times.map(({ at }) => Date.parse(at))).toEqual(
      times.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b),
    );
  });

  it("is ascending, on allowed days, within the hours, with so many posts a day and days so far apart", () => {
    fc.assert(
      fc.property(anyOptions, anyTime, fc.string(), (options, time, seed) => {
        const times = plannedTimes(60, options, { now: time, random: seededRandom(seed) });
        expect(times).toEqual(plannedTimes(60, options, { now: time, random: seededRandom(seed) }));
        const zone = timeZone(options.postTimezone);
        const days = new Map<string, number>();
        let before = Number.NEGATIVE_INFINITY;
        // Ten thousand times: `expect` itself would take nearly all of the time.
        for (const { at, day } of times) {
          const moment = Date.parse(at);
          assert.ok(moment >= before, `${at} comes after a later time`);
          before = moment;
          if (!options.pastAllowed) assert.ok(moment >= time.getTime(), `${at} is past`);
          const face = new Date(zone.face(moment)).toISOString();
          assert.equal(at.slice(0, 19), face.slice(0, 19));
          assert.equal(day, face.slice(0, 10));
          const hour = face.slice(11, 19);
          assert.ok(
            hour >= `${options.postTimeFrom}:00` && hour <= `${options.postTimeTo}:00`,
            `${at} is not in the hours`,
          );
          const weekday = ((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7) + 1;
          assert.ok(options.postDays.includes(weekday), `${at} is on another day`);
          days.set(day, (days.get(day) ?? 0) + 1);
        }
        expect(Math.max(...days.values())).toBeLessThanOrEqual(options.postsPerDay);
        const moments = [...days.keys()].map((day) => Date.parse(day) / 86_400_000);
        const gaps = moments.slice(1).map((day, at) => day - moments[at]!);
        for (const gap of gaps) {
          expect(gap).toBeGreaterThanOrEqual(Math.max(1, options.postIntervalFrom));
          const spare = options.postDays.length === 7 ? 0 : 6;
          expect(gap).toBeLessThanOrEqual(Math.max(1, options.postIntervalTo) + spare);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("begins today although it is late, and tomorrow when the hours are over", () => {
    expect(plan(1, {})[0]!.day).toBe("2024-03-20");
    expect(plan(1, { postTimeTo: "10:00" })[0]!.day).toBe("2024-03-21");
  });

  it("begins on the day that is given, in any of the forms", () => {
    for (const postStartDate of [
      "2024-10-06",
      "10-06-2024",
      "10/06/2024",
      "October 6, 2024",
      "Oct 6 2024",
      "6 October 2024",
    ]) {
      expect(plan(1, { postStartDate, postUseToday: false })[0]!.day).toBe("2024-10-06");
    }
    const dayFirst = { postStartDate: "10-06-2024", postUseToday: false, postDayFirst: true };
    expect(plan(1, dayFirst)[0]!.day).toBe("2024-06-10");
  });

  it("begins in the past only when that is allowed", () => {
    const options = { postStartDate: "2020-02-29", postUseToday: false };
    expect(plan(1, options)[0]!.day).toBe("2024-03-20");
    expect(plan(1, { ...options, pastAllowed: true })[0]!.day).toBe("2020-02-29");
  });

  it("leaves out a day whose hours the clocks jump over, and keeps to those that are left of them", () => {
    const hours = { postTimezone: "Europe/Berlin", postStartDate: "2024-03-30", postUseToday: false };
    const swallowed = plan(3, { ...hours, postTimeFrom: "02:10", postTimeTo: "02:50" });
    expect(swallowed.map(({ day }) => day)).toEqual(["2024-03-30", "2024-04-01", "2024-04-02"]);
    const partly = plan(8, { ...hours, postTimeFrom: "01:30", postTimeTo: "02:30", postsPerDay: 4 }).slice(4);
    expect(partly.every(({ at }) => at >= "2024-03-31T01:30:00+01:00" && at < "2024-03-31T02:00:00+01:00")).toBe(true);
  });

  it("has the offset of the season", () => {
    const options = { postTimezone: "Europe/Berlin", postStartDate: "2024-10-26", postUseToday: false };
    expect(plan(2, options).map(({ at }) => at.slice(-6))).toEqual(["+02:00", "+01:00"]);
  });

  it("spreads the posts of a day over its hours", () => {
    const times = plan(4, { postsPerDay: 4, postStartDate: "2024-05-01", postUseToday: false });
    const hours = times.map(({ at }) => Number(at.slice(11, 13)));
    expect(hours.map((hour) => Math.floor((hour - 8) / 3))).toEqual([0, 1, 2, 3]);
  });
});

describe("what cannot be planned", () => {
  const refused = (options: Partial<PlanOptions>) =>
    dripProblems({ ...usual, ...options }).map(({ field, severity }) => [field, severity]);

  it("is refused: dates and zones that do not exist, hours and intervals the wrong way round, no day of the week", () => {
    const dates = ["2023-02-30", "02-30-2023", "13-05-2023", "February 29, 2023", "soon", "2023-00-10", "99999-01-01"];
    for (const postStartDate of dates) {
      expect(refused({ postStartDate, postUseToday: false })).toEqual([["postStartDate", "error"]]);
      expect(() => plan(1, { postStartDate, postUseToday: false })).toThrow(/no day of the calendar/);
    }
    for (const postTimezone of ["Mars/Olympus", "Europe/Berlim", "'; --"]) {
      expect(refused({ postTimezone })).toEqual([["postTimezone", "error"]]);
      expect(() => plan(1, { postTimezone })).toThrow(/no time zone/);
    }
    expect(refused({ postTimeFrom: "20:00", postTimeTo: "08:00" })).toEqual([["postTimeFrom", "error"]]);
    expect(refused({ postTimeFrom: "8 am", postTimeTo: "24:00" })).toEqual([
      ["postTimeFrom", "error"],
      ["postTimeTo", "error"],
    ]);
    expect(refused({ postIntervalFrom: 3, postIntervalTo: 2 })).toEqual([["postIntervalFrom", "error"]]);
    expect(refused({ postDays: [] })).toEqual([["postDays", "error"]]);
  });

  it("tells of the other order of day and month where a date would exist in it", () => {
    const [problem] = dripProblems({ ...usual, postStartDate: "13-05-2023", postUseToday: false });
    expect(problem?.message).toContain("Turn postDayFirst on");
  });

  it("a date that has no effect is a warning", () => {
    expect(refused({ postStartDate: "2023-10-06" })).toEqual([["postStartDate", "warning"]]);
    expect(refused({})).toEqual([]);
  });
});

describe("the files of a plan", () => {
  const entries = [
    {
      at: "2024-03-20T11:00:00+01:00",
      day: "2024-03-20",
      file: "a.md",
      title: '=1+1; a, "b"\r\nBEGIN:VALARM',
      target: "blog",
      status: "draft",
    },
    {
      at: "2024-03-21T11:00:00+01:00",
      day: "2024-03-21",
      file: "b.md",
      title: "ü".repeat(80),
      target: "blog",
      status: "draft",
    },
  ];
  const [json, csv, ics] = planFiles(entries, { name: "My plan", now }).map(({ content }) => content);

  it("hold every entry, and nothing of a title is taken for a formula, a line or a component", () => {
    expect(JSON.parse(json!)).toEqual(entries);
    expect(csv).toContain(`"'=1+1; a, ""b""`);
    expect(ics).toContain('SUMMARY:=1+1\\; a\\, "b"\\nBEGIN:VALARM\r\n');
    expect(ics!.match(/^BEGIN:VEVENT/gm)).toHaveLength(2);
    expect(ics).not.toMatch(/^BEGIN:VALARM/m);
    expect(ics).toContain("DTSTAMP:20240320T101530Z\r\nDTSTART:20240320T100000Z\r\n");
  });

  it("have no line of the calendar longer than 75 bytes", () => {
    for (const line of ics!.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(ics!.replaceAll("\r\n ", "")).toContain("ü".repeat(80));
  });
});
