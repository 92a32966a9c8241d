import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryTerms } from "../../engines/pages/terms.js";
import { claimsOf, contradict } from "./claims.js";

const KEYWORD = "Tay Bridge disaster";

function contradicts(one: string, other: string, keyword = KEYWORD): boolean {
  const query = new Set(queryTerms(keyword));
  return claimsOf(one).some((mine) => claimsOf(other).some((theirs) => contradict(mine, theirs, query)));
}

const WORKER = "A skilled worker rolled";

describe("two sentences contradict each other", () => {
  it.each([
    [
      "All 75 people on board were killed.",
      "The Tay Bridge disaster killed 59 people, according to death certificates.",
    ],
    ["The disaster killed seventy-five people.", "The Tay Bridge disaster killed 59 people."],
    ["The Tay Bridge disaster killed 59 people.", "There were 75 deaths."],
    ["Ninety people died.", "Seventy-five people died in the disaster."],
    ["The bridge was 3,264 metres long.", "The bridge was 3,171 metres long and had 85 spans."],
    ["The bridge had 85 spans.", "The bridge had 72 spans."],
    ["The bridge has a length of two miles.", "The bridge is 2,500 metres long."],
    ["The bridge is 27 metres high.", "The bridge is 120 feet high."],
    ["The bridge weighed 35 tonnes.", "The bridge weighed 20,000 kg."],
    [`${WORKER} about 500 clay pipes in a day.`, `${WORKER} about 1,200 clay pipes in a day.`],
    [`${WORKER} a dozen clay pipes in a day.`, `${WORKER} 20 clay pipes in a day.`],
    ["The bridge was opened on 1 June 1878.", "The bridge was opened in 1877."],
    ["The bridge opened in 1878.", "The bridge was opened on 31 May 1879."],
    ["The bridge was opened on 1 June 1878.", "The bridge was opened on 31 May 1878."],
    ["Thomas Bouch was born in 1822.", "Thomas Bouch was born in 1832."],
    ["The company was founded in 1845.", "The company was established in 1848."],
    ["The town covers 159 square kilometres.", "The town covers 220 square kilometres."],
    ["About 10 % of adults have hay fever.", "About 30 percent of adults have hay fever."],
    ["One in ten adults has hay fever.", "Three in ten adults have hay fever."],
    ["The world has 2.6 billion hens.", "The world has 900 million hens."],
    ["In 2020 the town had 40,000 inhabitants.", "In 2020 the town had 61,000 inhabitants."],
    ["The oven has a temperature of 200 degrees Celsius.", "The oven has a temperature of 300 \u00b0F."],
    ["The animal weighs 12 pounds.", "The animal weighs 8 kilograms."],
  ])("%j and %j", (one, other) => {
    expect(contradicts(one, other)).toBe(true);
    expect(contradicts(other, one)).toBe(true);
  });
});

describe("two sentences do not contradict each other", () => {
  it.each([
    ["Let the candle burn for about three hours.", "Let the candle burn for one hour and a half of 90 minutes."],
    ["Trim the wick to six millimetres before each lighting.", "Trim the wick to 10 millimetres before each lighting."],
    [
      "A sheet of 20 by 40 centimetres makes one candle that burns for about three hours.",
      "A pillar candle burns for 60 hours.",
    ],
    [
      "The Tay Bridge disaster killed 59 people.",
      "The first bridge cost 300,000 pounds, and 20 workers died while it was built.",
    ],
    ["All 75 people on board were killed.", "Of them 46 people were found dead."],
    ["The Tay Bridge disaster killed 59 people.", "In 1890 a fire in the town killed 12 people."],
    ["The Tay Bridge disaster killed 59 people.", "The disaster killed fifty-nine people."],
    ["The disaster killed about 300 people.", "The disaster killed 312 people."],
    ["The disaster killed over 50 people.", "The disaster killed 59 people."],
    ["The disaster killed 50 to 60 people.", "The disaster killed 59 people."],
    ["The disaster killed 59 people.", "The disaster injured 20 people."],
    ["The disaster killed 59 people.", "Another disaster killed 20 people."],
    ["The disaster may have killed 90 people.", "The disaster killed 59 people."],
    ["The museum has 1,569 exhibits.", "The museum has over 1,500 exhibits."],
    ["The bridge was 3,264 metres long.", "The bridge was 3.264 kilometres long."],
    ["The bridge is two miles long.", "The bridge is 3.2 km long."],
    ["The bridge is 3,264 metres long.", "The new bridge is 3,286 metres long."],
    ["The bridge is 3,264 metres long.", "The Forth Bridge is 2,467 metres long."],
    ["The bridge is 3,264 metres long.", "The bridge is 27 metres high."],
    ["In 2000 the town had 40,000 inhabitants.", "In 2020 the town had 61,000 inhabitants."],
    ["The town has 40,000 inhabitants.", "In 1880 the town had 11,000 inhabitants."],
    ["Entry costs 4 euros.", "A single ride costs 2 euros."],
    ["A bottle costs 4 euros.", "A bottle costs 2 euros in the supermarket."],
    ["Model A weighs 2 kilograms.", "Model B weighs 3 kilograms."],
    ["The bridge was opened on 1 June 1878.", "The bridge was opened in 1878."],
    ["The bridge was opened on 1 June 1878.", "The new bridge was opened in 1887."],
    ["The bridge was opened in 1878.", "The bridge was closed in 1879."],
    ["Mary Anning was born in 1799.", "Her brother Joseph Anning was born in 1796."],
    ["The house was built about 1230.", "The house was built in 1265."],
    ["About 10 % of adults have hay fever.", "One adult in ten has hay fever."],
    ["About 10 % of adults have hay fever.", "About 40 % of children have hay fever."],
    ["The average hen lays 300 eggs.", "The hen lays 250 eggs."],
    ["The animal weighs 600 grams in spring.", "The animal weighs 1,200 grams in autumn."],
    ["The animal weighs 12 pounds.", "The animal weighs 5.4 kg."],
    ["The oven has a temperature of 200 degrees Celsius.", "The oven has a temperature of 392 \u00b0F."],
    ["If the bridge is 30 metres long, it shakes.", "The bridge is 60 metres long."],
    ["The bridge had 85 spans.", "Thirteen of the spans were higher."],
    ["Each of the houses has four rooms.", "The houses have 40 rooms."],
    ["A dozen boats were lost.", "Twelve boats were lost."],
    ["The court sat for 25 days.", "The court sat for 25 days in Dundee."],
  ])("%j and %j", (one, other) => {
    expect(contradicts(one, other)).toBe(false);
    expect(contradicts(other, one)).toBe(false);
  });

  it("when they are the same", () => {
    const subjects = fc.constantFrom("The bridge", "The disaster", "A worker", "Mary Anning", "Half of the town");
    const verbs = fc.constantFrom("killed", "has", "was opened in", "weighs", "is", "had about");
    const units = fc.constantFrom("people", "metres long", "percent of the adults", "pounds", "spans", "");
    fc.assert(
      fc.property(subjects, verbs, fc.nat(3_000), units, (subject, verb, number, unit) => {
        const text = `${subject} ${verb} ${number.toLocaleString("en")} ${unit}`.trim();
        expect(contradicts(`${text}.`, `${text}.`)).toBe(false);
      }),
    );
  });
});
