import { bashCompletion } from "./bash.js";
import { fishCompletion } from "./fish.js";
import type { CompletionTables } from "./tables.js";
import { zshCompletion } from "./zsh.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (tables: CompletionTables) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** The script that a shell reads to complete command lines. */
export function completionOf(shell: Shell, tables: CompletionTables): string {
  return SCRIPTS[shell](tables);
}
