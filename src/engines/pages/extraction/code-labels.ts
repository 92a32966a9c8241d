import { isCopyLine, knownLanguage } from "./code-blocks.js";
import type { TextBlock } from "./text-blocks.js";

export interface CodeLabels {
  /** Blocks that are labels and buttons of code. */
  readonly labels: ReadonlySet<number>;
  /** The languages that labels name, by the index of their code. */
  readonly languages: ReadonlyMap<number, string>;
}

const MOST_LABELS = 4;

/** What pages put around code that is not text: the name of its language, its tabs, a button to copy it. */
export function codeLabels(blocks: readonly TextBlock[]): CodeLabels {
  const labels = new Set<number>();
  const languages = new Map<number, string>();
  for (const [index, { kind }] of blocks.entries()) {
    if (kind !== "code") continue;
    for (let at = index - 1; at >= Math.max(0, index - MOST_LABELS) && isLabel(blocks[at]!); at -= 1) {
      labels.add(at);
      const named = knownLanguage(blocks[at]!.text);
      if (named !== undefined) languages.set(index, named);
    }
    for (let at = index + 1; at < blocks.length && isCopyLine(blocks[at]!.text); at += 1) labels.add(at);
  }
  return { labels, languages };
}

function isLabel({ kind, text, element }: TextBlock): boolean {
  if (kind === "heading" || kind === "code" || kind === "table" || text.length > 30) return false;
  if (isCopyLine(text) || element.attribute("role") === "tab") return true;
  return kind !== "item" && knownLanguage(text) !== undefined;
}
