import { expect, it } from "vitest";
import { queryTerms } from "../../engines/pages/terms.js";
import { ownersOf } from "./owner.js";
import type { Source } from "./sources.js";

function page(site: string, texts: readonly string[], more: Partial<Source> = {}): Source {
  const blocks = texts.map((text) => ({ kind: "paragraph" as const, text }));
  return { title: "", site, byline: "", address: `${site}.html`, blocks, ...more };
}

const OTHER = page("Garden Post", [
  "A shed keeps tools dry.",
  "Most sheds are made of spruce.",
  "The sheds of Dundee are of stone.",
]);

function isOfOwner(source: Source, sentence: string, keyword = "garden shed"): boolean {
  const whole = { ...source, blocks: [...source.blocks, { kind: "paragraph" as const, text: sentence }] };
  return ownersOf([whole, OTHER], queryTerms(keyword))(0, sentence);
}

it.each([
  ["Harbour Mutual", "Ask a Harbour Mutual agent before you build."],
  ["Harbour Mutual Financial Services", "Your Harbour Mutual agent can insure the shed."],
  ["Vandal", "Unlike others, the Vandal Smart Lock learns when you come home."],
  ["Garden Reports", "Keep the roof clean, GR\u2019s experts say."],
])("what a page of %j says of its owner: %j", (site, sentence) => {
  expect(isOfOwner(page(site, ["A shed needs a floor."]), sentence)).toBe(true);
});

it("the owner is known by the end of the title, the host and the marks too", () => {
  const lube = "The floor is checked at your Tidy Shed garage.";
  expect(isOfOwner(page("", ["A shed."], { owners: ["Tidy Shed International"] }), lube)).toBe(true);
  expect(isOfOwner(page("", ["A shed."], { host: "www.tidyshed.example" }), lube)).toBe(true);
  const wood = page("Bridgewood Sheds", ["A shed."], { host: "shop.bridgewood.example" });
  expect(isOfOwner(wood, "People who ask Bridgewood get a plan of the floor.")).toBe(true);
  expect(isOfOwner(page("", ["A shed."]), "Dry Floor\u2122 keeps out the damp.")).toBe(true);
});

it.each([
  ["Dundee Yesterday", "The oldest shed is to be seen in Dundee."],
  ["Tarn Valley Gazette", "There are eight sheds below Tarn Head."],
  ["Wales Blog", "The old shed in the middle of Cardiff, Wales, has a round roof."],
  ["Rustic Gardens", "Unlike the other Rustic builders, Reeve cut his boards by hand."],
  ["Taking Root", "Taking care of the roof comes first."],
  ["Coast & Stone Museum", "The coast is wet, and a shed of stone lasts."],
])("a page of %j says of the subject %j", (site, sentence) => {
  expect(isOfOwner(page(site, ["A shed needs a floor."]), sentence)).toBe(false);
});

it.each(["Shed Library (SL)", "Sheds [Old * Stock]", "Garden +Plus ?"])("a site may be called %j", (site) => {
  expect(isOfOwner(page(site, ["A shed needs a floor."]), "The roof of a shed keeps out the rain.")).toBe(false);
});

it("who is named by the keyword is the subject", () => {
  const source = page("Vandal", ["A lock needs oil."]);
  expect(isOfOwner(source, "The Vandal lock learns when you come home.", "Vandal lock")).toBe(false);
  expect(isOfOwner(source, "The Vandal\u00ae lock needs a battery.", "Vandal lock")).toBe(false);
});

it("sources that are all of one owner are about what it owns", () => {
  const pages = [1, 2].map((number) => page("Millwright", [`The Millwright tool reads ${number} files.`]));
  expect(ownersOf(pages, queryTerms("configuration files"))(0, "The Millwright tool reads 1 files.")).toBe(false);
});
