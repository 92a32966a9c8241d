import { expect, it } from "vitest";
import { quotedQuery } from "./quoted.js";
import { readRegion, regionFor } from "./region.js";

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

it.each(["Atlantis:English:", "us:klingonish:", "English", "zz:en:"])("refuses %j, naming the field", (text) => {
  expect(() => readRegion(text)).toThrow(
    /^articleGoogleCountry names the (?:country|language) ".+", which is not known\./,
  );
});

it("leaves the usual country out where only an index of this server is asked", () => {
  const engine = (name: string, isLocal: boolean) => ({
    ...{ name, title: name, verticals: ["web" as const], pageSize: 10, isLocal },
  });
  const provider = {
    search: async () => [],
    engines: () => [engine("own", true), engine("web", false)],
  };
  const region = { country: "us", language: "en" };
  expect(regionFor(region, "us", provider, [])).toEqual({ language: "en" });
  expect(regionFor(region, "us", provider, ["own"])).toEqual({ language: "en" });
  expect(regionFor({ country: "de" }, "us", provider, ["own"])).toEqual({ country: "de" });
  expect(regionFor(region, "us", provider, ["own", "web"])).toEqual(region);
});

it.each([
  ["mugs", '"mugs"'],
  ['"merge conflict" resolve', `'"merge conflict" resolve'`],
])("quotes %j so that its own marks stand out", (query, quoted) => {
  expect(quotedQuery(query)).toBe(quoted);
});
