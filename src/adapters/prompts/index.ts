import type { PromptsProvider } from "../../kernel/index.js";

export interface PromptsOptions {
  /** What tasks name by `promptTemplateId`. */
  readonly promptTemplates?: readonly { readonly id: string; readonly prompt: string }[];
  /** What tasks name by `brandVoiceId`. */
  readonly brandVoices?: readonly { readonly id: string; readonly voice: string }[];
}

/** Keeps the prompt templates and brand voices that the settings of the server hold. Of two with one id the last counts. */
export function createPrompts({ promptTemplates = [], brandVoices = [] }: PromptsOptions = {}): PromptsProvider {
  const templates = new Map(promptTemplates.map(({ id, prompt }) => [id.trim(), prompt]));
  const voices = new Map(brandVoices.map(({ id, voice }) => [id.trim(), voice]));
  return {
    template: async (id) => templates.get(id.trim()),
    voice: async (id) => voices.get(id.trim()),
    ids: async () => ({ templates: [...templates.keys()], voices: [...voices.keys()] }),
  };
}
