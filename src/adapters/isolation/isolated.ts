import type { AnyTaskPlugin, LazyPlugin, ProviderName } from "../../kernel/index.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";
import { packagePath } from "../threads/package-path.js";
import { pluginOf } from "./find-plugin.js";
import { type BeginContext, RunThread } from "./run-thread.js";

export interface IsolatedOptions extends Omit<LazyPlugin, "load"> {
  /** The address of the module whose default export, or another, is the plugin: `import.meta.resolve("./my-plugin.js")`. */
  readonly module: string | URL;
  /**
   * `thread` by default. A `process` takes some 65 MB more, and nothing in it can end the server: a thread that asks for
   * very much memory at once can.
   */
  readonly within?: "thread" | "process";
  /** Limit of its memory, in mebibytes; 256 by default. */
  readonly memoryMb?: number;
  /**
   * Lines of one run that are in its thread at once; as many as the task says by default. A thread that is lost takes all
   * of them with it.
   */
  readonly concurrency?: number;
  /** Longest time of one line, in milliseconds; none by default. */
  readonly lineTimeoutMs?: number;
  /** How long a line may go on after an abort, in milliseconds; 10,000 by default. */
  readonly graceMs?: number;
  /** The program of the thread, for those who bundle it; that of this package by default. */
  readonly program?: string | URL;
}

/**
 * A task type whose lines are worked in a thread of their own, one for each run: what it does to its thread, such as to block it
 * or to use up its memory, fails a line and holds up nothing else. Only its `begin`, `run` and `finish` are called there. The
 * server's own thread also imports the module, for its `options`, `hosts`, `inputs`, `check`, `lineChecks`, `try`,
 * `failure` and `allFailed`: these and the top level of the module must be quick.
 */
export function isolated(options: IsolatedOptions): LazyPlugin {
  const {
    module,
    within = "thread",
    memoryMb = 256,
    concurrency,
    lineTimeoutMs = 0,
    graceMs = 10_000,
    program,
    ...entry
  } = options;
  const address = String(module);
  const settings = {
    type: entry.type,
    module: address,
    within,
    memoryMb,
    lineTimeoutMs,
    graceMs,
    concurrency: concurrency ?? Number.POSITIVE_INFINITY,
    program: () => program ?? packagePath("dist", "adapters", "isolation", "worker.js"),
  };
  return {
    ...entry,
    async load() {
      const plugin = pluginOf(await runtimeImport(address), entry.type);
      const needs: readonly ProviderName[] = [...new Set([...(entry.needs ?? []), ...(plugin.needs ?? [])])];
      const apart: AnyTaskPlugin = {
        ...plugin,
        needs,
        async begin(context) {
          const thread = new RunThread(settings, plugin, context as BeginContext);
          await thread.begin();
          return thread;
        },
        run: (line, context) => (context.state as RunThread).run(line, context),
        finish: (context) => (context.state as RunThread).finish(context),
      };
      return apart;
    },
  };
}
