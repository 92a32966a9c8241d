import { expect, it } from "vitest";
import { queryTerms } from "../../engines/pages/terms.js";
import { sharedLimit } from "./shared-limit.js";

const of = (keyword: string, ...titles: string[]) => sharedLimit(titles, queryTerms(keyword));

it("is what the titles of all sources say of the subject", () => {
  expect(of("rain barrel", "The 5 best rain barrels under $80 [Guide]", "Rain barrel and stand sets Under $80")).toBe(
    "rain barrels under $80",
  );
  expect(of("tent", "Best tents for small families in 2031", "Which tent is best for your small family?")).toBe(
    "tents for small families",
  );
});

it("is nothing where they do not agree, there is one, or the keyword says it", () => {
  expect(of("rain barrel", "Rain barrels under $80", "Rain barrels under $90")).toBeUndefined();
  expect(of("rain barrel", "Rain barrels under $80", "All about rain barrels")).toBeUndefined();
  expect(of("rain barrel", "Rain barrels under $80")).toBeUndefined();
  expect(of("tent for families", "Best tents for families", "Tents for families")).toBeUndefined();
  expect(of("tent", "Tents for 2031", "Best tents for 2031")).toBeUndefined();
});
