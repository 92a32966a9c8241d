import type { Kernel, KernelLoad } from "../../kernel/index.js";
import { inTime } from "../../kernel/values/in-time.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";
import { type CountedCall, callCounter } from "./calls.js";
import { countedFamilies } from "./families.js";
import { type Family, lookedUp } from "./registry.js";
import { countRuns } from "./runs.js";

/** A request to the API, as far as it is counted. */
interface CountedRequest {
  readonly method: string;
  readonly route: string | undefined;
}

export interface Metrics {
  /** The page of all figures, in the format that `accept` prefers. Never rejects. */
  page(accept: string): Promise<{ readonly type: string; readonly text: string }>;
  watchRequest<Reply extends { readonly status: number }>(
    request: CountedRequest,
    answer: () => Reply | Promise<Reply>,
  ): Reply | Promise<Reply>;
  watchCall<T>(call: CountedCall, work: () => Promise<T>): Promise<T>;
  /** Counts the runs of a kernel, and asks it for its load. */
  follow(kernel: Kernel): void;
}

const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"]);
/** How long a shared queue may take to say how many runs there are. */
const LOAD_MS = 2000;

const pages = loadedOnce(async () => {
  const [{ exposition }, { processFamilies }] = await Promise.all([import("./exposition.js"), import("./process.js")]);
  return { exposition, ofProcess: processFamilies() };
});

/** Figures of one server: counted as things happen, and put into words when somebody asks. */
export function createMetrics({ version }: { readonly version: string }): Metrics {
  const families = countedFamilies();
  let kernel: Kernel | undefined;

  const load = (): Promise<KernelLoad | undefined> =>
    kernel === undefined
      ? Promise.resolve(undefined)
      : inTime(LOAD_MS, kernel.load(), () => undefined).catch(() => undefined);

  function gauges(now: KernelLoad | undefined): readonly Family[] {
    const labels = [["version", version]] as const;
    return [
      lookedUp("info", "scriptorium_build", "The version of Scriptorium.", () => [{ labels, value: 1 }]),
      lookedUp("gauge", "scriptorium_runs_waiting", "Runs that wait in the queue.", () => now?.waiting),
      lookedUp("gauge", "scriptorium_runs_running", "Runs in work, by all processes that share the queue.", () => {
        return now?.running;
      }),
      lookedUp("gauge", "scriptorium_runs_running_here", "Runs in work by this process.", () => now?.here),
    ];
  }

  return {
    async page(accept) {
      const [now, { exposition, ofProcess }] = await Promise.all([load(), pages()]);
      return exposition([...gauges(now), ...Object.values(families), ...ofProcess], accept);
    },
    watchRequest(request, answer) {
      const begun = performance.now();
      const counted = <Reply extends { readonly status: number }>(reply: Reply): Reply => {
        const method = METHODS.has(request.method) ? request.method : "other";
        const route = request.route ?? "none";
        families.requests.add(1, method, route, String(reply.status));
        families.requestSeconds.observe((performance.now() - begun) / 1000, method, route);
        return reply;
      };
      const reply = answer();
      return reply instanceof Promise ? reply.then(counted) : counted(reply);
    },
    watchCall: callCounter(families),
    follow(followed) {
      kernel = followed;
      countRuns(followed, families);
    },
  };
}
