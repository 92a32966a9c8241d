import { afterEach, it } from "vitest";
import { worlds } from "./fuller.js";
import { sentInPieces } from "./sent-in-pieces.js";

const world = worlds();
afterEach(() => world.close());

it("a hundred thousand rows are sent in pieces, none of them large, whatever the format", async () => {
  const { kernel } = await world.start();
  await sentInPieces(kernel, 100_000);
});
