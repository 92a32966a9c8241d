import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScriptorium, type Scriptorium } from "../../src/index.js";
import { asking } from "./fuller.js";

let scriptorium: Scriptorium;
beforeAll(async () => {
  scriptorium = createScriptorium();
  await scriptorium.start();
});
afterAll(() => scriptorium.stop());

const ask = async (target: string) => (await asking(scriptorium.api, target)).envelope();

describe("the task types", () => {
  it.each(["/types", "/task/types/"])("are listed with what they need: %s", async (path) => {
    const { result } = await ask(path);
    const names = result.map(({ type }: { type: string }) => type);
    expect(names).toEqual([...names].sort());
    expect(names).toContain("webcrawler");
    expect(result[0]).toEqual({
      type: "articlecreator",
      words: "article creator",
      title: "Article Creator",
      summary: expect.any(String),
      needs: ["reader"],
      usuallyNeeds: ["search"],
      missing: [],
    });
  });

  it("are shown one by one with what a new draft of each holds, and no draft is left", async () => {
    const described = [];
    for (const { type, words } of (await ask("/types")).result) {
      const { result } = await ask(`/types/${encodeURIComponent(words)}`);
      expect(result).toEqual((await ask(`/task/types/${type}`)).result);
      described.push(result);
    }
    expect((await ask("/all-projects")).result).toEqual([]);
    for (const { type, fields, defaults, schema } of described) {
      const { id: _id, ...data } = (await ask(`/create/${type}`)).result.data;
      expect(defaults).toEqual(data);
      const names = fields.map(({ name }: { name: string }) => name);
      const { type: _type, ...own } = data;
      expect(names).toEqual(expect.arrayContaining(Object.keys(own)));
      expect(new Set(Object.keys(schema.properties))).toEqual(new Set(names));
      for (const field of fields) {
        expect(field.meaning, `${type}: ${field.name}`).toMatch(/\S/);
        expect(field.default).toEqual(data[field.name] ?? null);
      }
      expect(schema.required ?? []).toEqual([]);
    }
  });

  it("that are unknown are refused with the names there are", async () => {
    expect(await ask("/types/nothing")).toMatchObject({
      success: false,
      message: expect.stringMatching(/There is no task type "nothing". Use one of: articlecreator, /),
    });
  });
});
