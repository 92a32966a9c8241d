import { plainKey } from "./blocks.js";
import type { ContentBlock } from "./extraction/page.js";
import { textOfRuns } from "./extraction/spans.js";

type Spans = Extract<ContentBlock, { spans: unknown }>["spans"];

/**
 * The blocks without links that name the source of a sentence at its end: "is the oldest in the world <a>Euronext</a>." Elsewhere
 * a link is a part of its sentence, so these are only such as are called by the domain of their site, or all on pages that cite so throughout.
 */
export function withoutCitationLabels(content: readonly ContentBlock[]): readonly ContentBlock[] {
  const found = new Map<Spans, readonly number[]>();
  let links = 0;
  let citations = 0;
  for (const block of content) {
    if (block.kind !== "paragraph" && block.kind !== "item") continue;
    links += block.spans.filter(({ href }) => href !== undefined).length;
    const labels = labelsIn(block.spans);
    citations += labels.filter((at) => block.spans[at]!.href !== undefined).length;
    if (labels.length > 0) found.set(block.spans, labels);
  }
  const areAllSites = [...found].every(([spans, labels]) => labels.every((at) => hasNameOfSite(spans[at]!)));
  const citesThroughout =
    (citations >= FEWEST && citations >= LEAST_SHARE * links) || (areAllSites && citations > 1 && citations === links);
  return content.map((block) => {
    const labels = "spans" in block ? found.get(block.spans) : undefined;
    if (labels === undefined || !("spans" in block)) return block;
    const isCited = citesThroughout || labels.every((at) => isSite(block.spans[at]!));
    return isCited ? { ...block, spans: without(block.spans, labels) } : block;
  });
}

/** "History.com" is no part of a sentence, wherever it stands at its end. */
function isSite(span: Spans[number]): boolean {
  return hasNameOfSite(span) && (span.href === undefined || /^\S+\.\p{Ll}{2,}$/u.test(span.text));
}

/** "History.com" for a page of www.history.com; what stands between two links has no address. */
function hasNameOfSite({ text, href }: Spans[number]): boolean {
  if (href === undefined || !URL.canParse(href)) return href === undefined;
  const name = plainKey(text);
  return name.length >= SHORTEST_NAME && plainKey(new URL(href).hostname).includes(name);
}

const SHORTEST_NAME = 4;
const FEWEST = 3;
/** Share of the links of a page that stand as citations do. */
const LEAST_SHARE = 0.7;

/** The places of links that follow a whole sentence and come before its full stop, with what stands between several of them. */
function labelsIn(spans: Spans): readonly number[] {
  const labels: number[] = [];
  for (const [at, span] of spans.entries()) {
    const next = spans[at + 1]?.text ?? "";
    if (!isLabel(span) || !(next === "" || ENDS.test(next))) continue;
    let first = at;
    while (isLabel(spans[first - 2]) && BETWEEN.test(spans[first - 1]!.text)) first -= 2;
    const before = textOfRuns(spans.slice(Math.max(0, first - SPANS_BEFORE), first)).slice(-LONGEST_BEFORE);
    if (!WHOLE.test(before) || LEADS_ON.test(before)) continue;
    for (let label = first; label <= at; label += 1) labels.push(label);
  }
  return labels;
}

function isLabel(span: Spans[number] | undefined): boolean {
  return span?.href !== undefined && LABEL.test(span.text);
}

/** As much of what comes before a label as its last word needs: a page may have any number of links in one paragraph. */
const SPANS_BEFORE = 3;
const LONGEST_BEFORE = 40;
const LABEL = /^[\p{Lu}\d]/u;
const ENDS = /^\.(?:\s|$)/;
const BETWEEN = /^[ ,;]+$/;
const WHOLE = /[\p{L}\p{N})"\u201d%] $/u;
/** Words that a name has to follow. */
const LEADS_ON =
  /(?:^|[^\p{L}])(?:an?|the|of|in|on|at|by|with|from|to|for|and|or|nor|but|is|are|was|were|be|been|as|via|called|named|see|including|like|than|between|into|onto|about|under|over|through|against|among|within|without|near|its|his|her|their|our|this|that|these|those|which|where|when|who) $/iu;

function without(spans: Spans, labels: readonly number[]): Spans {
  const left = new Set(labels);
  const kept = spans.filter((_, at) => !left.has(at));
  // The space before a label stood between it and its sentence.
  return kept.map((span, at) => {
    const next = kept[at + 1];
    const isBeforeLabel = span.text.endsWith(" ") && (next === undefined || ENDS.test(next.text));
    return isBeforeLabel ? { ...span, text: span.text.trimEnd() } : span;
  });
}
