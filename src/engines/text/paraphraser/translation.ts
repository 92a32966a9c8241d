import { linesInRequests } from "../../lines-in-requests.js";
import { blocks, passages } from "../markup/index.js";

export interface Translator {
  /** Plain text in the language `to`. Codes are those of ISO 639-1. */
  translate(
    text: string,
    options: { readonly from: string; readonly to: string; readonly signal: AbortSignal },
  ): Promise<string>;
}

export interface Direction {
  readonly translator: Translator;
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal;
}

export interface Translated {
  /** In the order of what was given. */
  readonly texts: readonly string[];
  /** How many parts stayed as they were, because their translation had other numbers. */
  readonly kept: number;
}

/** The text in another language, all paragraphs at once; markup, addresses, numbers and code stay where they are. */
export async function translatedText(
  text: string,
  direction: Direction,
): Promise<{ readonly text: string; readonly kept: number }> {
  const found = blocks(text);
  const { texts, kept } = await translatedAll(
    found.map(({ start, end }) => text.slice(start, end)),
    direction,
  );
  let translated = "";
  let at = 0;
  for (const [index, block] of found.entries()) {
    translated += text.slice(at, block.start) + texts[index]!;
    at = block.end;
  }
  return { text: translated + text.slice(at), kept };
}

/**
 * Sentences or paragraphs in another language, a few requests for all of them. With markup inside, what is between it is
 * translated part by part. A part whose translation has other numbers is asked for once more by itself.
 */
export async function translatedAll(texts: readonly string[], direction: Direction): Promise<Translated> {
  const divided = texts.map(partsOf);
  // Equal parts once; a line break would part what belongs together.
  const lines = [...new Set(divided.flat().flatMap((part) => (part.fixed ? [] : [lineOf(part.text)])))];
  const answers = await translatedLines(lines, direction);
  let kept = 0;
  const outcome = new Map<string, string>();
  for (const line of lines) {
    let answer = answers.get(line)!;
    if (!sameNumbers(answer, line)) answer = await alone(line, direction);
    if (!sameNumbers(answer, line)) {
      kept += 1;
      answer = line;
    }
    outcome.set(line, answer);
  }
  const put = ({ fixed, text }: Part) => {
    if (fixed) return text;
    const before = text.length - text.trimStart().length;
    return text.slice(0, before) + outcome.get(lineOf(text))! + text.slice(text.trimEnd().length);
  };
  return { texts: divided.map((parts) => parts.map(put).join("")), kept };
}

interface Part {
  readonly fixed: boolean;
  readonly text: string;
}

function partsOf(text: string): readonly Part[] {
  const all = passages(text);
  const marked = all.some(
    (passage) => passage.kind === "fixed" && !/^[\p{N}\s.,]+$/u.test(text.slice(passage.start, passage.end)),
  );
  const parts = marked ? all : [{ kind: "prose" as const, start: 0, end: text.length }];
  return parts.map(({ kind, start, end }) => {
    const part = text.slice(start, end);
    return { fixed: kind === "fixed" || !/\p{L}/u.test(part), text: part };
  });
}

function lineOf(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

async function translatedLines(lines: readonly string[], direction: Direction): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  // Translators bound by themselves how many requests are running.
  await Promise.all(
    linesInRequests(lines).map(async (request) => {
      const answered = (await translate(request.join("\n"), direction)).split("\n");
      // A service that does not keep lines gets them one by one.
      const each =
        answered.length === request.length
          ? answered
          : await Promise.all(request.map((line) => alone(line, direction)));
      for (const [index, line] of request.entries()) answers.set(line, each[index]!.trim());
    }),
  );
  return answers;
}

async function alone(line: string, direction: Direction): Promise<string> {
  return lineOf(await translate(line, direction));
}

async function translate(text: string, { translator, from, to, signal }: Direction): Promise<string> {
  signal.throwIfAborted();
  return await translator.translate(text, { from, to, signal });
}

/** Whether two texts have the same numbers, however the languages divide them: 1,000.5 and 1.000,5, or 1,000 and 1000. */
function sameNumbers(one: string, other: string): boolean {
  const runs = one.match(/\d+/g) ?? [];
  const others = other.match(/\d+/g) ?? [];
  return runs.toSorted().join(" ") === others.toSorted().join(" ") || runs.join("") === others.join("");
}
