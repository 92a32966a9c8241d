import type { RequestWatch } from "./adapters/http/index.js";
import { createMetrics, type Metrics } from "./adapters/metrics/index.js";
import { type CallWatch, observed } from "./adapters/providers/observed.js";
import { createTracing } from "./adapters/tracing/index.js";
import type { Kernel, PluginEntry, ProviderName, Providers, TaskQueue } from "./kernel/index.js";

/** All that looks on: figures, and spans where OpenTelemetry is there. */
export interface Observation {
  readonly metrics: Pick<Metrics, "page">;
  readonly watchRequest: RequestWatch;
  readonly watchCall: CallWatch;
  /** These providers, watched, as `builtin` or `custom` ones. */
  providers<Given extends Partial<Providers>>(kind: "builtin" | "custom", providers: Given): Given;
  queue(queue: TaskQueue): TaskQueue;
  plugins(entries: readonly PluginEntry[]): readonly PluginEntry[];
  follow(kernel: Kernel): void;
}

export function createObservation(version: string): Observation {
  const metrics = createMetrics({ version });
  const tracing = createTracing({ version });
  const watchCall: CallWatch = (call, work) => tracing.watchCall(call, () => metrics.watchCall(call, work));
  return {
    metrics,
    watchRequest: (request, answer) => tracing.watchRequest(request, () => metrics.watchRequest(request, answer)),
    watchCall,
    providers: (kind, providers) => {
      const entries = Object.entries(providers)
        .filter(([, provider]) => provider !== undefined)
        .map(([port, provider]) => [
          port,
          observed({ port: port as ProviderName, kind }, provider as never, watchCall),
        ]);
      return Object.fromEntries(entries) as typeof providers;
    },
    queue: (queue) => tracing.queue(queue),
    plugins: (entries) => tracing.plugins(entries),
    follow(kernel) {
      metrics.follow(kernel);
      tracing.follow(kernel);
    },
  };
}
