import { z } from "zod";
import { ABOUT_ME_VOICES, LANGUAGES, SPIN_STRENGTHS, type TextResult } from "../../../kernel/index.js";
import { checkedLogin } from "../../http/fields.js";
import { defined } from "../input.js";
import { READS, READS_WEB, type Said, type Tool, type ToolWorld } from "../tool.js";

const MOST_CHARACTERS = 1_000_000;

const text = z.string().min(1).max(MOST_CHARACTERS).regex(/\S/, "it holds nothing but blanks");
const seed = z.string().optional().describe("The same seed and input give the same text.");
const protectedWords = z.array(z.string()).default([]).describe("Words and phrases that must not change.");
const language = z.enum(Object.keys(LANGUAGES) as [string, ...string[]]);

/** Spinning, paraphrasing and about-me texts. */
export function textTools({ kernel }: ToolWorld): readonly Tool[] {
  const said = ({ text, notes }: TextResult): Said => ({ text, ...(notes.length > 0 ? { notes: [...notes] } : {}) });
  return [
    defined({
      name: "spin",
      title: "Spin a text",
      description:
        "The text as spintax, {one|another}, with words that fit instead of others; the first of each group is what the text had.",
      annotations: READS,
      input: z.object({
        text: text.describe("Plain text, HTML, Markdown or spintax."),
        protected_words: protectedWords,
        strength: z.enum(SPIN_STRENGTHS).optional().describe("How far it may go from the text."),
        language: z.string().optional().describe("ISO 639-1 code; found out from the text by default."),
        seed,
      }),
      async run({ text, protected_words, strength, language, seed }, { signal }) {
        return said(
          await kernel.text.spin(text, {
            ...{ protectedWords: protected_words, signal },
            ...(strength ? { strength } : {}),
            ...(language ? { language } : {}),
            ...(seed === undefined ? {} : { seed }),
          }),
        );
      },
    }),
    defined({
      name: "paraphrase",
      title: "Paraphrase a text",
      description: "The text rewritten sentence by sentence, as spintax; in another language where one is asked for.",
      annotations: READS_WEB,
      input: z.object({
        text: text.describe("One paragraph or a few sentences."),
        login: z.string().describe("The e-mail address that paraphrasing is licensed to."),
        source_language: language.optional().describe("The language of the text; English by default."),
        final_language: language.optional().describe("The language of the result."),
        protected_words: protectedWords,
        seed,
      }),
      async run({ text, login, source_language, final_language, protected_words, seed }, { signal }) {
        return said(
          await kernel.text.paraphrase(text, checkedLogin(login), {
            signal,
            ...(protected_words.length > 0 ? { protectedWords: protected_words } : {}),
            ...(source_language ? { sourceLanguage: source_language } : {}),
            ...(final_language ? { finalLanguage: final_language } : {}),
            ...(seed === undefined ? {} : { seed }),
          }),
        );
      },
    }),
    defined({
      name: "about_me",
      title: "Write an about-me text",
      description: "A short text for the about page of a site, for a keyword.",
      annotations: READS,
      input: z.object({
        keyword: z
          .string()
          .min(1)
          .max(1000)
          .regex(/\S/, "it holds nothing but blanks")
          .describe("What the site is about."),
        voice: z.enum(ABOUT_ME_VOICES).optional().describe("Who speaks."),
        seed,
      }),
      async run({ keyword, voice, seed }, { signal }) {
        const own = { ...(voice ? { voice } : {}), ...(seed === undefined ? {} : { seed }) };
        return said(await kernel.text.aboutMe(keyword, { signal, ...own }));
      },
    }),
  ];
}
