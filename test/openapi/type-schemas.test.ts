import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScriptorium, type Scriptorium } from "../../src/index.js";
import { type DescribedType, FIELD_GROUPS, type JsonObject } from "../../src/kernel/index.js";
import { asking } from "../api/fuller.js";

let scriptorium: Scriptorium;
let described: readonly DescribedType[];
beforeAll(async () => {
  scriptorium = createScriptorium();
  await scriptorium.start();
  const { tasks } = scriptorium.kernel;
  described = await Promise.all((await tasks.types()).map(({ type }) => tasks.describedType(type)));
});
afterAll(() => scriptorium.stop());

const propertiesOf = ({ schema }: DescribedType) => schema["properties"] as Record<string, JsonObject>;
/** A validator that takes the words of ours, each of which begins with `x-`. */
const validator = (schema: JsonObject) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  return ajv.compile(schema);
};

/** The schema and all that are in it as fields, with their paths. */
function* fieldsIn(schema: JsonObject, path = ""): Generator<readonly [string, JsonObject]> {
  for (const [name, field] of Object.entries((schema["properties"] ?? {}) as Record<string, JsonObject>)) {
    yield [`${path}${name}`, field];
    yield* fieldsIn(field, `${path}${name}.`);
    yield* fieldsIn((field["items"] ?? {}) as JsonObject, `${path}${name}[].`);
  }
}

describe("the JSON Schema of every task type", () => {
  it("gives every field a title and a meaning, however deep it is", () => {
    const bare = described.flatMap((type) =>
      [...fieldsIn(type.schema)]
        .filter(([path, field]) => !field["title"] || (!path.includes(".") && !field["description"]))
        .map(([path]) => `${type.type} ${path}`),
    );
    expect(bare).toEqual([]);
  });

  it("puts every field into a group, and names the groups in the order of forms", () => {
    const order = Object.keys(FIELD_GROUPS);
    for (const type of described) {
      const groups = type.schema["x-groups"] as { name: string; title: string }[];
      const names = groups.map(({ name }) => name);
      expect(names).toEqual([...names].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
      const used = new Set(Object.values(propertiesOf(type)).map((field) => field["x-group"]));
      expect(used).toEqual(new Set(names));
      expect(groups.every(({ title }) => /^[A-Z]/.test(title))).toBe(true);
    }
  });

  it("has between three and twelve fields for a newcomer, each with an example", () => {
    for (const type of described) {
      const basic = Object.entries(propertiesOf(type)).filter(([, field]) => field["x-basic"] === true);
      expect([type.type, basic.length >= 3 && basic.length <= 12, basic.length]).toEqual([
        type.type,
        true,
        basic.length,
      ]);
      const bare = basic.filter(([, field]) => !Array.isArray(field["examples"])).map(([name]) => name);
      expect([type.type, bare]).toEqual([type.type, []]);
    }
  });

  it("takes its own defaults and examples", () => {
    for (const type of described) {
      const { schema, defaults } = type;
      const validate = validator(schema);
      expect(validate(defaults), `${type.type}: ${JSON.stringify(validate.errors)}`).toBe(true);
      for (const [name, field] of Object.entries(propertiesOf(type))) {
        if (Object.hasOwn(field, "default")) expect(field["default"]).toEqual(defaults[name]);
        for (const example of (field["examples"] ?? []) as unknown[]) {
          const isValid = validate({ [name]: example });
          expect(isValid, `${type.type}.${name}: ${JSON.stringify(example)}`).toBe(true);
        }
      }
    }
  });

  it("marks secrets, and lists of lines", () => {
    const crawler = propertiesOf(described.find(({ type }) => type === "webcrawler")!);
    expect(crawler["proxiesFile"]).toMatchObject({ "x-secret": true, writeOnly: true, "x-lines": true });
    expect(crawler["startUrlsFile"]).toMatchObject({ title: "Start URLs", "x-lines": true, "x-group": "main" });
    expect(crawler["webhookSecretId"]).not.toHaveProperty("x-secret");
    expect(crawler["maxPages"]).not.toHaveProperty("x-lines");
  });

  it("keeps words that are not of JSON Schema behind x-", () => {
    for (const { schema } of described) {
      for (const [, field] of fieldsIn(schema)) {
        expect(Object.keys(field).filter((key) => ["basic", "group", "secret"].includes(key))).toEqual([]);
      }
    }
  });
});

describe("GET /types/:name/schema", () => {
  it("sends the schema itself, which says where it is", async () => {
    for (const type of ["webcrawler", "Web Crawler"]) {
      const reply = await asking(scriptorium.api, `/types/${encodeURIComponent(type)}/schema`);
      expect(reply.headers["content-type"]).toBe("application/schema+json; charset=utf-8");
      const schema = JSON.parse(reply.text);
      expect(Object.keys(schema).slice(0, 4)).toEqual(["$schema", "$id", "title", "description"]);
      expect(schema).toMatchObject({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $id: "http://localhost/types/webcrawler/schema",
        title: "Web Crawler",
      });
      const { $id: _id, ...rest } = schema;
      expect(rest).toEqual(described.find((one) => one.type === "webcrawler")!.schema);
    }
  });

  it("refuses an unknown type in the envelope", async () => {
    const { envelope } = await asking(scriptorium.api, "/types/nothing/schema");
    expect(envelope()).toMatchObject({ success: false, message: expect.stringContaining("There is no task type") });
  });

  it("leaves GET /types as it was, and adds all schemas where they are asked for", async () => {
    const plain = (await asking(scriptorium.api, "/types")).envelope().result;
    expect(Object.keys(plain[0])).toEqual(["type", "words", "title", "summary", "needs", "usuallyNeeds", "missing"]);
    const whole = (await asking(scriptorium.api, "/types?schema=true")).envelope().result;
    expect(whole).toEqual(JSON.parse(JSON.stringify(described)));
  });
});
