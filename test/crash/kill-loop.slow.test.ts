import { afterAll, expect, it } from "vitest";
import { damages, killLoop, type Tally } from "./kill-loop.js";
import { STORAGES } from "./places.js";

/** `npm run test:crash` asks for more rounds, and may name storages and a seed. */
const { CRASH_ROUNDS, CRASH_STORAGES, CRASH_SEED } = process.env;
const rounds = Number(CRASH_ROUNDS ?? 20);
const wanted = CRASH_STORAGES?.split(",");
const seed = CRASH_SEED ?? String(Date.now());
const tallies: (Tally & { readonly name: string })[] = [];

for (const { name, place: placeOf } of STORAGES) {
  if (wanted?.includes(name) === false) continue;
  it(
    `${name} loses nothing it acknowledged when its process is killed, ${rounds} times`,
    async () => {
      const place = await placeOf();
      try {
        const tally = await killLoop(place, rounds, seed);
        tallies.push({ name, ...tally });
        expect(tally.sentences, `with the seed ${seed}`).toEqual([]);
        expect(damages(tally)).toBe(0);
        // Less would mean that nothing was tried.
        expect(tally.acknowledged).toBeGreaterThan(rounds * 5);
        expect(tally.effects).toBeGreaterThan(0);
      } finally {
        await place.end();
      }
    },
    120_000 + rounds * 10_000,
  );
}

afterAll(() => {
  if (CRASH_ROUNDS === undefined) return;
  const titles = [
    "storage",
    "rounds",
    "acknowledged",
    "lost",
    "torn",
    "unreadable",
    "left running",
    "effects",
    "done twice",
    "slowest restart",
  ];
  const rows = tallies.map(({ name, rounds, acknowledged, counts, effects, slowestStartMs }) => [
    name,
    rounds,
    acknowledged,
    counts.lost,
    counts.torn,
    counts.unreadable,
    counts["left running"],
    effects,
    counts["done twice"],
    `${(slowestStartMs / 1000).toFixed(2)} s`,
  ]);
  const line = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padEnd(15)).join("");
  process.stdout.write(`\nseed ${seed}\n${[titles, ...rows].map(line).join("\n")}\n\n`);
});
