import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { feedDate } from "./feed-date.js";

describe("a date of a feed", () => {
  it.each([
    ["Wed, 02 Oct 2002 15:00:00 +0200", "2002-10-02T13:00:00Z"],
    ["2 Oct 02 15:00 EST", "2002-10-02T20:00:00Z"],
    ["Wed, 02 October 2002", "2002-10-02T00:00:00Z"],
    ["Mittw., 02-Oct-2002 15:00:00 GMT", "2002-10-02T15:00:00Z"],
    ["Wed Oct 02 15:00:00 2002", "2002-10-02T15:00:00Z"],
    ["Wed Oct 2 15:00:00 CEST 2002", "2002-10-02T13:00:00Z"],
    ["October 2, 2002", "2002-10-02T00:00:00Z"],
    ["2002-10-02T15:00:00.123-05:00", "2002-10-02T20:00:00Z"],
    ["2002-10-02 15:00", "2002-10-02T15:00:00Z"],
    ["20021002T150000Z", "2002-10-02T15:00:00Z"],
    ["2002-10", "2002-10-01T00:00:00Z"],
    ["1033570800", "2002-10-02T15:00:00Z"],
    ["1033570800000", "2002-10-02T15:00:00Z"],
  ])("%j is %s", (text, iso) => expect(feedDate(text)).toBe(iso));

  it.each([
    "",
    "9999999999",
    "0000-00-00",
    "2002-13-01",
    "31 Feb 2020",
    "yesterday",
    "99999-01-01",
    "Wed, 32 Oct 2002",
    "1",
  ])("%j is none", (text) => expect(feedDate(text)).toBe(""));

  it("is ISO 8601 or nothing, whatever is there", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\dTZ:+., a-zA-Z-]{0,30}$/)), (text) => {
        expect(feedDate(text)).toMatch(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|)$/);
      }),
    );
  });
});
