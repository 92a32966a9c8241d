import { readFileSync } from "node:fs";
import { z } from "zod";

const node = z.strictObject({
  parameters: z.record(z.string(), z.unknown()),
  id: z.guid(),
  name: z.string().min(1),
  type: z.string().regex(/^[\w-]+\.\w+$/),
  typeVersion: z.number(),
  position: z.tuple([z.number(), z.number()]),
  credentials: z.record(z.string(), z.strictObject({ id: z.string(), name: z.string() })).optional(),
  webhookId: z.guid().optional(),
});

/** A workflow as n8n exports it. */
const workflow = z.strictObject({
  name: z.string().min(1),
  nodes: z.array(node).min(1),
  connections: z.record(
    z.string(),
    z.strictObject({
      main: z.array(z.array(z.strictObject({ node: z.string(), type: z.literal("main"), index: z.int() }))),
    }),
  ),
  pinData: z.strictObject({}),
  active: z.literal(false),
  settings: z.strictObject({ executionOrder: z.literal("v1") }),
  tags: z.array(z.never()),
});

export type Workflow = z.output<typeof workflow>;
export type WorkflowNode = Workflow["nodes"][number];

/** Throws for a file that n8n would not take: another form, two nodes of one name, a connection to none. */
export function readWorkflow(path: string): Workflow {
  const read = workflow.parse(JSON.parse(readFileSync(path, "utf8")));
  const names = read.nodes.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error("Two nodes have one name.");
  for (const [from, { main }] of Object.entries(read.connections)) {
    for (const name of [from, ...main.flat().map((one) => one.node)]) {
      if (!names.includes(name)) throw new Error(`A connection names "${name}", which is no node.`);
    }
  }
  return read;
}

/** The JSON of an item. */
// biome-ignore lint/suspicious/noExplicitAny: whatever came from the server
export type Item = any;

/** What a node asks the server for. */
export interface Asked {
  readonly node: string;
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

export interface Player {
  /** Sends a request and gives the JSON of its answer. */
  ask(asked: Asked): Promise<Item>;
  /** Passes over the time of a wait. */
  wait(): Promise<void>;
}

/**
 * Plays a workflow from one of its triggers on, with one item, as n8n does; gives the items by the names of their nodes, each
 * node's last one. Throws for a node that it does not know.
 */
export async function play(
  read: Workflow,
  trigger: string,
  item: Item,
  player: Player,
): Promise<ReadonlyMap<string, Item>> {
  const items = new Map<string, Item>();
  const queue: { readonly name: string; readonly input: Item }[] = [{ name: trigger, input: item }];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const { name, input } = at;
    const found = read.nodes.find((one) => one.name === name)!;
    const { output, branch = 0 } = await work(found, input, items, player);
    items.set(name, output);
    for (const next of read.connections[name]?.main[branch] ?? []) queue.push({ name: next.node, input: output });
  }
  return items;
}

async function work(
  { name, type, parameters }: WorkflowNode,
  input: Item,
  items: ReadonlyMap<string, Item>,
  player: Player,
): Promise<{ readonly output: Item; readonly branch?: number }> {
  const value = (text: unknown) => evaluated(text, input, items);
  switch (type) {
    case "n8n-nodes-base.manualTrigger":
    case "n8n-nodes-base.webhook":
      return { output: input };
    case "n8n-nodes-base.wait":
      await player.wait();
      return { output: input };
    case "n8n-nodes-base.if": {
      const { conditions } = parameters["conditions"] as { conditions: [{ leftValue: string }] };
      return { output: input, branch: value(conditions[0].leftValue) === true ? 0 : 1 };
    }
    case "n8n-nodes-base.splitOut": {
      const path = String(parameters["fieldToSplitOut"]).split(".");
      const list = path.reduce((of: Item, member) => of[member], input);
      if (!Array.isArray(list)) throw new Error(`There is no list to split in ${path.join(".")}.`);
      return { output: list };
    }
    case "n8n-nodes-base.httpRequest": {
      const { method, url, sendBody, jsonBody } = parameters;
      const body = sendBody === true ? { body: JSON.parse(String(value(jsonBody))) } : {};
      return { output: await player.ask({ node: name, method: String(method), url: String(value(url)), ...body }) };
    }
    case "n8n-nodes-seo-content-machine.seoContentMachine":
      return { output: await player.ask({ node: name, ...vendorCall(parameters, value) }) };
    default:
      throw new Error(`There is no node of the type ${type}.`);
  }
}

/** The calls that the vendor's node makes for its operations. Its address is part of its credentials. */
function vendorCall(
  parameters: WorkflowNode["parameters"],
  value: (text: unknown) => unknown,
): Pick<Asked, "method" | "url" | "body"> {
  const { operation, taskType, taskId, taskData, taskContentPath } = parameters;
  const id = value((taskId as { value?: string } | undefined)?.value);
  const get = (path: string) => ({ method: "GET", url: `http://localhost:8008${path}` });
  switch (operation) {
    case "create":
      return get(`/create/${String(taskType).replace(" ", "")}/`);
    case "content":
      return get(`/task/content/${id}/${value(taskContentPath)}`);
    case "update":
      return { ...get(`/task/data/${id}`), method: "POST", body: JSON.parse(String(value(taskData))) };
    case "abort":
    case "data":
    case "delete":
    case "duplicate":
    case "start":
    case "status":
      return get(`/task/${operation}/${id}`);
    default:
      throw new Error(`The vendor's node has no operation ${String(operation)}.`);
  }
}

/** A parameter: an expression where it begins with `=`, whose parts between `{{` and `}}` are JavaScript. */
function evaluated(text: unknown, $json: Item, items: ReadonlyMap<string, Item>): unknown {
  if (typeof text !== "string" || !text.startsWith("=")) return text;
  const $ = (name: string) => ({ item: { json: items.get(name) } });
  // The files are ours.
  const result = (code: string) => new Function("$json", "$", `return (${code});`)($json, $) as unknown;
  const [, whole] = /^=\{\{((?:(?!\}\}).)*)\}\}$/s.exec(text) ?? [];
  if (whole !== undefined) return result(whole);
  return text.slice(1).replace(/\{\{(.*?)\}\}/gs, (_, code: string) => String(result(code)));
}
