import type { TranslatorProvider } from "../../../kernel/providers.js";
import { blocks, passages } from "../markup/index.js";

export interface Direction {
  readonly translator: TranslatorProvider;
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
}

/** The text in another language, paragraph by paragraph; markup, addresses, numbers and code stay where they are. */
export async function translatedText(text: string, direction: Direction): Promise<string> {
  let translated = "";
  let at = 0;
  for (const block of blocks(text)) {
    translated += text.slice(at, block.start) + (await translatedProse(text.slice(block.start, block.end), direction));
    at = block.end;
  }
  return translated + text.slice(at);
}

/** A sentence or paragraph in another language. With markup inside, what stands between it is translated part by part. */
export async function translatedProse(text: string, { translator, signal, ...pair }: Direction): Promise<string> {
  const fixed = passages(text).some(
    (passage) => passage.kind === "fixed" && !/^[\p{N}\s.,]+$/u.test(text.slice(passage.start, passage.end)),
  );
  const parts = fixed ? passages(text) : [{ kind: "prose" as const, start: 0, end: text.length }];
  let translated = "";
  for (const { kind, start, end } of parts) {
    const part = text.slice(start, end);
    if (kind === "fixed" || !/\p{L}/u.test(part)) {
      translated += part;
      continue;
    }
    signal.throwIfAborted();
    const before = part.length - part.trimStart().length;
    const after = part.trimEnd().length;
    const answer = await translator.translate(part.slice(before, after), { ...pair, signal });
    translated += part.slice(0, before) + answer.trim() + part.slice(after);
  }
  return translated;
}
