import { filled } from "../../_kit/writing/placeholders.js";
import { storedPrompt } from "../../_kit/writing/stored-texts.js";
import type { KeywordLine } from "../keyword-line.js";
import type { Context } from "../sources.js";

/** What a prompt template may speak of. */
interface PromptFacts {
  readonly line: Pick<KeywordLine, "keyword" | "title" | "category">;
  /** 1 for the first article of the keyword. */
  readonly n: number;
  readonly year: number;
}

/**
 * The prompt that `promptTemplateId` names; empty for none, and outside of the mode `ai`. Throws bad-input for an id that the server
 * has not, and for a placeholder that stands for nothing.
 */
export async function promptTemplate({
  options,
  providers,
}: Pick<Context, "options"> & { readonly providers: Pick<Context["providers"], "prompts"> }): Promise<string> {
  if (options.articleMode !== "ai") return "";
  const template = await storedPrompt(options.promptTemplateId, providers.prompts);
  filledPrompt(template, { line: { keyword: "", title: "", category: "" }, n: 1, year: 2000 });
  return template;
}

export function filledPrompt(template: string, { line, n, year }: PromptFacts): string {
  const { keyword, title, category } = line;
  return filled(template, { keyword, title, category, n: String(n), year: String(year) }, "promptTemplateId");
}
