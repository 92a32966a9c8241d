import fc from "fast-check";
import { expect, it } from "vitest";
import { readTemplate, renderTemplate, VARIABLES } from "../../src/kernel/attendants/webhooks/template.js";
import { receiver, world } from "./webhooks-world.js";

const message = {
  id: "d1",
  type: "task.complete",
  createdAt: "2026-01-01T00:00:00.000Z",
  task: { id: "t1", name: 'Say "hello"\n{{run.id}}', type: "article creator", group: "", status: "complete" },
  run: { id: "r1", origin: "api", startedAt: null, finishedAt: null, progress: { done: 3, total: 4 }, error: null },
  data: {},
};

function rendered(text: string, values: object = message): unknown {
  const read = readTemplate(text);
  if ("problem" in read) throw new Error(read.problem);
  return JSON.parse(renderTemplate(read, values as never));
}

it("puts values in as JSON, and within texts as text", () => {
  expect(
    rendered('{"n": {{run.progress.done}}, "p": {{ run.progress }}, "t": "of {{task.name}}!", "x": {{run.error}}}'),
  ).toEqual({ n: 3, p: { done: 3, total: 4 }, t: `of ${message.task.name}!`, x: null });
  expect(rendered('"{{run.error}}{{run.progress.rows}}{{run.progress.done}}{{task}}"')).toBe(
    `3${JSON.stringify(message.task)}`,
  );
});

it("knows braces of JSON from those of variables, also behind escaped quotes", () => {
  expect(rendered('{"a":{"b":{"c":{{id}}}},"\\"{{id}}\\"":["{ {","}}"]}')).toEqual({
    a: { b: { c: "d1" } },
    '"d1"': ["{ {", "}}"],
  });
});

it("takes no value for a variable and lets none out of its quotes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), fc.constantFrom(...VARIABLES), (text, path) => {
      const name = `${text}{{${path}}}"\\`;
      const values = { ...message, task: { ...message.task, name } };
      expect(rendered('["{{task.name}}", {{task.name}}, "{{task.name}}{{task.name}}"]', values)).toEqual([
        name,
        name,
        name + name,
      ]);
    }),
  );
});

it("any text is either refused in words or gives JSON whatever the values are", () => {
  const piece = fc.oneof(
    fc.constantFrom('"', "{", "}", "{{", "}}", "[", "]", ",", ":", "\\", "1", " "),
    fc.constantFrom(...VARIABLES).map((path) => `{{${path}}}`),
    fc.string({ maxLength: 3 }),
  );
  const nested = fc.json().map((json) => ({ ...message, data: JSON.parse(json) as unknown }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), nested, (pieces, values) => {
      const read = readTemplate(pieces.join(""));
      if ("problem" in read) expect(read.problem).not.toBe("");
      else expect(() => JSON.parse(renderTemplate(read, values as never)) as unknown).not.toThrow();
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ["{{constructor}}", "no variable {{constructor}}"],
  ["{{task.__proto__}}", "no variable {{task.__proto__}}"],
  ["{{}}", "no variable {{}}"],
  [`"${"x".repeat(70_000)}"`, "longer than"],
  [`[${"{{id}},".repeat(1001)}1]`, "more than 1000 variables"],
  ['"{{id}}', "not JSON"],
  ["", "not JSON"],
])("a broken template is refused in words", (text, words) => {
  expect(readTemplate(text)).toEqual({ problem: expect.stringContaining(words) as string });
});

it("is the body that is sent and signed", async () => {
  const at = await world();
  const { url, first } = await receiver();
  await at.webhooks.create({ url, template: '{"text": "{{task.name}} is {{task.status}}", "delivery": {{id}}}' });
  await at.ended(await at.task({}, { name: 'A "quoted" task' }));
  const [{ body, headers }] = (await first(1)) as [Awaited<ReturnType<typeof first>>[0]];
  expect(JSON.parse(body)).toEqual({ text: 'A "quoted" task is complete', delivery: headers["x-delivery"] });
});
