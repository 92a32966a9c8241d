import { badField } from "../../../engines/pages/fields.js";
import { type PromptsProvider, shown } from "../../../kernel/index.js";
import { listed } from "../../../kernel/values/in-brief.js";

/** The prompt that `promptTemplateId` names; empty without one. Throws bad-input for an id that the server has not. */
export function storedPrompt(id: string, prompts: PromptsProvider | undefined): Promise<string> {
  return stored(id, {
    ...{ field: "promptTemplateId", setting: "promptTemplates", what: "prompt template" },
    text: async (one) => await prompts?.template(one),
    ids: async () => (await prompts?.ids())?.templates ?? [],
  });
}

/** The voice that `brandVoiceId` names; empty without one. Throws bad-input for an id that the server has not. */
export function storedVoice(id: string, prompts: PromptsProvider | undefined): Promise<string> {
  return stored(id, {
    ...{ field: "brandVoiceId", setting: "brandVoices", what: "brand voice" },
    text: async (one) => await prompts?.voice(one),
    ids: async () => (await prompts?.ids())?.voices ?? [],
  });
}

interface Shelf {
  readonly field: string;
  /** Of the server. */
  readonly setting: string;
  readonly what: string;
  text(id: string): Promise<string | undefined>;
  ids(): Promise<readonly string[]>;
}

async function stored(given: string, { field, setting, what, text, ids }: Shelf): Promise<string> {
  const id = given.trim();
  if (id === "") return "";
  const found = await text(id);
  if (found !== undefined) return found;
  const known = await ids();
  const isThere = known.length === 0 ? "the server has none" : `the server has no ${what} with this id`;
  const use =
    known.length === 0
      ? "Add"
      : `Use ${listed(
          known.map((one) => `"${shown(one)}"`),
          "or",
        )}, or add`;
  throw badField(
    field,
    `${field} is "${shown(id)}", and ${isThere}. ${use} it to ${setting} in the config file of the server, or leave ${field} empty.`,
  );
}
