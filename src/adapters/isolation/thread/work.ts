import { AsyncLocalStorage } from "node:async_hooks";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { AnyTaskPlugin, CheckpointOptions, JsonObject, Output, Providers } from "../../../kernel/index.js";
import { OutputBuffer } from "../../../kernel/runs/run-output.js";
// Part by part: the thread loads no more of the kernel than it needs, and starts the sooner.
import { systemClock } from "../../../kernel/values/clock.js";
import { type Random, seededRandom } from "../../../kernel/values/random.js";
import { runtimeImport } from "../../../kernel/values/runtime-import.js";
import { type Outcome, outcomeOf } from "../../threads/outcome.js";
import { pluginOf } from "../find-plugin.js";
import type { Call, Order, Produced, Reply, ThreadData } from "../messages.js";
import { Requests } from "./requests.js";
import { UpdateSender } from "./updates.js";

/** The end of a channel, as `node:worker_threads` has it. */
export interface Port {
  on(event: "message", listener: (message: Order) => void): unknown;
  postMessage(message: Reply, transfer?: ArrayBuffer[]): void;
}

/** Does the calls of one plugin for a server at the other end of the port, several side by side. */
export function work(port: Port, data: ThreadData): void {
  const loading = runtimeImport(data.module).then((module) => pluginOf(module, data.type));
  // Every call rejects with it.
  loading.catch(() => {});
  const requests = new Requests((reply) => port.postMessage(reply));
  const calls = new Map<number, AbortController>();
  const current = new AsyncLocalStorage<UpdateSender>();
  const runRandom = new Map<string, Random>();
  let state: unknown;
  let latest: UpdateSender | undefined;

  const written = (level: "debug" | "warn") => (chunk: unknown) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk as Uint8Array).toString();
    (current.getStore() ?? latest)?.[level](text.trimEnd());
    return true;
  };
  process.stdout.write = written("debug");
  process.stderr.write = written("warn");
  process.on("unhandledRejection", (error) => {
    latest?.warn(`A promise was rejected and nobody looked: ${error instanceof Error ? error.message : typeof error}`);
  });

  async function perform(id: number, call: Call): Promise<void> {
    const control = new AbortController();
    calls.set(id, control);
    const updates = new UpdateSender((update) => port.postMessage({ kind: "update", id, update }));
    latest = updates;
    const output = new OutputBuffer();
    const outcome = await current.run(updates, () =>
      outcomeOf(async () => {
        const plugin = await loading;
        // A call and its abort may arrive together, and a listener for an abort misses one that was before.
        if (call.verb !== "finish") control.signal.throwIfAborted();
        await invoke(plugin, id, call, updates, output, control.signal);
        return producedOf(output);
      }),
    );
    calls.delete(id);
    finish(id, outcome, updates);
  }

  async function invoke(
    plugin: AnyTaskPlugin,
    id: number,
    call: Call,
    updates: UpdateSender,
    output: OutputBuffer,
    signal: AbortSignal,
  ): Promise<void> {
    // `begin` and `finish` of a run share their choices: the second goes on where the first stopped.
    const random = runRandom.get(call.seed) ?? seededRandom(call.seed);
    if (call.verb !== "run") runRandom.set(call.seed, random);
    const context = {
      taskId: call.taskId,
      runId: call.runId,
      options: call.options,
      // Methods that are there by the list of what the real ones have.
      providers: requests.providers(id, data.providers) as unknown as Providers,
      output: limited(output, data.maxOutputBytes),
      progress: (note: Parameters<UpdateSender["progress"]>[0]) => updates.progress(note),
      effect: (...args: Parameters<Requests["effect"]> extends [number, ...infer Rest] ? Rest : never) =>
        requests.effect(id, ...args),
      checkpoint: (key: string, value: JsonObject, options: CheckpointOptions = {}) =>
        requests.checkpoint(id, key, value, options, producedOf(output)),
      checkpoints: () => requests.checkpoints(id),
      stored: (path: string) => requests.stored(id, path, false),
      remembered: (name: string) => requests.stored(id, name, true),
      signal,
      log: updates,
      random,
      clock: systemClock,
      attempt: call.attempt,
    };
    if (call.verb === "begin") state = await plugin.begin?.({ ...context, lines: call.lines ?? [] });
    else if (call.verb === "finish") await plugin.finish?.({ ...context, state });
    else await plugin.run(call.line ?? "", { ...context, state });
  }

  function finish(id: number, outcome: Outcome<Produced>, updates: UpdateSender): void {
    const transfer = outcome.ok ? outcome.value.files.map(({ bytes }) => bytes.buffer) : [];
    port.postMessage({ kind: "done", id, outcome, update: updates.last() }, transfer);
  }

  port.on("message", (order) => {
    if (order.kind === "call") void perform(order.id, order.call);
    else if (order.kind === "abort") calls.get(order.id)?.abort(new Error(order.reason));
    else if (order.kind === "ping") port.postMessage({ kind: "pong" });
    else requests.hear(order);
  });
}

/** Files lie outside of the heap that the limit of the thread counts. */
function limited(output: OutputBuffer, maxBytes: number): Output {
  let bytes = 0;
  const count = (content: string | Uint8Array) => {
    bytes += content.length;
    if (bytes > maxBytes) {
      throw new ScriptoriumError(
        "PLUGIN_INVALID",
        `The files of one line take up more than ${Math.floor(maxBytes / 1024 / 1024)} MB. Give the task type more memory, or correct it.`,
      );
    }
  };
  return {
    article: (keyword, article) => output.article(keyword, article),
    row: (record) => output.row(record),
    file(path, content, type) {
      count(content);
      output.file(path, content, type);
    },
    append(path, content, type) {
      count(content);
      output.append(path, content, type);
    },
    remember(name, content) {
      count(content);
      output.remember(name, content);
    },
    remove: (path) => output.remove(path),
  };
}

function producedOf(output: OutputBuffer): Produced {
  const { articles, rows, files } = output.taken();
  return {
    articles,
    rows,
    // Of their own, since a buffer that others share cannot be handed over.
    files: files.map((order) => ({ ...order, bytes: new Uint8Array(order.bytes) })),
  };
}
