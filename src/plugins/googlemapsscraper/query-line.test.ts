import { expect, it } from "vitest";
import { readLine, usableLine } from "./query-line.js";

it.each([
  ["plumbers in denver", "plumbers", "denver", "in"],
  ["coffee shops near union station, denver", "coffee shops", "union station, denver", "near"],
  ["dentists around Boulder", "dentists", "Boulder", "near"],
  ["Klempner bei Köln", "Klempner", "Köln", "near"],
  ["Zahnärzte in Bad Tölz", "Zahnärzte", "Bad Tölz", "in"],
  ["boulangeries à Lyon", "boulangeries", "Lyon", "in"],
  ["cafés près de Annecy", "cafés", "Annecy", "near"],
  ["pizza à emporter à Nice", "pizza à emporter", "Nice", "in"],
  ["fontaneros en Madrid", "fontaneros", "Madrid", "in"],
  ["dentists, boulder", "dentists", "boulder", "comma"],
  ["dentists, boulder, colorado", "dentists", "boulder, colorado", "comma"],
  ["walk in clinics in denver", "walk in clinics", "denver", "in"],
  ["drive in cinemas", "drive in cinemas", undefined, "none"],
  ["cafes, bakeries", "cafes, bakeries", undefined, "none"],
  ["plumbers, electricians in denver", "plumbers, electricians", "denver", "in"],
  ["  inns \t in   denver ", "inns", "denver", "in"],
  ["plumbers", "plumbers", undefined, "none"],
  ["pizza near me", "pizza", undefined, "here"],
  ["in denver", "in denver", undefined, "none"],
])("reads %s", (line, what, where, relation) => {
  expect(readLine(line)).toEqual({ what, ...(where === undefined ? {} : { where }), relation });
});

it.each([
  ["plumbers", { hasPlaces: false, hasArea: false, isSaved: false }, /^"plumbers" names no place/],
  [
    "in denver",
    { hasPlaces: false, hasArea: false, isSaved: false },
    '"in denver" does not say both what is looked for and where. Write it as "plumbers in denver".',
  ],
  ["pizza near me", { hasPlaces: false, hasArea: false, isSaved: false }, "what is near you, but not where that is"],
  ["plumbers in denver", { hasPlaces: true, hasArea: false, isSaved: false }, "placesFile has places"],
  ["...", { hasPlaces: false, hasArea: true, isSaved: false }, "does not say what is looked for"],
  ["x".repeat(301), { hasPlaces: false, hasArea: true, isSaved: false }, "too long"],
])("refuses %s where it cannot be used", (line, known, says) => {
  expect(() => usableLine(line, known)).toThrow(says);
});

it("takes a line without a place where saved places are searched", () => {
  expect(usableLine("*", { hasPlaces: false, hasArea: false, isSaved: true })).toEqual({ what: "*", relation: "none" });
});
