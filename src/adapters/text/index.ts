import { loadOnce } from "../../engines/text/remembering.js";
import type { TranslatorProvider, WriterProvider } from "../../kernel/index.js";
import { whenNeeded } from "../../kernel/values/when-needed.js";
import { packagePath } from "../threads/package-path.js";
import type { TextEngine } from "./thread/messages.js";

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
  const builtIn = whenNeeded(async () =>
    (await import("./thread/thread.js")).threaded({
      program: () => packagePath("dist", "adapters", "text", "worker.js"),
      data: { languagePacks, translates: translator !== undefined } satisfies WorkerData,
      translator,
      timeLimitMs,
      idleMs,
      maxHeapMb: 1024,
    }),
  );
  // The built-in engine has its own time limit, and works fast: it gets what a slow model leaves.
  // Loaded with the first call; most servers have no model.
  const asked = loadOnce(async (): Promise<TextEngine> => {
    const { written } = await import("./written/index.js");
    return written({ writer: writer!, builtIn: await builtIn.opened(), modelLimitMs: timeLimitMs * 0.7 });
  });
  const engine = writer === undefined ? builtIn.opened : asked;
  return {
    spinner: { spin: async (...call) => (await engine()).spinner.spin(...call) },
    paraphraser: { paraphrase: async (...call) => (await engine()).paraphraser.paraphrase(...call) },
    aboutMe: { aboutMe: async (...call) => (await engine()).aboutMe.aboutMe(...call) },
    close: builtIn.close,
  };
}

/** What the thread gets when it starts. */
export interface WorkerData {
  readonly languagePacks: readonly string[];
  readonly translates: boolean;
}
