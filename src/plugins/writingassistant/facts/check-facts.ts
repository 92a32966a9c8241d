import { sentencesOf, stemsOf } from "../../../engines/writing/sentences.js";
import type { WriterSource } from "../../../kernel/index.js";
import { type KnownWords, knownWords, namesIn, plainWords, quotationsIn } from "./names.js";
import { type Figure, figuresIn, isSameFigure } from "./numbers.js";

/**
 * `supported`: a source says it, in a sentence about the same. `differs`: a source says another one there. `wrong-source`: another
 * source says it than the one that is named. `not-found`: no source says it. `no-source`: there is none to look in.
 */
export type Verdict = "supported" | "differs" | "wrong-source" | "not-found" | "no-source";

export interface CheckedItem {
  readonly kind: "number" | "date" | "name" | "quotation";
  readonly value: string;
  readonly verdict: Verdict;
}

/** A sentence of an article that states something that can be looked up. */
export interface Fact {
  readonly claim: string;
  /** The worst of its items. */
  readonly verdict: Verdict;
  /** From 1; 0 for what the task itself says, and for none. */
  readonly source: number;
  readonly url: string;
  /** The sentence of the source that says it, or says otherwise. */
  readonly quote: string;
  readonly items: readonly CheckedItem[];
}

interface Sentence {
  readonly text: string;
  readonly source: number;
  readonly stems: ReadonlySet<string>;
  /** With those of the sentence before it, which its pronouns refer to, and of the heading above. */
  readonly around: ReadonlySet<string>;
  readonly figures: readonly Figure[];
  readonly words: string;
}

const ORDER: readonly Verdict[] = ["supported", "wrong-source", "differs", "not-found", "no-source"];
/** Of the words of a claim that a sentence must share to be about the same. */
const ABOUT = 0.4;
const SURELY_ABOUT = 0.6;
/** Sentences before and behind one, in which what it speaks of is named. */
const NEAR = 2;

/** What the sources can be asked for. */
export class SourceFacts {
  private readonly sentences: readonly Sentence[];
  private readonly texts: readonly string[];
  private readonly given: string;
  private readonly givenFigures: readonly Figure[];

  /** `said` is what the task itself says, which needs no source. */
  constructor(
    private readonly sources: readonly WriterSource[],
    private readonly said: string,
  ) {
    this.sentences = sources.flatMap(sentencesIn);
    this.texts = sources.map(({ title, text }) => plainWords(`${title} ${text}`));
    this.given = plainWords(said);
    this.givenFigures = figuresIn(said);
  }

  /** What of an article in Markdown can be looked up, sentence by sentence, with what came of it. */
  check(markdown: string): Fact[] {
    const known = knownWords(markdown, this.said, ...this.sources.map(({ text }) => text));
    return claimsIn(markdown).flatMap((claim) => {
      const fact = this.fact(claim, known);
      return fact === undefined ? [] : [fact];
    });
  }

  private fact(claim: Claim, known: KnownWords): Fact | undefined {
    const { text, cited } = claim;
    const about = { stems: new Set(stemsOf(withoutFigures(text))), cited };
    const figures = figuresIn(text).map((figure) => this.figure(figure, about));
    const names = namesIn(text, known);
    const found = [
      ...quotationsIn(text).map((said) => this.quotation(said, about)),
      ...figures,
      ...names.map((name) => this.ofFigures(this.name(name, about), figures, names, known)),
    ];
    if (found.length === 0) return undefined;
    const worst = found.reduce((one, other) => (rank(other) > rank(one) ? other : one));
    // Of what is borne out, the sentence that says the figure says most.
    const shown = worst.verdict === "supported" ? (found.find(({ at }) => at !== undefined) ?? worst) : worst;
    return {
      claim: text,
      verdict: worst.verdict,
      source: shown.at?.source ?? 0,
      url: shown.at === undefined ? "" : (this.sources[shown.at.source - 1]?.url ?? ""),
      quote: shown.at?.text ?? "",
      items: found.map(({ kind, value, verdict }) => ({ kind, value, verdict })),
    };
  }

  private figure(figure: Figure, about: About): Found {
    const { kind, shown: value } = figure;
    if (this.givenFigures.some((one) => isSameFigure(figure, one))) return { kind, value, verdict: "supported" };
    if (this.sources.length === 0) return { kind, value, verdict: "no-source" };
    const holding = this.sentences.filter((one) => one.figures.some((said) => isSameFigure(figure, said)));
    const fitting = best(holding, about, ABOUT);
    if (fitting !== undefined) return { kind, value, ...placed(fitting, holding, about) };
    const others = this.sentences.filter((one) => one.figures.some((said) => isAlike(figure, said)));
    const other = best(others, about, SURELY_ABOUT);
    return { kind, value, verdict: other === undefined ? "not-found" : "differs", at: other };
  }

  private name(value: string, about: About): Found {
    const kind = "name";
    const words = plainWords(value);
    if (this.given.includes(words)) return { kind, value, verdict: "supported" };
    if (this.sources.length === 0) return { kind, value, verdict: "no-source" };
    const holding = this.sentences.filter((one) => one.words.includes(words));
    const last = plainWords(value.split(" ").at(-1)!);
    const nearly = holding.length > 0 ? holding : this.sentences.filter((one) => this.hasParts(one, words, last));
    const at = best(nearly, about, 0) ?? nearly[0];
    if (at !== undefined) return { kind, value, verdict: "supported", at };
    // In the title of a source, which is no sentence of it.
    const titled = this.texts.findIndex((text) => text.includes(words));
    return { kind, value, verdict: titled < 0 ? "not-found" : "supported" };
  }

  /** A name that a source has, but not where it says the figures of the claim: there it speaks of another. */
  private ofFigures(name: Found, figures: readonly Found[], names: readonly string[], known: KnownWords): Found {
    const words = plainWords(name.value);
    if (name.verdict !== "supported" || name.at === undefined) return name;
    for (const { verdict, at } of figures) {
      if (verdict !== "supported" || at === undefined) continue;
      const place = this.sentences.indexOf(at);
      const near = this.sentences.slice(Math.max(0, place - NEAR), place + NEAR + 1);
      if (near.some((one) => one.source === at.source && one.words.includes(words))) continue;
      const others = namesIn(at.text, known).filter(
        (one) => !names.some((own) => own.includes(one) || one.includes(own)),
      );
      if (others.length > 0) return { ...name, verdict: "differs", at };
    }
    return name;
  }

  /** A name that a source writes in parts: its last word here, the others elsewhere in the same source. */
  private hasParts({ words, source }: Sentence, name: string, last: string): boolean {
    if (!words.includes(last)) return false;
    const text = this.texts[source - 1] ?? "";
    return name
      .trim()
      .split(" ")
      .every((part) => text.includes(` ${part} `));
  }

  private quotation(value: string, about: About): Found {
    const kind = "quotation";
    const words = plainWords(value).trim();
    if (this.given.includes(words)) return { kind, value, verdict: "supported" };
    if (this.sources.length === 0) return { kind, value, verdict: "no-source" };
    const holding = this.texts.flatMap((text, index) => (text.includes(words) ? [index + 1] : []));
    if (holding.length === 0) return { kind, value, verdict: "not-found" };
    const source = holding.find((one) => about.cited.includes(one)) ?? holding[0]!;
    const first = words.split(" ").slice(0, 4).join(" ");
    const at = this.sentences.find((one) => one.source === source && one.words.includes(first));
    const isNamed = about.cited.length === 0 || about.cited.includes(source);
    return { kind, value, verdict: isNamed ? "supported" : "wrong-source", at };
  }
}

interface Claim {
  readonly text: string;
  /** The numbers of the sources that it names. */
  readonly cited: readonly number[];
}

interface About {
  readonly stems: ReadonlySet<string>;
  readonly cited: readonly number[];
}

interface Found extends CheckedItem {
  readonly at?: Sentence | undefined;
}

const rank = ({ verdict }: Found) => ORDER.indexOf(verdict);

/** How many words of a claim a sentence shares; those it shares only by what stands around it count half. */
function share({ stems, around }: Sentence, about: About): number {
  let own = 0;
  let near = 0;
  for (const stem of about.stems) {
    if (stems.has(stem)) own += 1;
    else if (around.has(stem)) near += 1;
  }
  return own === 0 ? 0 : (own + near / 2) / Math.max(1, about.stems.size);
}

/** The sentence that is most about the same, of the named source where that has one; at least as much as `least`. */
function best(sentences: readonly Sentence[], about: About, least: number): Sentence | undefined {
  // A figure by itself, as in a cell of a table.
  if (about.stems.size === 0) return sentences.find(({ source }) => about.cited.includes(source)) ?? sentences[0];
  let found: Sentence | undefined;
  let most = 0;
  for (const one of sentences) {
    const score = share(one, about) + (about.cited.includes(one.source) ? 0.05 : 0);
    if (score < Math.max(least, 0.01) || score <= most) continue;
    // Two words in common, unless the claim has no more.
    if (least > 0 && score * about.stems.size < Math.min(2, about.stems.size)) continue;
    found = one;
    most = score;
  }
  return found;
}

function placed(
  at: Sentence,
  holding: readonly Sentence[],
  about: About,
): { readonly verdict: Verdict; readonly at: Sentence } {
  if (about.cited.length === 0 || about.cited.includes(at.source)) return { verdict: "supported", at };
  const cited = best(
    holding.filter((one) => about.cited.includes(one.source)),
    about,
    ABOUT,
  );
  return cited === undefined ? { verdict: "wrong-source", at } : { verdict: "supported", at: cited };
}

/** Whether a figure of a source may stand where another is claimed. */
function isAlike(claimed: Figure, said: Figure): boolean {
  return claimed.kind === said.kind && (claimed.kind === "date" || (claimed.unit ?? "") === (said.unit ?? ""));
}

function sentencesIn({ text }: WriterSource, index: number): Sentence[] {
  const sentences: Sentence[] = [];
  let heading: readonly string[] = [];
  for (const block of text.split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|\|) )/)) {
    const title = /^#{1,6} (.*)$/.exec(block.trim())?.[1];
    if (title !== undefined) {
      heading = stemsOf(title);
      continue;
    }
    let before: ReadonlySet<string> = new Set();
    for (const one of sentencesOf(block.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, ""))) {
      const stems = new Set(stemsOf(one));
      const around = new Set([...before, ...heading]);
      sentences.push({ text: one, source: index + 1, stems, around, figures: figuresIn(one), words: plainWords(one) });
      before = stems;
    }
  }
  return sentences;
}

/** The sentences of an article, those of lists and the cells of tables included, headings left out. */
function claimsIn(markdown: string): Claim[] {
  return markdown
    .replace(/^\s*(?:```|~~~).*$/gm, "")
    .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|\|) )|(?<=^#{1,6} [^\n]*)\n/m)
    .filter((block) => !/^\s*#{1,6} /.test(block) && !/^\s*\|?[\s:|-]+\|?\s*$/.test(block))
    .flatMap((block) => sentencesOf(plainBlock(block)))
    .map((text) => ({
      text: text.replace(/ ?\[\d{1,3}(?:, ?\d{1,3})*\]/g, ""),
      cited: [...text.matchAll(/\[(\d{1,3}(?:, ?\d{1,3})*)\]/g)].flatMap(([, list]) => list!.split(",").map(Number)),
    }));
}

function plainBlock(block: string): string {
  return block
    .replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/^\s*\||\|\s*$/g, "")
    .replace(/\s*\|\s*/g, ", ")
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])/gu, "");
}

function withoutFigures(text: string): string {
  return text.replace(/\d[\d.,]*/g, " ");
}
