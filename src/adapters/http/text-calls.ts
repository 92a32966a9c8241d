import type { Kernel, TextResult } from "../../kernel/index.js";
import type { ApiRequest } from "./envelope.js";
import {
  callOptions,
  checkedLogin,
  optionalText,
  protectedWords,
  readAll,
  wantedStrength,
  wantedText,
  wantedVoice,
} from "./fields.js";

export type TextCallName = "spin" | "paraphrase" | "aboutme";
type TextCall = (text: Kernel["text"], body: Record<string, unknown>, request: ApiRequest) => Promise<TextResult>;

/** The text calls by the name of their body. They throw BodyRefused, and what the kernel throws. */
export const TEXT_CALLS: Readonly<Record<TextCallName, TextCall>> = {
  spin(text, body, request) {
    const { input, csv, language, strength } = readAll(
      {
        input: () => wantedText(body, "text", "spin"),
        csv: () => optionalText(body, "csvprotectedwords", "spin") ?? "",
        language: () => optionalText(body, "language", "spin"),
        strength: () => wantedStrength(body),
      },
      "spin",
    );
    return text.spin(input, {
      protectedWords: protectedWords(csv),
      ...strength,
      ...(language ? { language } : {}),
      ...callOptions(body, request),
    });
  },
  paraphrase(text, body, request) {
    const { input, login, sourceLanguage, finalLanguage, csv } = readAll(
      {
        input: () => wantedText(body, "text", "paraphrase"),
        login: () => checkedLogin(body["login"]),
        sourceLanguage: () => optionalText(body, "sourcelanguage", "paraphrase"),
        finalLanguage: () => optionalText(body, "finallanguage", "paraphrase"),
        csv: () => optionalText(body, "csvprotectedwords", "paraphrase") ?? "",
      },
      "paraphrase",
    );
    return text.paraphrase(input, login, {
      ...(csv === "" ? {} : { protectedWords: protectedWords(csv) }),
      ...(sourceLanguage ? { sourceLanguage } : {}),
      ...(finalLanguage ? { finalLanguage } : {}),
      ...callOptions(body, request),
    });
  },
  aboutme(text, body, request) {
    const { keyword, voice } = readAll(
      { keyword: () => wantedText(body, "keyword", "aboutme"), voice: () => wantedVoice(body) },
      "aboutme",
    );
    return text.aboutMe(keyword, { ...voice, ...callOptions(body, request) });
  },
};
