import type { Attributes, Context, Span } from "@opentelemetry/api";
import type {
  AnyTaskPlugin,
  Kernel,
  PluginEntry,
  QueuedRun,
  TaskQueue,
  WriteRequest,
  WriterAnswer,
} from "../../kernel/index.js";
import { Spans } from "./spans.js";

/** What is reported about a request to the API. */
interface TracedRequest {
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly route: string | undefined;
}

/** What is reported about a call of a provider. */
interface TracedCall {
  readonly port: string;
  readonly kind: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface Tracing {
  watchRequest<Reply extends { readonly status: number }>(
    request: TracedRequest,
    answer: () => Reply | Promise<Reply>,
  ): Reply | Promise<Reply>;
  watchCall<T>(call: TracedCall, work: () => Promise<T>): Promise<T>;
  /** The queue, with a span around each run; it belongs to the span in which the run was handed in. */
  queue(queue: TaskQueue): TaskQueue;
  /** The task types, with a span around each line. */
  plugins(entries: readonly PluginEntry[]): readonly PluginEntry[];
  /** Writes into the spans of runs how they end. */
  follow(kernel: Pick<Kernel, "events">): void;
}

const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"]);

/** Spans of requests, runs, lines and calls of providers, named by the semantic conventions of OpenTelemetry. */
export function createTracing({ version }: { readonly version: string }): Tracing {
  const spans = new Spans(version);
  /** Where runs that wait were handed in. */
  const handedIn = new Map<string, Context>();
  /** By the id of the task. */
  const running = new Map<string, Span>();

  async function run(queued: QueuedRun, work: () => Promise<void>): Promise<void> {
    const { runId, taskId, type } = queued;
    const parent = handedIn.get(runId) ?? spans.root();
    handedIn.delete(runId);
    const attributes = {
      "scriptorium.task.id": taskId,
      "scriptorium.task.type": type,
      "scriptorium.run.id": runId,
    };
    await spans.within({ name: `run ${type}`, kind: "INTERNAL", attributes, parent }, async (span) => {
      if (span !== undefined) running.set(taskId, span);
      try {
        await work();
      } finally {
        running.delete(taskId);
      }
    });
  }

  const plugin = (one: AnyTaskPlugin): AnyTaskPlugin => {
    const traced: AnyTaskPlugin["run"] = (line, context) => {
      const attributes = {
        "scriptorium.task.id": context.taskId,
        "scriptorium.task.type": one.type,
        "scriptorium.run.id": context.runId,
        "scriptorium.line.attempt": context.attempt,
      };
      return spans.within({ name: `line ${one.type}`, kind: "INTERNAL", attributes }, async () =>
        one.run(line, context),
      );
    };
    return Object.create(one, { run: { value: traced, enumerable: true } }) as AnyTaskPlugin;
  };

  return {
    watchRequest(request, answer) {
      const { api } = spans;
      if (api === undefined) return answer();
      const parent = api.propagation.extract(api.ROOT_CONTEXT, request.headers);
      const name = METHODS.has(request.method) ? request.method : "HTTP";
      const attributes = requestAttributes(request);
      return spans.within({ name, kind: "SERVER", attributes, parent }, (span) => {
        const ended = <Reply extends { readonly status: number }>(reply: Reply): Reply => {
          span?.setAttribute("http.response.status_code", reply.status);
          if (span !== undefined && reply.status >= 500) spans.fail(span, String(reply.status));
          if (request.route !== undefined) {
            span?.setAttribute("http.route", request.route);
            span?.updateName(`${name} ${request.route}`);
          }
          return reply;
        };
        const reply = answer();
        return reply instanceof Promise ? reply.then(ended) : ended(reply);
      });
    },
    watchCall(call, work) {
      if (spans.api === undefined) return work();
      const { port, kind, method } = call;
      const isModel = port === "writer";
      const attributes = {
        "scriptorium.provider.port": port,
        "scriptorium.provider.kind": kind,
        ...(isModel ? modelAttributes(call) : hostAttributes(call)),
      };
      const model = isModel ? modelOf(call) : undefined;
      const name = isModel ? `chat${model === undefined ? "" : ` ${model}`}` : `${port} ${method}`;
      return spans.within({ name, kind: "CLIENT", attributes }, async (span) => {
        const result = await work();
        if (isModel && method === "answer") span?.setAttributes(usageAttributes(result as WriterAnswer));
        return result;
      });
    },
    queue: (queue) => ({
      get name() {
        return queue.name;
      },
      get shared() {
        return queue.shared;
      },
      start: (handler) => queue.start(handler && ((one, signal) => run(one, () => handler(one, signal)))),
      async enqueue(one) {
        const context = spans.now();
        // What is taken by another process would stay here for ever.
        if (context !== undefined && !queue.shared) handedIn.set(one.runId, context);
        await queue.enqueue(one);
      },
      async cancel(runId, reason) {
        handedIn.delete(runId);
        return await queue.cancel(runId, reason);
      },
      position: (runId) => queue.position(runId),
      counts: () => queue.counts(),
      stop: (options) => queue.stop(options),
    }),
    plugins: (entries) =>
      entries.map((entry) =>
        "load" in entry ? { ...entry, load: async () => plugin(await entry.load()) } : plugin(entry),
      ),
    follow({ events }) {
      events.on(
        "task.complete",
        ({ task }) => void running.get(task.id)?.setAttribute("scriptorium.run.status", task.status),
      );
      events.on(
        "task.aborted",
        ({ task }) => void running.get(task.id)?.setAttribute("scriptorium.run.status", task.status),
      );
      events.on("task.failed", ({ task, error }) => {
        const span = running.get(task.id);
        span?.setAttribute("scriptorium.run.status", task.status);
        if (span !== undefined) spans.fail(span, error.code, error.message);
      });
    },
  };
}

/** Without the query, which may hold the key. */
function requestAttributes({ id, method, target, headers }: TracedRequest): Attributes {
  const host = URL.parse(`http://${String(headers["host"] ?? "")}`);
  return {
    ...(METHODS.has(method)
      ? { "http.request.method": method }
      : { "http.request.method": "_OTHER", "http.request.method_original": method }),
    "url.path": target.split("?", 1)[0] ?? "",
    "url.scheme": "http",
    ...(host === null ? {} : { "server.address": host.hostname, "server.port": Number(host.port || 80) }),
    "scriptorium.request.id": id,
  };
}

/** The machine that is asked, where the call names an address; nothing more of it, since addresses may hold passwords. */
function hostAttributes({ args: [address] }: TracedCall): Attributes {
  const url = typeof address === "string" && /^https?:/i.test(address) ? URL.parse(address) : null;
  return url === null ? {} : { "server.address": url.hostname };
}

function modelOf({ args: [request] }: TracedCall): string | undefined {
  return (request as WriteRequest).model || undefined;
}

function modelAttributes(call: TracedCall): Attributes {
  const model = modelOf(call);
  const { temperature, maxTokens } = call.args[0] as WriteRequest;
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": call.kind,
    ...(model === undefined ? {} : { "gen_ai.request.model": model }),
    ...(temperature === undefined ? {} : { "gen_ai.request.temperature": temperature }),
    ...(maxTokens === undefined ? {} : { "gen_ai.request.max_tokens": maxTokens }),
  };
}

function usageAttributes({ usage, model }: WriterAnswer): Attributes {
  return {
    "gen_ai.response.model": model,
    "gen_ai.usage.input_tokens": usage.input,
    "gen_ai.usage.output_tokens": usage.output,
  };
}
