import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  trace,
} from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import {
  createScriptorium,
  defineTaskPlugin,
  ScriptoriumError,
  silentLogger,
  type WebProvider,
} from "../../src/index.js";
import { asking } from "./fuller.js";

/** As the context managers of OpenTelemetry for Node.js. */
class LocalContext implements ContextManager {
  private readonly storage = new AsyncLocalStorage<Context>();
  active = () => this.storage.getStore() ?? ROOT_CONTEXT;
  with: ContextManager["with"] = (of, work, that, ...given) => this.storage.run(of, () => work.call(that!, ...given));
  bind: ContextManager["bind"] = (of, target) =>
    typeof target === "function"
      ? (((...given: unknown[]) => this.with(of, () => target(...given))) as typeof target)
      : target;
  enable = () => this;
  disable = () => this;
}

/** Reads `traceparent`, as the propagator of the W3C format does. */
const traceContext: TextMapPropagator = {
  inject() {},
  extract(into, carrier, getter) {
    const [, traceId = "", spanId = ""] = String(getter.get(carrier, "traceparent") ?? "").split("-");
    const parent = { traceId, spanId, traceFlags: 1, isRemote: true };
    return traceId === "" ? into : trace.setSpanContext(into, parent);
  },
  fields: () => ["traceparent"],
};

const exporter = new InMemorySpanExporter();

beforeEach(() => {
  context.setGlobalContextManager(new LocalContext());
  propagation.setGlobalPropagator(traceContext);
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});

let stop = async () => {};
afterEach(async () => {
  await stop();
  exporter.reset();
  for (const one of [context, propagation, trace]) one.disable();
});

const fetching = defineTaskPlugin({
  type: "fetching",
  words: "fetching",
  title: "Fetching",
  summary: "Fetches its lines.",
  needs: ["web"],
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { providers, signal }) {
    await providers.web.fetch(line, { signal });
  },
});

const web = {
  async fetch(url: string) {
    if (url.includes("broken"))
      throw new ScriptoriumError("FETCH_FAILED", "It does not answer. Try again later.", { url });
    return { url, status: 200, mediaType: "text/html", text: "", bytes: 0 };
  },
} as WebProvider;

async function started() {
  const made = createScriptorium({ logger: silentLogger, plugins: [fetching], providers: { web } });
  await made.start();
  stop = made.stop;
  return made;
}

const named = (name: string) => exporter.getFinishedSpans().find((span) => span.name === name) as ReadableSpan;
const parentOf = (span: ReadableSpan) =>
  exporter.getFinishedSpans().find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId)?.name;

it("one trace leads from the request over the run and its line to the call of the provider", async () => {
  const { api, kernel } = await started();
  const { _id } = await kernel.tasks.create("fetching", { linesFile: ["https://user:pass@a.example/x?key=1"] });
  const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
  await asking(api, `/task/start/${_id}?apikey=sesame`, { headers });
  await kernel.tasks.settled(_id);
  await expect.poll(() => named("run fetching")).toBeDefined();
  const request = named("GET /task/start/:id?");
  expect(request.kind).toBe(SpanKind.SERVER);
  expect(request.spanContext().traceId).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(request.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
  expect(request.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/task/start/:id?",
    "http.response.status_code": 200,
    "url.path": `/task/start/${_id}`,
    "server.address": "localhost",
  });
  expect(parentOf(named("run fetching"))).toBe("GET /task/start/:id?");
  expect(parentOf(named("line fetching"))).toBe("run fetching");
  expect(parentOf(named("web fetch"))).toBe("line fetching");
  expect(named("run fetching").attributes).toMatchObject({
    "scriptorium.task.id": _id,
    "scriptorium.task.type": "fetching",
    "scriptorium.run.status": "complete",
  });
  expect(named("web fetch").attributes).toEqual({
    "scriptorium.provider.port": "web",
    "scriptorium.provider.kind": "custom",
    "server.address": "a.example",
  });
  expect(JSON.stringify(exporter.getFinishedSpans().map(({ attributes }) => attributes))).not.toMatch(
    /pass|sesame|key=/,
  );
});

it("what fails says by what code, up to the run", async () => {
  const { kernel } = await started();
  const { _id } = await kernel.tasks.create("fetching", { linesFile: ["https://broken.example/"] });
  await kernel.tasks.run(_id);
  await kernel.tasks.settled(_id);
  await expect.poll(() => named("run fetching")).toBeDefined();
  for (const name of ["web fetch", "line fetching", "run fetching"]) {
    expect(named(name).status.code, name).toBe(SpanStatusCode.ERROR);
    expect(named(name).attributes["error.type"], name).toMatch(/^FETCH_FAILED$|^[a-z-]+$/);
  }
  expect(named("run fetching").parentSpanContext).toBeUndefined();
});
