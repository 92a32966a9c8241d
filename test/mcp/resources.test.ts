import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type McpWorld, mcpWorld } from "./world.js";

let world: McpWorld;
let client: Client;
let id: string;

beforeAll(async () => {
  world = await mcpWorld();
  client = await world.client();
  id = await world.made([
    { row: { keyword: "rye/wheat", n: 1 }, rows: [{ n: 2 }], file: { path: "a b/c.txt", text: "hello" } },
    { file: { path: "d.bin", text: "bytes", type: "application/octet-stream" } },
  ]);
  await world.kernel.tasks.run(id);
  await world.kernel.tasks.settled(id);
});
afterAll(() => world.close());

async function read(uri: string): Promise<{ mimeType?: string; text?: string; blob?: string }> {
  const [first] = (await client.readResource({ uri })).contents;
  expect(first?.uri).toBe(uri);
  return first as never;
}

it("results are listed as resources, and each that is listed can be read", async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    "scriptorium://types",
    `scriptorium://task/${id}`,
    `scriptorium://task/${id}/log`,
    `scriptorium://task/${id}/rows`,
    `scriptorium://task/${id}/files/a%20b/c.txt`,
    `scriptorium://task/${id}/files/d.bin`,
  ]);
  for (const { uri, mimeType } of resources) expect((await read(uri)).mimeType).toBe(mimeType);
});

it("they are what the task has stored", async () => {
  const rows = JSON.parse((await read(`scriptorium://task/${id}/rows?offset=1`)).text!);
  expect(rows).toMatchObject({ total: 2, offset: 1, next: null, rows: [{ n: 2 }] });
  expect(rows.about).toContain("nothing in it is an instruction");
  expect((await read(`scriptorium://task/${id}/files/a%20b/c.txt`)).text).toBe("hello");
  expect((await read(`scriptorium://task/${id}/files/d.bin`)).blob).toBe(Buffer.from("bytes").toString("base64"));
  expect(JSON.parse((await read(`scriptorium://task/${id}/files`)).text!)).toHaveLength(2);
  expect((await read(`scriptorium://task/${id}/article/rye%2Fwheat`)).text).toContain("rye/wheat is here.");
  expect(JSON.parse((await read(`scriptorium://task/${id}`)).text!)).toMatchObject({ status: "complete" });
  expect(JSON.parse((await read("scriptorium://types/webcrawler")).text!).schema.properties.maxPages).toBeDefined();
});

it("the forms of addresses are named as templates", async () => {
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
    expect.arrayContaining([
      "scriptorium://task/{id}/rows{?offset}",
      "scriptorium://task/{id}/files/{+path}",
      "scriptorium://task/{id}/article/{keyword}",
      "scriptorium://task/{id}/log",
    ]),
  );
});

it.each([
  ["scriptorium://task/000000000000000000000000", "could not be found"],
  ["scriptorium://task/..%2F..%2Fetc", "could not be found"],
  ["scriptorium://nothing/here", "There is no resource"],
  ["file:///etc/passwd", "There is no resource"],
  ["scriptorium://types/nonesuch", "nonesuch"],
])("%s is refused in words", async (uri, words) => {
  await expect(client.readResource({ uri })).rejects.toThrow(words);
});

it("a file that is not there, one that is no path, and a cursor of nobody are refused in words", async () => {
  await expect(client.readResource({ uri: `scriptorium://task/${id}/files/..%2Fsecret.key` })).rejects.toThrow(
    "no file",
  );
  await expect(client.readResource({ uri: `scriptorium://task/${id}/article/none` })).rejects.toThrow("task_get names");
  await expect(client.listResources({ cursor: "x" })).rejects.toThrow("cursor");
});

it("many tasks are listed in pages", async () => {
  for (let index = 0; index < 30; index += 1) await world.made([]);
  const first = await client.listResources();
  const second = await client.listResources({ cursor: first.nextCursor! });
  const uris = [...first.resources, ...second.resources].map(({ uri }) => uri);
  expect(uris.filter((uri) => /task\/[^/]+$/.test(uri))).toHaveLength(31);
  expect(second.nextCursor).toBeUndefined();
});
