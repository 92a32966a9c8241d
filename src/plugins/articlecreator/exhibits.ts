import type { Block, Exhibit } from "../../engines/pages/blocks.js";
import { countWords } from "../../engines/pages/terms.js";

/** Code or a table of a source that an article takes along with the sentence before it. */
export type Shown = Exclude<Exhibit, { readonly kind: "unread" }>;

/** What is larger is left out: an article is no manual. */
const MOST_LINES = 10;
const LONGEST_LINE = 90;
const MOST_ROWS = 8;
const MOST_COLUMNS = 4;
const LONGEST_CELL = 120;
const MOST_WORDS = 90;
/** Behind one sentence: code, and what it prints. */
const MOST_SHOWN = 2;
/** With the same for other tools; a page may have any number. */
const MOST_BEHIND = 10;

/** What stands behind a paragraph, where an article can take all of it; undefined where it cannot. */
export function shownOf(exhibits: readonly Exhibit[] = []): readonly Shown[] | undefined {
  if (exhibits.length > MOST_BEHIND) return undefined;
  const different = exhibits.filter((one, at) => !exhibits.slice(0, at).some((other) => isVariantOf(one, other)));
  if (different.length === 0 || different.length > MOST_SHOWN) return undefined;
  const shown = different.filter((exhibit): exhibit is Shown => exhibit.kind !== "unread");
  const fits = shown.length === different.length && shown.every(isSmall) && wordsShown(shown) <= MOST_WORDS;
  return fits ? shown : undefined;
}

/** The same once more in another language or for another tool. */
function isVariantOf(one: Exhibit, other: Exhibit): boolean {
  if (one.kind !== "code" || other.kind !== "code") return false;
  const [words, known] = [one, other].map(({ text }) => new Set(text.match(/[\p{L}\p{N}_$]+/gu)));
  return 2 * [...words!].filter((word) => known!.has(word)).length > new Set([...words!, ...known!]).size;
}

function isSmall(exhibit: Shown): boolean {
  if (exhibit.kind === "code") {
    // Lines of brackets alone say nothing.
    const lines = exhibit.text.split("\n").filter((line) => /[\p{L}\p{N}]/u.test(line));
    return lines.length <= MOST_LINES && lines.every((line) => line.length <= LONGEST_LINE);
  }
  const { head, rows } = exhibit.table;
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  return rows.length <= MOST_ROWS && width <= MOST_COLUMNS && rows.flat().every((cell) => cell.length <= LONGEST_CELL);
}

/** Words that readers see in code and tables. */
export function wordsShown(shown: readonly Shown[] = []): number {
  return shown.flatMap(textsShown).reduce((sum, text) => sum + countWords(text), 0);
}

function textsShown(exhibit: Shown): readonly string[] {
  return exhibit.kind === "code" ? [exhibit.text] : [exhibit.table.head, ...exhibit.table.rows].flat();
}

/** "Example:", "For example:", "Output:": a line that says of what is behind it only what that is. */
const LABEL =
  /^(?:for (?:example|instance)|(?:(?:an?|some|the|here is an?|see this) )?(?:(?:\p{L}+ )?(?:examples?|usage|use|output|results?|syntax|code|snippet)(?: (?:usage|output|code))?)|e\.g\.?)\s?:?$/iu;

/** The blocks without labels of code and tables, which are right behind what comes before the label then. */
export function withoutLabels(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  for (const block of blocks) {
    const last = kept.at(-1);
    const isLabel = block.kind === "paragraph" && block.followedBy !== undefined && LABEL.test(block.text);
    if (isLabel && last?.kind === "paragraph" && last.followedBy === undefined)
      kept.splice(-1, 1, { ...last, followedBy: block.followedBy! });
    else kept.push(block);
  }
  return kept;
}

/** "As follows", "for example", "The output is": what comes next is no sentence. */
const LEADS =
  /:$|\b(?:as follows|the following|below|like (?:this|so|these)|this way|in this (?:way|manner|form)|for (?:example|instance)|e\.g)[.:]$|\b(?:below|as follows|the following (?:\p{L}+ ){0,3}(?:example|code|snippet|listing|table|command|output|program|query|lines?|configuration|schema|file))\b|^(?:here (?:is|are)|here's|consider|suppose|look at|take a look|an? (?:\p{L}+ ){0,3}example (?:of|for|with)|the (?:output|result) (?:is|would be|looks)|(?:examples?|usage|output|result|syntax|signature|type)[.:])/iu;

/** Whether a sentence at the end of a paragraph leads to code or a table behind it. */
export function leadsToExhibit(text: string): boolean {
  return LEADS.test(text);
}

/** "If the pump is to be emptied:": what is to be done then stands in the code alone. */
export function isClauseAlone(text: string): boolean {
  return /^(?:if|when|whenever|while|after|before|once|where|for|with)\b[^,]*:$/iu.test(text);
}

/** Words that say where code or a table is, and that are true as long as it stands there. */
const PLACE =
  /,? ?\b(?:(?:as )?(?:shown|described|listed|given|seen|illustrated|demonstrated) )?(?:here|below)\b|^here(?:'s| is| are) (?=(?:an?|the|some|one|how|what)\b)/giu;

/** A sentence that leads to code or a table as the rules for sentences have to see it where that follows. */
export function asStatement(text: string): string {
  const bare = text.replace(/\s*:$/, ".").replace(PLACE, (found) => (/^here/i.test(found) ? "This is " : ""));
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** Wherever in a paragraph it stands: "as in the example below", "the following example". */
export function namesExhibit(text: string): boolean {
  return NAMES.test(text);
}

const THING =
  "(?:examples?|code|snippets?|listings?|output|table|command|program|quer(?:y|ies)|script|diagram|lines?|rows?|columns?|configuration|schema|result|function|methods?|call|test|file|options?)";
/** "In the example above", "As you can see", "The second line": what is said of code or a table before it. */
const SPEAKS = new RegExp(
  [
    `\\b(?:the|this|that|these|those|our|my) (?:(?:above|previous|preceding|last|first|second|third|fourth|final|same|resulting|former|latter) )+${THING}\\b`,
    `\\b(?:the|this|these|our) ${THING} (?:above|before)\\b`,
    `^(?:in|from|with|of|for|by|running|executing) (?:the|this|these|our) ${THING}\\b(?! of\\b| that\\b| which\\b)`,
    `^(?:this|these|the) ${THING} (?:above )?(?:is|are|was|will|would|does|prints?|shows?|returns?|outputs?|produces?|creates?|means|demonstrates?|uses?|illustrates?|can|has|have|defines?|results?|assumes?|generates?|lists?|displays?)\\b`,
    "^(?:this|that|which|it|these) (?:prints?|outputs?|produces?|yields?|displays?|generates?|results? in|logs?|returns?|gives?|translates?|compiles?|expands?|evaluates?|will (?:print|output|produce|return|log|display|create|result|give|show))\\b",
    "\\bas (?:you|we|one) (?:can|could|may|might|will) (?:see|notice)\\b|\\bas (?:shown|seen|demonstrated|illustrated)[,.]",
    "^(?:notice|note|observe|see) (?:how|that|the)\\b|^here,|^here (?:we|the|you|it|an?|both|each|all)\\b|^(?:above|now),? (?:we|you|the)\\b",
    `^(?:the )?(?:output|result|response|log|code)s? (?:is|are|will|would|looks?|shows?|should|of the)\\b`,
    "^in (?:this|that|the above) case\\b|^(?:both|each|all|none) of (?:these|the|them)\\b",
  ].join("|"),
  "iu",
);

const NAMES = new RegExp(
  `\\b(?:the|this|these|our|following) (?:\\p{L}+ )?${THING} (?:below|above)\\b|\\bthe following (?:\\p{L}+ ){0,2}${THING}\\b`,
  "iu",
);

/** Whether a sentence right behind code or a table speaks of it. */
export function speaksOfExhibit(text: string): boolean {
  return SPEAKS.test(text.replaceAll("\u2019", "'"));
}
