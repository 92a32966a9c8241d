import { afterEach, expect } from "vitest";
import { type IsolatedOptions, isolated } from "../../src/adapters/isolation/isolated.js";
import {
  type AnyTaskPlugin,
  type CheckpointOptions,
  type EffectOptions,
  type JsonObject,
  type ProgressNote,
  type Providers,
  seededRandom,
  systemClock,
} from "../../src/kernel/index.js";
import { threadProgram } from "./thread-program.js";

/** What a line is answered with that took its thread or process along. */
export const lost = { code: "internal", message: expect.stringMatching(/^The task type "hostile" .*\. .*\.$/) };

/** The module of the hostile task type. */
export const HOSTILE = new URL("./plugins/hostile.mjs", import.meta.url);

/** Makes plugins and what they are given, which are aborted after each test of the file. */
export function isolatedWorld() {
  const program = threadProgram();
  const ends: AbortController[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end.abort(new Error("The test is over."));
  });

  /** A plugin in the server's own thread. */
  const local = (plugin: AnyTaskPlugin, providers: Partial<Providers> = {}) => worldOf(plugin, providers, ends);

  /** A plugin in a thread, and what it is given; nothing of the kernel is between the two. */
  async function started(options: Partial<IsolatedOptions> = {}, providers: Partial<Providers> = {}) {
    const entry = isolated({
      type: "hostile",
      words: "hostile",
      title: "Hostile",
      summary: "",
      module: HOSTILE,
      graceMs: 1500,
      program: program.path,
      ...options,
    });
    return local(await entry.load(), providers);
  }

  return { started, local };
}

function worldOf(plugin: AnyTaskPlugin, providers: Partial<Providers>, ends: AbortController[]) {
  const control = new AbortController();
  ends.push(control);
  const rows: JsonObject[] = [];
  const files = new Map<string, string | Uint8Array>();
  const articles = new Map<string, unknown>();
  const log: string[] = [];
  const notes: ProgressNote[] = [];
  const written = (level: string) => (message: string, code?: string) => {
    log.push(`${level}: ${message}${code === undefined ? "" : ` (${code})`}`);
  };
  const effects: string[] = [];
  const checkpoints: ({ key: string; value: JsonObject; rows: number } & CheckpointOptions)[] = [];
  const context = {
    taskId: "t1",
    runId: "r1",
    options: { linesFile: ["a"], atBegin: "", atEnd: "" },
    providers,
    output: {
      row: (row: JsonObject) => void rows.push(row),
      file: (path: string, content: string | Uint8Array) => void files.set(path, content),
      append: (path: string, content: string | Uint8Array) => void files.set(`${path} +`, content),
      remove: (path: string) => void files.delete(path),
      remember: (name: string, content: string | Uint8Array) => void files.set(`memory of ${name}`, content),
      article: (keyword: string, article: unknown) => void articles.set(keyword, article),
    },
    progress: (note: ProgressNote) => void notes.push(note),
    async effect(what: string, act: () => Promise<JsonObject | undefined>, _options?: EffectOptions) {
      effects.push(what);
      const result = await act();
      return { state: "done" as const, earlier: false, ...(result === undefined ? {} : { result }) };
    },
    checkpoint: async (key: string, value: JsonObject, options?: CheckpointOptions) =>
      void checkpoints.push({ key, value, rows: rows.length, ...options }),
    async *checkpoints() {
      yield* checkpoints;
    },
    remembered: async (name: string) => (name === "earlier" ? Buffer.from("known") : undefined),
    stored: async (path: string) => (path === "earlier.txt" ? Buffer.from("kept") : undefined),
    signal: control.signal,
    log: { debug: written("debug"), info: written("info"), warn: written("warn"), error: written("error") },
    random: seededRandom("r1:begin"),
    clock: systemClock,
    attempt: 1,
  };
  let state: Promise<unknown> | undefined;
  const begin = (options: JsonObject = {}) => {
    state ??= Promise.resolve(
      plugin.begin?.({ ...context, options: { ...context.options, ...options }, lines: ["a"] }),
    );
    return state;
  };
  const run = async (line: string, own: object = {}) =>
    plugin.run(line, { ...context, random: seededRandom(`r1:${line}`), ...own, state: await begin() });
  const finish = async (options: JsonObject = {}) =>
    plugin.finish?.({ ...context, options: { ...context.options, ...options }, state: await begin() });
  return { plugin, begin, run, finish, control, rows, files, articles, log, notes, effects, checkpoints };
}
