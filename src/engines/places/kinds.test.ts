import { expect, it } from "vitest";
import { countedWords, kindsFor, labelOfTag } from "./kinds.js";

const labels = (what: string, language?: string) => kindsFor(what, language)?.map(({ label }) => label);

it.each([
  ["plumbers", "plumber"],
  ["Coffee Shops", "coffee shop"],
  ["dentist", "dentist"],
  ["vegan restaurants", "vegan restaurant"],
  ["hotels", "hotel"],
  ["car repair", "car repair"],
  ["shoe stores", "shoe shop"],
  ["shoes", "shoe shop"],
  ["bakeries", "bakery"],
  ["churches", "church"],
  ["Cafés", "cafe"],
  ["bed-and-breakfasts", "guest house"],
  ["furniture store", "furniture shop"],
  ["Zahnärzte", "dentist"],
  ["Bäcker", "bakery"],
])("knows %s as %s", (what, label) => {
  expect(labels(what)).toEqual([label]);
});

it("reads German, French and Spanish words", () => {
  expect(labels("notarios", "es")).toEqual(["notary"]);
  expect(labels("boulangeries", "fr")).toEqual(["bakery"]);
  expect(labels("librería", "es")).toEqual(["book shop"]);
});

it("takes several kinds in one line, and refuses the line when one of them is not known", () => {
  expect(labels("cafes and bakeries")).toEqual(["cafe", "bakery"]);
  expect(labels("plumbers, electricians / roofers")).toEqual(["plumber", "electrician", "roofer"]);
  expect(labels("cafes and xyzzys")).toBeUndefined();
  expect(labels("xyzzy")).toBeUndefined();
  expect(labels("")).toBeUndefined();
});

it("says how a place is tagged", () => {
  const [vegan] = kindsFor("vegan food")!;
  expect(vegan!.tags[0]).toEqual([
    { key: "amenity", is: { values: ["restaurant", "cafe", "fast_food"] } },
    { key: "diet:vegan", is: { values: ["yes", "only"] } },
  ]);
  expect(kindsFor("benches")).toBeUndefined();
  expect(kindsFor("toilets")![0]!.oftenUnnamed).toBe(true);
  expect(labelOfTag("shop", "bakery")).toBe("bakery");
  expect(labelOfTag("shop", "no-such")).toBeUndefined();
});

it("knows more than 250 English words, and 60 kinds in German, French and Spanish", () => {
  const { english, others } = countedWords();
  expect(english).toBeGreaterThan(250);
  for (const count of others) expect(count).toBeGreaterThanOrEqual(60);
});
