import type { AboutMeProvider, ParaphraserProvider, SpinnerProvider, TextResult } from "../../../kernel/index.js";

/** The built-in text providers. */
export interface TextEngine {
  readonly spinner: SpinnerProvider;
  readonly paraphraser: ParaphraserProvider;
  readonly aboutMe: AboutMeProvider;
}

interface Verbs {
  readonly spin: SpinnerProvider["spin"];
  readonly paraphrase: ParaphraserProvider["paraphrase"];
  readonly aboutMe: AboutMeProvider["aboutMe"];
}

/** A call as plain data. */
export type Call = {
  [Verb in keyof Verbs]: {
    readonly verb: Verb;
    readonly text: string;
    readonly options: Omit<Parameters<Verbs[Verb]>[1], "signal">;
  };
}[keyof Verbs];

/** What the thread asks in the middle of a call, since it has no network. */
export interface TranslationRequest {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

export function perform(engine: TextEngine, call: Call, signal: AbortSignal): Promise<TextResult> {
  switch (call.verb) {
    case "spin":
      return engine.spinner.spin(call.text, { ...call.options, signal });
    case "paraphrase":
      return engine.paraphraser.paraphrase(call.text, { ...call.options, signal });
    case "aboutMe":
      return engine.aboutMe.aboutMe(call.text, { ...call.options, signal });
  }
}
