import { expect, it } from "vitest";
import { readRegion } from "./region.js";

it.each([
  ["United States:English:", { country: "us", language: "en" }],
  ["us:en:", { country: "us", language: "en" }],
  [" united kingdom : english ", { country: "gb", language: "en" }],
  ["uk:", { country: "gb" }],
  ["Germany:", { country: "de" }],
  [":French:", { language: "fr" }],
  ["::", {}],
  ["", {}],
  ["Türkiye:Turkish:", { country: "tr", language: "tr" }],
])("reads %j", (text, region) => {
  expect(readRegion(text)).toEqual(region);
});

it.each(["Atlantis:English:", "us:klingonish:", "English"])("refuses %j, naming the field", (text) => {
  expect(() => readRegion(text)).toThrow(
    /^articleGoogleCountry names the (?:country|language) ".+", which is not known\./,
  );
});
