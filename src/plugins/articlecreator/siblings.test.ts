import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

async function textOf(keyword: string, files: Record<string, string>, more: object = {}): Promise<string> {
  const found = await articleFrom(keyword, files, { articleLengthFrom: 60, articleLengthTo: 140, ...more });
  return found.join("\n");
}

const HAND_PLANE = `# 3.2. Block plane

The block plane is a small plane that is held in one hand and takes fine shavings across the grain. Carpenters use it to round an edge or to trim the end of a board. Its blade lies at a low angle with the bevel facing up.
`;
const OTHER = `# 3.3. Jointer plane

The jointer plane makes long edges straight before two boards are glued together. Its sole is sixty centimetres long, so it rides over the hollows and cuts the high places only. It is heavy, and most workshops own one of them at most. A block plane cannot do this work because its sole is far too short. The iron is sharpened straight and set for a thick shaving at first. Later the shaving is made thinner until it comes off in one piece. The tote of the jointer is large enough for four fingers.
`;
const MORE = `# Planes in a workshop

Planes are kept on their sides so that the blade does not touch the bench. A block plane is the first that most people buy. Wooden planes are lighter than iron ones and slide more easily.
`;

it("takes nothing from a page about another thing of the kind but what names the subject", async () => {
  const text = await textOf("block plane", { "a.md": HAND_PLANE, "b.md": OTHER, "c.md": MORE });
  expect(text).toContain("The block plane is a small plane that is held in one hand");
  expect(text).not.toMatch(/thick shaving|four fingers|sixty centimetres/);
});

it("takes what a page tells whose title names a kind of the subject and that speaks of it", async () => {
  const rye = `# Rye starter

A rye starter is a sourdough starter that is fed with rye flour alone. It rises faster than one of wheat and smells of apples. Feed it every day with as much flour as water, and keep it at room temperature. A sourdough starter of rye can go back into the fridge when it has risen.
`;
  const text = await textOf("sourdough starter", { "a.md": rye });
  expect(text).toContain("It rises faster than one of wheat");
});

it("reads the short page that is named as the keyword before longer ones that speak of it", async () => {
  const long = (woods: string, title: string) => `# ${title}

A block plane cuts the edge of every board in turn. ${woods
    .split(" ")
    .map(
      (wood) =>
        `The ${wood} board is turned end for end before a block plane is used, as its grain runs the other way.`,
    )
    .join(" ")} Boards are stacked with sticks between them so that the air dries both sides.
`;
  const files = {
    "a.md": HAND_PLANE,
    "b.md": long("oak ash elm pine beech larch maple walnut cherry birch lime yew", "Boards for a table"),
    "c.md": long("teak ebony olive pear plum holly box hazel willow alder cedar fir", "Work on edges"),
  };
  const text = await textOf("block plane", files, { urlLimitResults: 2 });
  expect(text).toContain("The block plane is a small plane that is held in one hand");
});

it("takes nothing of a page that says the word once and speaks of other things of the kind", async () => {
  const bow = `# Bow saw

A bow saw is a saw with a narrow blade that is held in a bent frame of steel. It cuts green branches faster than any other hand tool. The blade is changed when its teeth are worn.
`;
  const other = `# Cutting joints

The tenon saw has a stiff back of brass and cuts straight along a line. Its teeth are small, and the kerf is thin.

Start the saw on the waste side and draw it back twice. Let the weight of the saw do the work afterwards.

A saw that wanders has been set unevenly, and it can be filed again. Tie the offcuts with a bow of string before they are put away with the saw.

Keep the saw in a dry place and wipe its plate with oil. A saw that hangs on a nail keeps its teeth for years.

A saw for ripping has large teeth that cut like chisels. A saw for metal has many small ones.

Wet wood binds the saw, so the teeth are bent outwards by a hair. Dry wood needs less of that.

The fret saw follows curves, and its blade breaks when it is pushed hard. The blade of this saw costs little.
`;
  const text = await textOf("bow saw", { "a.md": bow, "b.md": other });
  expect(text).toContain("held in a bent frame of steel");
  expect(text).not.toMatch(/hangs on a nail|follows curves|bow of string/);
});

it("takes what a page tells about a kind of the thing where it speaks throughout of what tells the thing from others", async () => {
  const own = `# Lighthouse lens

A lighthouse lens is a piece of glass that gathers the light of a lamp for ships at sea. A lighthouse lens is as tall as a man.
`;
  const ring = `# Ring lens

Every lighthouse of the coast was given one in the time of the great storms. A lens of glass rings gathers the light and sends it out in one beam. The rings stand in a frame of brass that turns on mercury. A lighthouse with such a frame needs two men to wind the clock. A large lens weighs four tons and can be turned with one finger. The lighthouse of the point had the first one.
`;
  const text = await textOf("lighthouse lens", { "a.md": own, "b.md": ring });
  expect(text).toContain("A lens of glass rings gathers the light");
});
