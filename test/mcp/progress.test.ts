import { afterAll, beforeAll, expect, it } from "vitest";
import { type McpWorld, mcpWorld } from "./world.js";

let world: McpWorld;
beforeAll(async () => {
  world = await mcpWorld();
});
afterAll(() => world.close());

const runs = (id: string, token?: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "task_run", arguments: { id, wait: 30 }, ...(token ? { _meta: { progressToken: token } } : {}) },
});

it("a wait that is over says how far the run is", async () => {
  const id = await world.made([{ waits: "never" }]);
  const reply = await world.tool("task_run", { id, wait: 0.2 });
  expect(reply.status).toMatch(/waiting|running/);
  expect(reply.next).toContain("task_wait");
  await world.tool("task_delete", { id });
});

it("a client that awaits a run hears how far it is, never backwards, and then what became of it", async () => {
  const id = await world.made([{ row: { n: 1 } }, { waits: "door", row: { n: 2 } }]);
  const client = await world.client();
  const heard: { progress: number; total?: number; message?: string }[] = [];
  const answer = client.callTool({ name: "task_run", arguments: { id, wait: 30 } }, undefined, {
    onprogress: (progress) => heard.push(progress),
  });
  await world.gate.reached("door");
  await expect.poll(() => heard.some(({ message }) => message?.includes("1 of 2 lines"))).toBe(true);
  world.gate.openAll();
  const { content } = await answer;
  expect(JSON.parse((content as { text: string }[])[0]!.text)).toMatchObject({ status: "complete" });
  const steps = heard.map(({ progress }) => progress);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(new Set(steps).size).toBe(steps.length);
  expect(heard.every(({ total }) => total === 100)).toBe(true);
});

it("without an Accept that allows a stream the answer is one JSON object, whatever token was sent", async () => {
  const id = await world.made([{ row: { n: 1 } }]);
  const { type, json } = await world.relayed(runs(id, "token"));
  expect(type).toContain("application/json");
  expect(JSON.parse(json.result.content[0].text)).toMatchObject({ status: "complete" });
});

it("a stream is only sent to who asks for progress", async () => {
  const id = await world.made([{ row: { n: 1 } }]);
  const accept = "application/json, text/event-stream";
  expect((await world.relayed(runs(id), { accept })).type).toContain("application/json");
  const response = await fetch(world.address, {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(runs(id, "token")),
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events = (await response.text()).trim().split("\n\n");
  const messages = events.map((event) => JSON.parse(event.replace(/^event: message\ndata: /, "")));
  expect(messages[0]).toMatchObject({ method: "notifications/progress", params: { progressToken: "token" } });
  expect(messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ type: "text" }] } });
});

it("a client that hangs up ends the waiting and not the run", async () => {
  const id = await world.made([{ waits: "later", row: { n: 1 } }]);
  const control = new AbortController();
  const answer = fetch(world.address, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(runs(id, "token")),
    signal: control.signal,
  }).then((response) => response.text());
  await world.gate.reached("later");
  control.abort();
  await expect(answer).rejects.toThrow();
  expect((await world.kernel.tasks.existing(id)).status).toBe("running");
  world.gate.openAll();
  expect((await world.kernel.tasks.settled(id)).status).toBe("complete");
});
