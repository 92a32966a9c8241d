import { blocks } from "../../../engines/text/markup/index.js";
import type { TextResult, WriterProvider } from "../../../kernel/index.js";
import { asked, type Judged, type Request } from "./model.js";

/** Passages that are with the model at the same time. */
const AT_ONCE = 4;

interface Work {
  readonly writer: WriterProvider;
  readonly deadline: AbortSignal;
  readonly request: (passage: string) => Request;
  /** The built-in engine, for what the model does not do; its name is in notes. */
  readonly builtIn: (text: string) => Promise<TextResult>;
  readonly name: string;
}

interface Stretch {
  readonly source: string;
  /** Undefined for what was not shown to the model. */
  readonly judged: Judged | undefined;
}

/** Gives every block of prose to the model and what is left, or came back with faults, to the built-in engine. */
export async function byPassages(text: string, work: Work): Promise<TextResult> {
  const stretches = await judgedStretches(text, work);
  const shown = stretches.flatMap(({ judged }) => (judged === undefined ? [] : [judged]));
  const reasons = shown.flatMap((judged) => ("because" in judged ? [judged.because] : []));
  const notes =
    reasons.length === 0
      ? []
      : [
          `The language model was not used for ${reasons.length} of ${shown.length} ${shown.length === 1 ? "passage" : "passages"}, which the built-in ${work.name} did instead, because ${[...new Set(reasons)].slice(0, 3).join("; ")}.`,
        ];
  let result = "";
  let left = "";
  const handLeft = async () => {
    if (left === "") return;
    const made = await work.builtIn(left);
    result += made.text;
    // Of a rest that is mostly markup the engine says that there was nothing to do, which is no news.
    if (reasons.length === shown.length) notes.push(...made.notes);
    left = "";
  };
  for (const { source, judged } of stretches) {
    if (judged !== undefined && "answer" in judged) {
      await handLeft();
      result += judged.answer;
    } else left += source;
  }
  await handLeft();
  return { text: result, notes };
}

async function judgedStretches(text: string, work: Work): Promise<readonly Stretch[]> {
  const stretches: (Stretch | (() => Promise<Stretch>))[] = [];
  let from = 0;
  const keep = (to: number) => {
    if (to > from) stretches.push({ source: text.slice(from, to), judged: undefined });
  };
  for (const { start, end, passages } of blocks(text)) {
    const prose = passages.filter(({ kind }) => kind === "prose").map((one) => text.slice(one.start, one.end));
    if ((prose.join(" ").match(/\p{L}+/gu) ?? []).length < 3) continue;
    // White space around it stays as it is, whatever the model makes of it.
    const block = text.slice(start, end);
    const inner = start + block.length - block.trimStart().length;
    const source = block.trim();
    keep(inner);
    from = inner + source.length;
    stretches.push(async () => ({ source, judged: await asked(work.writer, work.request(source), work.deadline) }));
  }
  keep(text.length);

  const done: Stretch[] = [];
  let next = 0;
  const worker = async () => {
    while (next < stretches.length) {
      const index = next++;
      const one = stretches[index]!;
      done[index] = typeof one === "function" ? await one() : one;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}
