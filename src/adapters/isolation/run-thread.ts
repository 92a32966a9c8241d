import type { AnyTaskPlugin } from "../../kernel/index.js";
import type { Call, Verb } from "./messages.js";
import { PluginThread, type ThreadSettings } from "./plugin-thread.js";
import type { Context } from "./provider-calls.js";

export interface RunThreadSettings extends ThreadSettings {
  readonly lineTimeoutMs: number;
  /** Lines that are in the thread at once, at most. */
  readonly concurrency: number;
}

export type BeginContext = Context & { readonly lines: readonly string[] };

/** The thread of one run. When it is lost, the next line gets a fresh one, in which the plugin has begun again. */
export class RunThread {
  private current: Promise<PluginThread> | undefined;
  private readonly live = new Set<PluginThread>();
  private began = false;
  private inside = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly over = new AbortController();

  constructor(
    private readonly settings: RunThreadSettings,
    private readonly plugin: AnyTaskPlugin,
    private readonly context: BeginContext,
  ) {
    // A server that abandons a run does not call `finish`.
    const { signal } = context;
    const last = () => {
      const timer = setTimeout(() => this.end(), settings.graceMs + 1000).unref();
      this.over.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    };
    if (signal.aborted) last();
    else signal.addEventListener("abort", last, { once: true, signal: this.over.signal });
  }

  async begin(): Promise<void> {
    if (this.plugin.begin) await this.ready();
  }

  async run(line: string, context: Context): Promise<void> {
    await this.place();
    try {
      const thread = await this.ready();
      const { lineTimeoutMs: limitMs } = this.settings;
      await thread.perform(callOf("run", context, { line }), context, { limitMs });
    } finally {
      this.inside -= 1;
      this.waiting.shift()?.();
    }
  }

  async finish(context: Context): Promise<void> {
    try {
      // A run that ends early and whose thread is gone has nothing left to put in order.
      if (this.plugin.finish && !(context.signal.aborted && this.current === undefined)) {
        await (await this.ready()).perform(callOf("finish", context), context);
      }
    } finally {
      this.end();
    }
  }

  private end(): void {
    this.over.abort();
    for (const thread of this.live) thread.end();
  }

  private async place(): Promise<void> {
    if (this.inside >= this.settings.concurrency) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.inside += 1;
  }

  private ready(): Promise<PluginThread> {
    if (this.current === undefined) {
      const starting = this.started(() => {
        if (this.current === starting) this.current = undefined;
      });
      this.current = starting;
    }
    return this.current;
  }

  private async started(onGone: () => void): Promise<PluginThread> {
    const { context, plugin } = this;
    const thread: PluginThread = new PluginThread(this.settings, context.providers, () => {
      this.live.delete(thread);
      onGone();
    });
    this.live.add(thread);
    if (!plugin.begin) return thread;
    try {
      // What beginning again produces was stored the first time.
      const keepsOutput = !this.began;
      await thread.perform(callOf("begin", context, { lines: context.lines }), context, { keepsOutput });
      this.began = true;
      return thread;
    } catch (error) {
      thread.end();
      throw error;
    }
  }
}

function callOf(
  verb: Verb,
  { taskId, runId, options, attempt }: Context,
  more: Pick<Call, "line" | "lines"> = {},
): Omit<Call, "seed"> {
  return { verb, taskId, runId, options, attempt, ...more };
}
