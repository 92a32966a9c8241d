import { fromSource } from "./source.mjs";

const signal = new AbortController().signal;
let loading;

/** The built-in text engine in this thread, from the sources. Its verbs return the text alone. */
export function loadEngine() {
  loading ??= load();
  return loading;
}

async function load() {
  const { loadEnglish } = await fromSource("adapters/text/language-data.js");
  const { createSpinner } = await fromSource("engines/text/spinner/spinner.js");
  const english = await loadEnglish();
  const spinner = createSpinner({ english });
  return {
    english,
    spin: async (text, options) => (await spinner.spin(text, { protectedWords: [], ...options, signal })).text,
    async paraphrase(text, options) {
      const { createParaphraser } = await fromSource("engines/text/paraphraser/paraphraser.js");
      const given = { sourceLanguage: "en", protectedWords: [], ...options, signal };
      return (await createParaphraser({ english, spinner }).paraphrase(text, given)).text;
    },
    async aboutMe(keyword, options) {
      const { createAboutMe } = await fromSource("engines/text/about-me/about-me.js");
      return await createAboutMe({ english, newSeed: () => "call" }).aboutMe(keyword, { ...options, signal });
    },
  };
}
