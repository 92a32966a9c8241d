import { expect, it } from "vitest";
import { fetchHandler } from "../../src/adapters/http/index.js";
import { createClient } from "../../src/client.js";
import { createScriptorium } from "../../src/index.js";

const { api } = createScriptorium();
const answer = fetchHandler(api);
const client = createClient({ fetch: (input, init) => answer(new Request(input, init)) });

it("says of every kind what a form needs, secrets marked, and nothing required that depends on other fields", async () => {
  const kinds = await client.accountKinds();
  expect(kinds.map(({ kind, secrets, tests, imports }) => [kind, secrets, tests, imports])).toEqual([
    ["blog", ["password"], true, true],
    ["mail", ["password", "dkimKey"], true, true],
    ["provider", ["key"], false, false],
  ]);
  const [blog, mail] = kinds.map(({ schema }) => schema);
  expect(blog).toMatchObject({
    properties: {
      kind: { type: "string", enum: ["wordpress", "ghost", "webhook", "folder"], "x-basic": true },
      url: { type: "string", title: "URL" },
      allowHttp: { type: "boolean", default: false },
      password: { "x-secret": true, "x-basic": true },
    },
  });
  expect(mail).toMatchObject({ properties: { port: { type: "integer", maximum: 65_535 } } });
  for (const { schema } of kinds) {
    expect(schema).not.toHaveProperty("required");
    const fields = Object.values(schema["properties"] as Record<string, { description?: string; title?: string }>);
    for (const { description, title } of fields) expect([description, title]).not.toContain(undefined);
  }
});
