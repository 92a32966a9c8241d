import { ScriptoriumError } from "../../../kernel/errors.js";
import type { ProviderWorld, StoredChange, StoredTask } from "../../../kernel/index.js";
import { createTurns } from "../../../kernel/values/turns.js";
import { endsWithin, type Follower } from "./follower.js";
import type { IndexFile } from "./index-file.js";
import { Intake } from "./intake.js";
import type { LocalPage } from "./page.js";
import { textOfFile } from "./read-text.js";
import { pagesOfTask, type TaskPage } from "./task-pages.js";

export interface TaskFollowerOptions {
  /** The only task that is followed; all of them without it. */
  readonly task?: string;
  /** The address of this server, for what has no address of its own. */
  readonly address: string;
  readonly index: IndexFile;
  readonly world: Pick<ProviderWorld, "clock" | "logger" | "reader" | "stored">;
}

/** After a change others may follow. */
const PAUSE_MS = 250;
const NO_TASK = "000000000000000000000000";
/** A task whose run goes on storing is looked at again when so many times the time of the last look have passed. */
const REST = 5;
const LONGEST_REST_MS = 30_000;
/** A change may be missed, and other processes may change tasks. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Follows what runs store. A task that is at rest and has the revision of the last time is not looked at; of another one what is
 * new or has changed is read. So a restart goes on where it was, and what a killed process left undone is done.
 */
export class TaskFollower implements Follower {
  readonly leftOut = 0;
  /** Tasks to look at, and when. */
  private readonly waiting = new Map<string, { readonly at: number; readonly isUrgent: boolean }>();
  private readonly ending = new AbortController();
  private readonly lastLook = new Map<string, { readonly at: number; readonly took: number }>();
  private lookedAt = Number.NEGATIVE_INFINITY;
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private unwatch: (() => void) | undefined;
  /** No server runs, or no longer. */
  private isOff = false;

  constructor(private readonly options: TaskFollowerOptions) {}

  start(): void {
    this.unwatch ??= this.options.world.stored.watch((change) => this.changed(change));
    this.wake(0);
  }

  restart(): void {
    this.lookedAt = Number.NEGATIVE_INFINITY;
    this.wake(0);
  }

  async check(): Promise<void> {
    const { task, world } = this.options;
    // Asked in any case: it throws where no server runs.
    const there = await world.stored.task(task ?? NO_TASK);
    if (task === undefined || there !== undefined) return;
    throw new ScriptoriumError(
      "SEARCH_FAILED",
      `The task ${task} of the local index is not there. Correct "task" in the settings of the search provider.`,
      { setting: "providers.search" },
    );
  }

  async ready(longestMs: number, signal: AbortSignal): Promise<boolean> {
    const end = this.now() + longestMs;
    for (;;) {
      for (const [id, { isUrgent }] of this.waiting) if (isUrgent) this.waiting.set(id, { at: 0, isUrgent });
      const mustLook = this.now() - this.lookedAt >= LOOK_AGAIN_MS;
      const isBehind = mustLook || [...this.waiting.values()].some(({ isUrgent }) => isUrgent);
      if (!isBehind && this.working === undefined) return true;
      const left = end - this.now();
      if (left <= 0 || !(await endsWithin(this.work(), left, signal)) || this.isOff) return false;
    }
  }

  async close(): Promise<void> {
    this.unwatch?.();
    clearTimeout(this.timer);
    this.ending.abort();
    await this.working?.catch(() => {});
  }

  private now(): number {
    return this.options.world.clock.monotonic();
  }

  private changed({ taskId, kind }: StoredChange): void {
    if (this.options.task !== undefined && taskId !== this.options.task) return;
    const isUrgent = kind !== "grows" || (this.waiting.get(taskId)?.isUrgent ?? false);
    const last = this.lastLook.get(taskId);
    const rested = last === undefined ? 0 : last.at + Math.min(LONGEST_REST_MS, last.took * REST);
    this.waiting.set(taskId, {
      at: isUrgent ? this.now() + PAUSE_MS : Math.max(this.now() + PAUSE_MS, rested),
      isUrgent,
    });
    this.wake(PAUSE_MS);
  }

  private wake(milliseconds: number): void {
    if (this.timer !== undefined || this.ending.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.work().catch(() => {});
    }, milliseconds);
    this.timer.unref();
  }

  /** Never two at once. What fails is tried again with the next change or look. */
  private work(): Promise<void> {
    this.working ??= this.workThrough().finally(() => {
      this.working = undefined;
      const next = Math.min(...[...this.waiting.values()].map(({ at }) => at));
      if (Number.isFinite(next)) this.wake(Math.max(0, next - this.now()));
    });
    return this.working;
  }

  private async workThrough(): Promise<void> {
    const { signal } = this.ending;
    this.isOff = false;
    try {
      if (this.now() - this.lookedAt >= LOOK_AGAIN_MS) await this.lookAtAll();
      for (;;) {
        signal.throwIfAborted();
        const due = [...this.waiting].find(([, { at }]) => at <= this.now());
        if (due === undefined) return;
        const [id] = due;
        this.waiting.delete(id);
        const begun = this.now();
        await this.lookAt(id);
        this.lastLook.set(id, { at: this.now(), took: this.now() - begun });
      }
    } catch (error) {
      this.isOff = signal.aborted || (await this.isOver());
      if (this.isOff) return;
      this.options.world.logger.error("The local index could not take in what was stored. It is tried again.", error);
      this.lookedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /** The server does not run: what is read of its storage fails. */
  private async isOver(): Promise<boolean> {
    try {
      await this.options.world.stored.task(NO_TASK);
      return false;
    } catch {
      return true;
    }
  }

  private async lookAtAll(): Promise<void> {
    const { index, world, task } = this.options;
    const seen = await index.tasks();
    const gone = new Set(await index.sources());
    const look = (one: StoredTask) => {
      gone.delete(one.id);
      if (one.isAtRest && seen.get(one.id) === one.revision) return;
      if (!this.waiting.has(one.id)) this.waiting.set(one.id, { at: 0, isUrgent: true });
    };
    if (task !== undefined) {
      const one = await world.stored.task(task);
      if (one !== undefined) look(one);
    } else {
      for await (const one of world.stored.tasks()) {
        this.ending.signal.throwIfAborted();
        look(one);
      }
    }
    for (const id of gone) await this.removeTask(id);
    if (gone.size > 0) await index.scrub();
    this.lookedAt = this.now();
  }

  private async lookAt(id: string): Promise<void> {
    const { index, world } = this.options;
    const { signal } = this.ending;
    const task = await world.stored.task(id);
    if (task === undefined) {
      this.lastLook.delete(id);
      await this.removeTask(id);
      await index.scrub();
      return;
    }
    const known = new Map((await index.known(id)).map((page) => [page.path, page]));
    const intake = new Intake(index);
    let removes = false;
    const turns = createTurns({ signal });
    for (const page of await pagesOfTask(world.stored, id, signal)) {
      if (turns.due()) await turns.give();
      const before = known.get(page.path);
      known.delete(page.path);
      if (before?.mark === page.mark && (before.isDescribed || page.described === undefined)) continue;
      removes ||= before !== undefined && before.mark !== page.mark;
      const read = await this.read(id, page);
      if (read !== undefined) await intake.add(read);
    }
    await intake.flush();
    if (known.size > 0) await index.remove(id, [...known.keys()]);
    if (known.size > 0 || removes) await index.scrub();
    // A task that was deleted meanwhile has a change of its own, which comes behind this.
    if (task.isAtRest) await index.markTask(id, task.revision);
  }

  private async read(source: string, page: TaskPage): Promise<LocalPage | undefined> {
    const { world, address } = this.options;
    const { path, mark, described, keyword } = page;
    const base = address.endsWith("/") ? address : `${address}/`;
    const own = new URL(
      `task/content/${source}/${(keyword ?? path).split("/").map(encodeURIComponent).join("/")}`,
      base,
    ).href;
    const common = { source, path, mark, isDescribed: described !== undefined };
    if (keyword !== undefined) {
      const article = await world.stored.article(source, keyword);
      const text = article?.sentences.join(" ") ?? "";
      return { ...common, url: own, title: keyword, text, date: "", language: "" };
    }
    const file = await world.stored.file(source, path);
    if (file === undefined) return undefined;
    const read = await textOfFile(file.bytes, path, world.reader, this.ending.signal, described);
    // What holds no text is noted without words, so that it is not read again.
    if (read === undefined) return { ...common, url: own, title: "", text: "", date: "", language: "" };
    return {
      ...common,
      url: described?.url || read.canonical || own,
      title: described?.title || read.title,
      text: read.text,
      date: described?.date || read.date,
      language: described?.language || read.language,
    };
  }

  private async removeTask(id: string): Promise<void> {
    const { index } = this.options;
    const paths = (await index.known(id)).map(({ path }) => path);
    for (let at = 0; at < paths.length; at += 100) {
      await index.remove(id, paths.slice(at, at + 100));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await index.forgetTask(id);
  }
}
