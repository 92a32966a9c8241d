import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/index.js";
import { servers } from "../api/server.js";
import { stock } from "./stocked.js";

const open = servers();
afterEach(open.close);

it("a projection of more than a hundred paths is refused", async () => {
  const api = await stock(await open.start(), 1, () => ({}));
  const paths = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`data.a${index}`, 1]));
  expect((await api.post("/projects/find", { projection: paths(100) })).envelope.success).toBe(true);
  expect((await api.post("/projects/find", { projection: paths(101) })).envelope).toMatchObject({
    success: false,
    message: expect.stringMatching(/more than 100 paths/),
  });
});

describe("a projection that leaves fields out", () => {
  it.each([1, true])("may say that _id stays (%j)", async (kept) => {
    const api = await stock(await open.start(), 1, () => ({}));
    const { envelope } = await api.post("/projects/find", { projection: { data: 0, _id: kept } });
    expect(envelope.result[0]).toMatchObject({ _id: expect.any(String), name: "task 0" });
    expect(envelope.result[0]).not.toHaveProperty("data");
  });

  it.each([0, 1, true, false])("of nothing but _id is understood: %j", async (value) => {
    const api = await stock(await open.start(), 1, () => ({}));
    const { envelope } = await api.post("/projects/find", { projection: { _id: value } });
    expect(Object.hasOwn(envelope.result[0], "_id")).toBe(Boolean(value));
    expect(Object.hasOwn(envelope.result[0], "name")).toBe(!value);
  });
});

describe("sorting", () => {
  it("keeps the order of types of the document database, and of values inside a type", async () => {
    const api = await open.start();
    for (const value of [true, [2], "b", 10, null, { a: 1 }, 9, "a", false]) {
      const data: JsonObject = { value };
      await api.kernel.tasks.create("articlecreator", data);
    }
    await api.kernel.tasks.create("articlecreator");
    const sorted = async (direction: number) => {
      const { envelope } = await api.post("/projects/find", {
        sort: { "data.value": direction },
        projection: { "data.value": 1, _id: 0 },
      });
      return envelope.result.map(({ data }: { data: { value?: unknown } }) => data.value);
    };
    const ascending = [null, undefined, 9, 10, "a", "b", [2], { a: 1 }, false, true];
    expect(await sorted(1)).toEqual(ascending);
    expect(await sorted(-1)).toEqual([true, false, { a: 1 }, [2], "b", "a", 10, 9, null, undefined]);
  });
});
