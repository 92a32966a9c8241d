import { type IntervalHistogram, monitorEventLoopDelay, performance } from "node:perf_hooks";
import { type Family, lookedUp } from "./registry.js";

/** How often the delay of the event loop is looked at. */
const RESOLUTION_MS = 10;
/** After so long without a scrape the looking ends, since it wakes the process. */
const WATCHED_MS = 10 * 60_000;

/**
 * Figures of this process, under the names that dashboards for Node.js know. The delay of the event loop is measured from the
 * first scrape on, and given for the time since the one before.
 */
export function processFamilies(): readonly Family[] {
  const memory = () => process.memoryUsage();
  const cpu = (name: "user" | "system") => process.cpuUsage()[name] / 1e6;
  const loop = () => performance.eventLoopUtilization();
  const bytes = (name: string, help: string, look: () => number) => lookedUp("gauge", name, help, look);
  return [
    lookedUp("counter", "process_cpu_user_seconds", "Processor time of the program itself, in seconds.", () =>
      cpu("user"),
    ),
    lookedUp(
      "counter",
      "process_cpu_system_seconds",
      "Processor time of the system for this process, in seconds.",
      () => cpu("system"),
    ),
    lookedUp("counter", "process_cpu_seconds", "Processor time of this process, in seconds.", () => {
      return cpu("user") + cpu("system");
    }),
    lookedUp("gauge", "process_start_time_seconds", "When the process began, in seconds since 1970.", () => {
      return performance.timeOrigin / 1000;
    }),
    bytes("process_resident_memory_bytes", "Memory that the process holds, in bytes.", () => memory().rss),
    bytes("nodejs_heap_size_total_bytes", "Size of the heap of JavaScript, in bytes.", () => memory().heapTotal),
    bytes("nodejs_heap_size_used_bytes", "Heap of JavaScript in use, in bytes.", () => memory().heapUsed),
    bytes("nodejs_external_memory_bytes", "Memory outside the heap that objects in it hold, in bytes.", () => {
      return memory().external;
    }),
    lookedUp("counter", "nodejs_eventloop_active_seconds", "Time in which the event loop worked, in seconds.", () => {
      return loop().active / 1000;
    }),
    lookedUp(
      "counter",
      "nodejs_eventloop_idle_seconds",
      "Time in which the event loop waited for events, in seconds.",
      () => {
        return loop().idle / 1000;
      },
    ),
    ...delayFamilies(),
    lookedUp("info", "nodejs_version", "The version of Node.js.", () => [
      { labels: [["version", process.version]], value: 1 },
    ]),
  ];
}

function delayFamilies(): readonly Family[] {
  let histogram: IntervalHistogram | undefined;
  let ending: NodeJS.Timeout | undefined;

  /** What there is of the time since the last look, in seconds; undefined on the first. */
  function taken(): Readonly<Record<string, number>> | undefined {
    clearTimeout(ending);
    ending = setTimeout(() => {
      histogram?.disable();
      histogram = undefined;
    }, WATCHED_MS).unref();
    if (histogram === undefined) {
      histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      histogram.enable();
      return undefined;
    }
    const { count, min, max, mean } = histogram;
    if (count === 0) return undefined;
    const quantiles = Object.fromEntries([50, 90, 99].map((one) => [`p${one}`, histogram!.percentile(one)]));
    histogram.reset();
    // What is measured is the distance between two looks.
    const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
    return Object.fromEntries(
      Object.entries({ min, max, mean, ...quantiles }).map(([name, value]) => [name, delay(value)]),
    );
  }

  let now: Readonly<Record<string, number>> | undefined;
  const names = ["min", "max", "mean", "p50", "p90", "p99"];
  return names.map((name, index) =>
    lookedUp(
      "gauge",
      `nodejs_eventloop_lag_${name}_seconds`,
      `${HELP[name]}, since the last scrape, in seconds.`,
      () => {
        if (index === 0) now = taken();
        return now?.[name];
      },
    ),
  );
}

const HELP: Readonly<Record<string, string>> = {
  min: "Shortest delay of the event loop",
  max: "Longest delay of the event loop",
  mean: "Mean delay of the event loop",
  p50: "Delay of the event loop that half of the looks stay below",
  p90: "Delay of the event loop that 90 percent of the looks stay below",
  p99: "Delay of the event loop that 99 percent of the looks stay below",
};
