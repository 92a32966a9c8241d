import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

const HUB = `# Signal hubs

A signal hub is a box that takes messages from the rooms of a house and passes them on to the right lamp or bell. Each room has a button that is tied to the box by a thin wire.

## Setting up a signal hub

The signal hub hangs on a wall near the middle of the house, so that no wire has to be longer than twenty metres. Every wire of the signal hub ends in a brass clip with a number on it. A signal hub with more than twelve wires needs a second signal hub beside it.

## Tries

Whoever answers within ten seconds has heard it, and nothing more happens. Silence is followed by another try after one, five and fifteen minutes. The fourth one is the last, and its bell is written on a strip of paper. The paper is read in the evening by the steward.

- A call may be heard twice when the wire shakes in a storm.
- Calls may come out of order on a busy evening.
- A slow bell does not hold up the others.
`;
const HOUSES = `# Old houses and their bells

Many large houses had twenty bells in a row beside the kitchen door. Each bell had a spring of its own and went on shaking for a while, so that the maid saw which one had rung.

## The signal hub of a large house

Later houses had a signal hub instead of the row of bells, and the signal hub had a lamp for each room. Whoever answers a signal hub within ten seconds has heard it, and nothing more happens. The signal hub of the house at Wendle had forty wires, and the signal hub of the house at Orme had ninety. A signal hub that was older than its house came from another one.
`;

const LIST = `# Parts for signal hubs

## Signal hub clips

Signal hub clips hold the wires of a signal hub.

## Signal hub lamps

Signal hub lamps show which room a signal hub has heard.
`;

it("takes a section of the page about the subject into a long article, though it does not name the subject and another page tells how it begins", async () => {
  const found = await articleFrom(
    "signal hub",
    { "a.md": HUB, "b.md": HOUSES, "c.md": LIST },
    { articleLengthFrom: 500, articleLengthTo: 700 },
  );
  expect(found.join("\n")).toContain("another try after one, five and fifteen minutes");
});

it("tells what is said below the names of several calls that take the same", async () => {
  const calls = `### ring(chamber, clapper, [seconds])

A signal hub that is told to ring shakes one bell at a time. Guests in the attic hear it through two doors.

### ringTwice(chamber, clapper, [seconds])

Cooks have asked for a signal hub that repeats itself when the kitchen is loud. The pause in between is as long as a breath.

### ringAll(chamber, clapper, [seconds])

In a fire every clapper of the signal hub moves together. Nobody has to choose where to run first.
`;
  const found = await articleFrom(
    "signal hub",
    { "a.md": `${HUB}\n${calls}` },
    { articleLengthFrom: 500, articleLengthTo: 700 },
  );
  const text = found.join("\n");
  for (const name of ["ring", "ringTwice", "ringAll"]) expect(text).toContain(`# ${name}(chamber, clapper, [seconds])`);
  expect(text).toContain("as long as a breath");
});
