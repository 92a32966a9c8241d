// What a tool call of MCP adds to the plain route that answers the same question: time from request to answer over a kept
// connection, one after the other, in turn within the same process. The last rows are the first call of a process, which loads the
// library of the protocol, and the list of the tools.
import { fork } from "node:child_process";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { median, printTable, verdict } from "../table.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1000);
const WARM_UP = 200;
const LIMIT_MS = 3;

const child = fork(fileURLToPath(new URL("server-process.mjs", import.meta.url)));
const { port, id } = await new Promise((resolve, reject) => {
  child.once("message", resolve).once("error", reject);
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const call = (name, given) => ({
  method: "POST",
  path: "/mcp",
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
});
const get = (path) => ({ method: "GET", path });
const PAIRS = [
  ["the rows of a task", get(`/task/results/${id}`), call("task_results", { id })],
  ["how far a task is", get(`/task/progress/${id}`), call("task_get", { id })],
  ["a page of tasks", get("/all-tasks?limit=50&sort=-createdAt"), call("task_list", { limit: 50 })],
];

const first = await timed(call("task_types", {}));
const listing = { method: "POST", path: "/mcp", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) };
const firstList = await timed(listing);

const rows = [];
for (const [name, plain, tool] of PAIRS) {
  const times = { plain: [], tool: [] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const [one, other] = [await timed(plain), await timed(tool)];
    if (round < 0) continue;
    times.plain.push(one);
    times.tool.push(other);
  }
  const [route, ours] = [median(times.plain), median(times.tool)];
  rows.push([name, route, ours, ours / route, ours - route, LIMIT_MS, verdict(ours - route, LIMIT_MS)]);
}
printTable(["ms, median", "route", "tool", "ratio", "difference", "limit", ""], rows);
const lists = [];
for (let round = 0; round < 50; round += 1) lists.push(await timed(listing));
printTable(
  ["ms", ""],
  [
    ["first tool call of a process", first],
    ["first list of the tools", firstList],
    ["list of the tools", median(lists)],
  ],
);
agent.destroy();
child.kill();

function timed({ method, path, body }) {
  return new Promise((resolve, reject) => {
    const headers = body ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) } : {};
    const from = performance.now();
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.once("end", () => {
        if (response.statusCode === 200 && !/"error":\{|"isError":true|"success":false/.test(text)) {
          resolve(performance.now() - from);
        } else reject(new Error(text));
      });
    });
    sent.once("error", reject).end(body);
  });
}
