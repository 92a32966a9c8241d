import { loadOnce } from "../../engines/text/remembering.js";
import type { TranslatorProvider, WriterProvider } from "../../kernel/index.js";
import { packagePath } from "../threads/package-path.js";
import type { TextEngine } from "./thread/messages.js";
import { threaded } from "./thread/thread.js";

export type { TextEngine } from "./thread/messages.js";

export interface TextOptions {
  /** Folders with thesauri of other languages, besides that of the system; none by default. */
  readonly languagePacks?: readonly string[];
  /** Longest time of one call, in milliseconds; 30,000 by default. */
  readonly timeLimitMs?: number;
  /** How long the language data stay in memory after the last call, in milliseconds; 60,000 by default. */
  readonly idleMs?: number;
  /** Translates what is paraphrased into another language; without it such calls are refused. */
  readonly translator?: TranslatorProvider | undefined;
  /** A language model that is asked first; what it cannot do is done by the built-in engine. */
  readonly writer?: WriterProvider | undefined;
}

/**
 * The built-in spinner, paraphraser and about-me writer. They work in a thread of their own, which begins with the first
 * call and ends when there has been none for a while. Throws nothing; calls reject with CONFIG_INVALID when a part of the
 * package is missing.
 */
export function createText(options: TextOptions = {}): TextEngine & { close(): Promise<void> } {
  const { languagePacks = [], timeLimitMs = 30_000, idleMs = 60_000, translator, writer } = options;
  const builtIn = threaded({
    program: () => packagePath("dist", "adapters", "text", "worker.js"),
    data: { languagePacks, translates: translator !== undefined } satisfies WorkerData,
    translator,
    timeLimitMs,
    idleMs,
    maxHeapMb: 1024,
  });
  if (writer === undefined) return builtIn;
  // The built-in engine has its own time limit, and works fast: it gets what a slow model leaves.
  // Loaded with the first call; most servers have no model.
  const load = loadOnce(async (): Promise<TextEngine> => {
    const { written } = await import("./written/index.js");
    return written({ writer, builtIn, modelLimitMs: timeLimitMs * 0.7 });
  });
  return {
    spinner: { spin: async (...call) => (await load()).spinner.spin(...call) },
    paraphraser: { paraphrase: async (...call) => (await load()).paraphraser.paraphrase(...call) },
    aboutMe: { aboutMe: async (...call) => (await load()).aboutMe.aboutMe(...call) },
    close: () => builtIn.close(),
  };
}

/** What the thread gets when it starts. */
export interface WorkerData {
  readonly languagePacks: readonly string[];
  readonly translates: boolean;
}
