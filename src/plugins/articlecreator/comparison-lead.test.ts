import { expect, it } from "vitest";
import { articleInForm, page } from "../../../test/doubles/article-creator-world.js";

const compared = (pages: Readonly<Record<string, string>>) => articleInForm("comparison", "skiff vs punt", pages);

const TABLE =
  "<table><tr><th></th><th>Skiff</th><th>Punt</th></tr><tr><td>Length in feet</td><td>18</td><td>24</td></tr><tr><td>Hull</td><td>round</td><td>flat</td></tr><tr><td>Price</td><td>$4,000</td><td>$3,000</td></tr></table>";
const SECTIONS =
  "<h2>On the river</h2><p>A skiff runs straight in wind and waves. A skiff is rowed with two oars. A punt is pushed with a pole along the bed of the river. A punt turns in its own length, and it stays dry in rain.</p><h2>Which should you choose?</h2><p>A skiff is the better choice for long trips against the stream. A punt is the better choice for slow afternoons in shallow water.</p>";
const SKIFF = "<p>A skiff is a light rowing boat with a pointed bow that one person can handle.</p>";
const PUNT = "<p>A punt is a flat boat with square ends that is used on shallow rivers.</p>";

it("opens with what each of the things is and what they are compared by, and ends with when to take which", async () => {
  const text = await compared({ "https://a.test/": page("Skiff or punt", PUNT + SKIFF + TABLE + SECTIONS) });
  expect(text).toMatch(
    /^Skiff vs Punt\n\nA skiff is a light rowing boat [^\n]+ A punt is a flat boat [^\n]+ The table below compares skiff and punt by length in feet, hull and price\.\n\nSide by Side/,
  );
  expect(text).toMatch(/Which Should You Choose\?\n\nA skiff is the better choice .+ A punt is the better choice/);
  expect(text.indexOf("Which Should You Choose?")).toBeGreaterThan(text.indexOf("Side by Side"));
});

it("does not open with what only one of the things is", async () => {
  const text = await compared({ "https://a.test/": page("Skiff or punt", SKIFF + TABLE + SECTIONS) });
  expect(text).toMatch(
    /^Skiff vs Punt\n\nThe table below compares skiff and punt by length in feet, hull and price\.\n\nSide by Side/,
  );
});
