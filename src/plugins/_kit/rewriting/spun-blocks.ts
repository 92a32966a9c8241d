import { blocks } from "../../../engines/text/markup/index.js";
import { escapeSpintax, firstVariant, splitSpintax, unescapeSpintax } from "../../../kernel/index.js";

/** A stretch of a text and what became of it. */
export interface SpunPart {
  readonly source: string;
  readonly spintax: string;
  /** Whether it is a paragraph, heading, item or cell; what is between them is markup. */
  readonly isBlock: boolean;
}

/**
 * A text and its spintax, whose first options are the text, paragraph by paragraph. Undefined where the first options are
 * something else.
 */
export function spunBlocks(source: string, spintax: string): readonly SpunPart[] | undefined {
  if (firstVariant(spintax) !== source) return undefined;
  const found = blocks(source, { openQuotations: true });
  const cuts = found.flatMap(({ start, end }) => [start, end]);
  const pieces = [...cutAt(spintax, cuts)];
  const parts: SpunPart[] = [];
  let next = 0;
  let at = 0;
  const upTo = (end: number, isBlock: boolean) => {
    let raw = "";
    while (next < pieces.length && pieces[next]!.end <= end) raw += pieces[next++]!.raw;
    const reached = next === 0 ? 0 : pieces[next - 1]!.end;
    if (reached > at) parts.push({ source: source.slice(at, reached), spintax: raw, isBlock });
    at = Math.max(at, reached);
  };
  for (const { start, end } of found) {
    upTo(start, false);
    upTo(end, true);
  }
  upTo(source.length, false);
  return parts;
}

interface Cut {
  /** Of the text that the spintax was made of. */
  readonly end: number;
  readonly raw: string;
}

/** The spintax in its groups and the text between them, the latter cut at these places of the source. */
function* cutAt(spintax: string, cuts: readonly number[]): Generator<Cut> {
  let at = 0;
  let next = 0;
  for (const { kind, start, end } of splitSpintax(spintax)) {
    const raw = spintax.slice(start, end);
    if (kind === "choice") {
      at += firstVariant(raw).length;
      yield { end: at, raw };
      continue;
    }
    const text = unescapeSpintax(raw);
    const from = at;
    at += text.length;
    let done = 0;
    while (next < cuts.length && cuts[next]! <= from) next += 1;
    for (; next < cuts.length && cuts[next]! < at; next += 1) {
      const until = cuts[next]! - from;
      if (until === done) continue;
      yield { end: from + until, raw: escapeSpintax(text.slice(done, until)) };
      done = until;
    }
    yield { end: at, raw: escapeSpintax(text.slice(done)) };
  }
}
