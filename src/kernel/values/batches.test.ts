import { expect, it } from "vitest";
import { Batches } from "./batches.js";

/** Work that waits until it is let go, and what it was given. */
function gated(most?: number) {
  const given: (readonly string[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const batches = new Batches<string, string>(async (items) => {
    given.push(items);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return items.map((item) => item.toUpperCase());
  }, most);
  return { given, gates, batches };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("works the first item at once, and together those that come meanwhile", async () => {
  const { given, gates, batches } = gated();
  const first = batches.add("a");
  await turn();
  const others = [batches.add("b"), batches.add("c")];
  await turn();
  expect(given).toEqual([["a"]]);
  gates[0]?.resolve();
  expect(await first).toBe("A");
  await turn();
  expect(given).toEqual([["a"], ["b", "c"]]);
  gates[1]?.resolve();
  expect(await Promise.all(others)).toEqual(["B", "C"]);
});

it("gives no more items at a time than it may", async () => {
  const { given, gates, batches } = gated(2);
  const all = ["a", "b", "c", "d", "e"].map((item) => batches.add(item));
  for (let batch = 0; batch < 3; batch += 1) {
    await turn();
    gates[batch]?.resolve();
  }
  expect(await Promise.all(all)).toEqual(["A", "B", "C", "D", "E"]);
  expect(given).toEqual([["a", "b"], ["c", "d"], ["e"]]);
});

it("an error reaches those of its batch, and the next one is worked", async () => {
  const { gates, batches } = gated();
  const failing = batches.add("a");
  await turn();
  const next = batches.add("b");
  gates[0]?.reject(new Error("away"));
  await expect(failing).rejects.toThrow("away");
  await turn();
  gates[1]?.resolve();
  expect(await next).toBe("B");
});
