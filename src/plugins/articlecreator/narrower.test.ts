import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

const BELLS = `# Hand bells

Hand bells are small bells with a grip of leather that are rung by swinging them. A set of hand bells has two bells for every note that a tune needs. Each ringer holds one bell in each hand and waits for its turn.

## How hand bells are cast

Founders pour molten bronze into a mould of loam for each of the hand bells. The bell is turned on a lathe until it sounds the right note. A clapper of felt or leather is fixed inside with a spring, so that it strikes once for every swing.

## Care of hand bells

Ringers wipe hand bells with a dry cloth after each practice, since the salt of the skin leaves marks on the bronze. The leather of the grip is oiled once a year. Cases lined with felt keep the hand bells from knocking against each other.
`;
const SCHOOLS = `# Hand bells in infant classrooms

Infant classrooms use coloured hand bells so that pupils can read a tune from dots. The hand bells of a classroom are made of thin steel.

## Lessons with hand bells

Teachers in infant classrooms hand out the hand bells before the bell for break. In most classrooms the hand bells are kept in a crate under the window. Infant pupils ring them in rows of six.
`;

async function textOf(files: Record<string, string>, words: number): Promise<string> {
  const range = { articleLengthFrom: words, articleLengthTo: 2 * words };
  return (await articleFrom("hand bells", files, range)).join("\n");
}

it("takes nothing from a page about the subject in one field while others tell of all of it", async () => {
  expect(await textOf({ "a.md": BELLS, "b.md": SCHOOLS }, 60)).not.toMatch(/classroom|pupils/);
});

it("takes it where an article would be too short otherwise, and where no other page is there", async () => {
  expect(await textOf({ "a.md": BELLS, "b.md": SCHOOLS }, 190)).toMatch(/classroom/);
  expect(await textOf({ "b.md": SCHOOLS }, 30)).toMatch(/classroom/);
});

it("takes the sides of the subject that pages of their own tell", async () => {
  const ropes = SCHOOLS.replaceAll("Hand bells in infant classrooms", "Hand bell cases")
    .replaceAll("infant classrooms", "cases of hand bells")
    .replaceAll("classrooms", "cases");
  const told = await Promise.all([60, 90, 120].map((words) => textOf({ "a.md": BELLS, "b.md": ropes }, words)));
  expect(told.join("\n")).toMatch(/thin steel|handed? out|crate under/);
});
