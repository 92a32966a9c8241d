import { randomUUID } from "node:crypto";
import { createAboutMe } from "../../engines/text/about-me/about-me.js";
import { createParaphraser } from "../../engines/text/paraphraser/paraphraser.js";
import { loadOnce } from "../../engines/text/remembering.js";
import { createSpinner } from "../../engines/text/spinner/spinner.js";
import type { TranslatorProvider } from "../../kernel/index.js";
import { loadEnglish } from "./language-data.js";
import { openPacks } from "./thesaurus-files.js";
import type { TextEngine } from "./thread/messages.js";

export interface EngineOptions {
  /** Folders with thesauri of other languages, besides that of the system. */
  readonly languagePacks: readonly string[];
}

/**
 * The built-in engine in the thread it is called in. The language data are read at the first call; what comes out is the
 * engine of one call, which may have a translator of its own.
 */
export function createEngine({ languagePacks }: EngineOptions): (translator?: TranslatorProvider) => TextEngine {
  const spinner = loadOnce(async () =>
    createSpinner({ english: await loadEnglish(), packs: openPacks({ folders: languagePacks }) }),
  );
  const aboutMe = loadOnce(async () => createAboutMe({ english: await loadEnglish(), newSeed: randomUUID }));
  return (translator) => ({
    spinner: { spin: async (text, options) => (await spinner()).spin(text, options) },
    paraphraser: {
      async paraphrase(text, options) {
        const parts = { english: await loadEnglish(), spinner: await spinner() };
        const paraphraser = createParaphraser({ ...parts, ...(translator ? { translator } : {}) });
        return paraphraser.paraphrase(text, options);
      },
    },
    aboutMe: {
      async aboutMe(keyword, options) {
        return { text: await (await aboutMe()).aboutMe(keyword, options), notes: [] };
      },
    },
  });
}
