import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AddressTable } from "./address-table.js";
import { bestFirst, breadthFirst, depthFirst } from "./queues.js";

describe("the table of addresses", () => {
  it("numbers addresses in the order they come, each once, and gives them back", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ -~]{0,12}$/), { maxLength: 300 }), (addresses) => {
        const table = new AddressTable();
        const numbers = addresses.map((address) => table.add(address));
        const distinct = [...new Set(addresses)];
        expect(table.size).toBe(distinct.length);
        expect(numbers).toEqual(addresses.map((address) => distinct.indexOf(address)));
        for (const [number, address] of distinct.entries()) {
          expect(table.at(number)).toBe(address);
          expect(table.find(address)).toBe(number);
        }
        expect(table.find("not there at all")).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it("holds 100,000 addresses in a few megabytes", () => {
    const table = new AddressTable();
    const before = process.memoryUsage();
    const address = (number: number) =>
      `https://www.example.com/shop/category-${number % 97}/a-page-of-the-site-${number}.html?page=2`;
    for (let number = 0; number < 100_000; number += 1) expect(table.add(address(number))).toBe(number);
    for (let number = 0; number < 100_000; number += 997) expect(table.find(address(number))).toBe(number);
    const { arrayBuffers } = process.memoryUsage();
    expect(arrayBuffers - before.arrayBuffers).toBeLessThan(30 * 1024 * 1024);
  });
});

describe("a queue", () => {
  const steps = fc.array(fc.option(fc.record({ rank: fc.integer({ min: 0, max: 9 }) }), { freq: 3 }), {
    maxLength: 400,
  });

  it.each([
    ["breadth-first", breadthFirst, (waiting: { page: number; rank: number }[]) => waiting[0]],
    ["depth-first", depthFirst, (waiting: { page: number; rank: number }[]) => waiting.at(-1)],
    [
      "best-first",
      bestFirst,
      (waiting: { page: number; rank: number }[]) =>
        waiting.find(({ rank }) => rank === Math.max(...waiting.map((each) => each.rank))),
    ],
  ] as const)("%s gives what it was given, in its order", (_, create, expected) => {
    fc.assert(
      fc.property(steps, (all) => {
        const queue = create();
        const waiting: { page: number; rank: number }[] = [];
        let page = 0;
        for (const step of all) {
          if (step !== null) {
            queue.push(page, step.rank);
            waiting.push({ page, rank: step.rank });
            page += 1;
          } else {
            const next = expected(waiting);
            if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
            expect(queue.peek()).toBe(next?.page);
            expect(queue.shift()).toBe(next?.page);
          }
          expect(queue.size).toBe(waiting.length);
        }
      }),
    );
  });
});
