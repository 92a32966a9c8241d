import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateIn, dateInAddress } from "./dates.js";

const now = new Date("2025-06-01T12:00:00Z");
const read = (text: string, language = "") => dateIn(text, { now, language });

describe("a date on a page", () => {
  it.each([
    ["2024-05-01", "2024-05-01"],
    ["2024-05-01T08:09:10.123+02:00", "2024-05-01T08:09:10+02:00"],
    ["2024-05-01T08:09:10Z", "2024-05-01T08:09:10Z"],
    ["2024-05-01 08:09", "2024-05-01T08:09:00"],
    ["20240501", "2024-05-01"],
    ["1714550400", "2024-05-01T08:00:00Z"],
    ["1714550400000", "2024-05-01T08:00:00Z"],
    ["Wed, 01 May 2024 08:09:10 GMT", "2024-05-01T08:09:10Z"],
    ["Wed May 01 08:09:10 +0000 2024", "2024-05-01"],
    ["May 1, 2024", "2024-05-01"],
    ["Published on July 18, 2024", "2024-07-18"],
    ["March 3, 2024", "2024-03-03"],
    ["12 June 2024", "2024-06-12"],
    ["Updated Sept. 3rd, 2024 at 4:05 PM", "2024-09-03T16:05:00"],
    ["1st of May 2024", "2024-05-01"],
    ["1. M\u00e4rz 2024", "2024-03-01"],
    ["3. J\u00e4nner 2024, 10:15 Uhr", "2024-01-03T10:15:00"],
    ["01.05.2024", "2024-05-01"],
    ["1 ao\u00fbt 2024", "2024-08-01"],
    ["1 de mayo de 2024", "2024-05-01"],
    ["2 mar\u00e7o 2024", "2024-03-02"],
    ["7 gennaio 2024", "2024-01-07"],
    ["4 mei 2024", "2024-05-04"],
    ["5 wrze\u015bnia 2024", "2024-09-05"],
    ["1 \u043c\u0430\u044f 2024", "2024-05-01"],
    ["12 \u0441\u0435\u043d\u0442\u044f\u0431\u0440\u044f 2024 \u0433.", "2024-09-12"],
    ["6 A\u011fustos 2024", "2024-08-06"],
    ["2024\u5e745\u67081\u65e5", "2024-05-01"],
    ["2024\ub144 5\uc6d4 1\uc77c", "2024-05-01"],
    ["By Jane Doe | May 1, 2024 | 5 min read", "2024-05-01"],
  ])("is read from %j", (text, date) => {
    expect(read(text)).toBe(date);
  });

  it("has its month first in American English where it could be either, and its day first elsewhere", () => {
    expect(read("5/1/2024", "en-US")).toBe("2024-05-01");
    expect(read("5/1/2024", "en")).toBe("2024-05-01");
    expect(read("5/1/2024", "en-GB")).toBe("2024-01-05");
    expect(read("5/13/2024", "de")).toBe("2024-05-13");
  });

  it.each([
    "",
    "soon",
    "2024-13-01",
    "2024-02-30",
    "1969-05-01",
    "2031-05-01",
    "May 2024",
    "31 June 2024",
    "Room 2024",
    "5 decided 2024",
    "999.1.2.2024.5",
    "9999999999",
  ])("is none in %j", (text) => {
    expect(read(text)).toBe("");
  });

  it("is nothing or a plausible day, whatever the text", () => {
    const part = fc.oneof(
      fc.string(),
      fc.nat(40).map(String),
      fc.constantFrom("2024", "May", ".", "/", "-", " ", "T", ":", "\u5e74"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const date = read(parts.join(""));
        if (date !== "") expect(Number.isNaN(Date.parse(date))).toBe(false);
      }),
    );
  });

  it("is read from an address that has it", () => {
    const of = (address: string) => dateInAddress(address, { now });
    expect(of("https://a.example/2024/05/01/bees")).toBe("2024-05-01");
    expect(of("https://a.example/news/2024-05-01-bees.html")).toBe("2024-05-01");
    expect(of("https://a.example/news/bees-20240501.html")).toBe("2024-05-01");
    expect(of("https://a.example/2024/05/bees")).toBe("");
    expect(of("https://a.example/item/123456789")).toBe("");
    expect(of("not an address")).toBe("");
  });
});
