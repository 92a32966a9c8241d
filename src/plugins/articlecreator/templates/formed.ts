import { languageOf } from "../../../engines/language.js";
import { once } from "../../../engines/tables.js";
import { shown } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock, BodySource, BodyText } from "../../_kit/article-body/index.js";
import type { WrittenArticle } from "../article.js";
import type { Material } from "../material.js";
import { type TitleOrder, titleOf } from "./form-title.js";
import { builtInForm, FORM_NAMES, type Form, type FormPart } from "./forms.js";
import type { PartName } from "./part-names.js";
import { businesses } from "./parts/businesses.js";
import { compared, things, withoutUnnamed } from "./parts/comparison.js";
import { choice, leadOfComparison, withProperties } from "./parts/comparison-lead.js";
import { leadOfSteps, needs, steps, tips } from "./parts/instructions.js";
import { againstIt, facts, forIt, verdict, withoutOthers } from "./parts/judgements.js";
import { listed, listLength } from "./parts/listed.js";
import { namedThings, thingCount } from "./parts/named-things.js";
import { dated } from "./parts/news.js";
import { numbered } from "./parts/numbered.js";
import { FEWEST_QUESTIONS, questions } from "./parts/questions.js";
import { followingIn, quotes } from "./parts/quotes.js";
import { plainText, sections, shortLead, wholeLead } from "./parts/running-text.js";
import { isAnswered } from "./parts/subject-of-form.js";
import { quotedBlocks } from "./quoted-blocks.js";
import { Pool, type Shaping } from "./shaping.js";
import { type SectionRules, sourceSections } from "./source-sections.js";
import type { StoredTemplate } from "./stored.js";
import { cutAt, filling, withinWords, withoutLoneStart, withoutQuestions, wordsIn } from "./within-words.js";

/** An article in its form. */
export interface FormedArticle {
  readonly body: ArticleBody;
  /** Of each source of the body, its place among the sources of the material. */
  readonly sourcePlaces: readonly number[];
  /** Texts of tables with where they are from, sources as in the body. */
  readonly cells: readonly BodyText[];
  /** The form that it has in the end. */
  readonly form: string;
  /** Why it has another form than was asked for. */
  readonly remarks: readonly string[];
}

export interface FormOrder extends TitleOrder {
  /** `articleTemplateInfo`. */
  readonly template: string;
  readonly stored: readonly StoredTemplate[];
  readonly isQuoting: boolean;
  readonly category: string;
  readonly sentencesPerParagraph: { readonly from: number; readonly to: number };
  readonly mostWords: number;
  readonly leastWords: number;
  /** What may be used of the sources. */
  readonly rules: SectionRules;
}

const PARTS: Readonly<Record<Exclude<PartName, "words" | "lead">, (shaping: Shaping) => BodyBlock[]>> = {
  sections,
  text: plainText,
  numbered: (shaping) =>
    (thingCount(shaping) > listLength(shaping) ? namedThings(shaping) : undefined) ??
    listed(shaping) ??
    namedThings(shaping) ??
    numbered(shaping),
  needs,
  steps,
  tips,
  questions,
  verdict,
  for: forIt,
  against: againstIt,
  facts,
  compared,
  things,
  choice,
  dated,
  quotes,
  businesses,
};

/** Parts that take what they find before those that take what is left, wherever they stand. */
const LATER: readonly PartName[] = ["sections", "text", "quotes", "things"];

/** What is left needs a heading behind parts that have theirs, or it would seem to belong to them. */
const REST: readonly PartName[] = ["sections", "text"];

/** The form of this name; undefined where there is none. A form of the user's goes before ours. */
export function formNamed(name: string, stored: readonly StoredTemplate[]): Form | undefined {
  const asked = name.trim().toLowerCase();
  return stored.find((one) => one.name.toLowerCase() === asked) ?? builtInForm(asked === "" ? "default" : asked);
}

export function formNames(stored: readonly StoredTemplate[]): string[] {
  return [...new Set([...FORM_NAMES, ...stored.map(({ name }) => name)])];
}

/** Lays an article out in the form that was asked for, or in the nearest that its material fits. */
export function formed(article: WrittenArticle, material: Material, order: FormOrder): FormedArticle {
  const asked = order.template.trim() === "" ? "default" : order.template.trim();
  const form = formNamed(asked, order.stored);
  const first = form === undefined ? undefined : laidOut(form, article, material, order);
  if (form !== undefined && first !== undefined) return finished(first, form, asked, [], article, material, order);
  const usual = builtInForm("default")!;
  const remarks =
    form === undefined
      ? []
      : [
          `The sources for "${shown(article.keyword)}" do not fit the form "${shown(asked)}", since they hold ${form.needs?.missing ?? "nothing for its parts"}: the article has the form "default".`,
        ];
  const plain = laidOut(usual, article, material, order)!;
  return finished(plain, usual, "default", remarks, article, material, order);
}

interface LaidOut {
  readonly blocks: readonly BodyBlock[];
  readonly cells: readonly BodyText[];
  /** That a part found for the whole article; empty where none did. */
  readonly title: string;
}

/** The blocks of the parts in their order; undefined where a part is missing without which it is not that form. */
function laidOut(form: Form, article: WrittenArticle, material: Material, order: FormOrder): LaidOut | undefined {
  const shaping: Shaping = {
    keyword: article.keyword,
    article,
    material,
    sentencesPerParagraph: order.sentencesPerParagraph,
    mostWords: order.mostWords,
    leastWords: order.leastWords,
    sections: once(() => sourceSections(material, order.rules)),
    found: { title: "" },
    pool: new Pool(article.sentences),
    cells: [],
  };
  const isRunning = form.parts.every(({ part }) => part === "lead" || part === "sections" || part === "words");
  const isOfSteps = form.needs?.parts.includes("steps") ?? false;
  const made = new Map<FormPart, BodyBlock[]>();
  const isReview = form.needs?.parts.includes("verdict") ?? false;
  const isComparison = form.needs?.parts.includes("compared") ?? false;
  if (isReview) withoutOthers(shaping);
  const make = ({ part, text = "" }: FormPart): BodyBlock[] => {
    if (part === "words") return text.trim() === "" ? [] : [paragraphOf(filled(text, article))];
    if (part === "lead" && isOfSteps) return leadOfSteps(shaping);
    if (part === "lead" && isComparison) return leadOfComparison(shaping);
    if (part === "lead" && isAnswered([...made.values()].flat(), article.keyword)) return [];
    if (part === "lead") return isRunning ? wholeLead(shaping) : shortLead(shaping);
    if (part === "sections" && isComparison) withoutUnnamed(shaping);
    return PARTS[part](shaping);
  };
  const turns = [...form.parts].sort((one, other) => turnOf(one, shaping) - turnOf(other, shaping));
  for (const part of turns) {
    const left = order.mostWords - wordsIn([...made.values()].flat());
    const own = make(part);
    // What a table of the form is made from does not stand below it once more.
    const hasTable = [...made.values()].flat().some(({ kind }) => kind === "table");
    const fresh = hasTable ? own.filter((block) => block.kind !== "table" || block.source === undefined) : own;
    made.set(part, REST.includes(part.part) ? cutAt(fresh, left) : fresh);
  }
  for (const part of isComparison ? form.parts.filter((one) => one.part === "lead") : []) {
    const lead = withProperties(made.get(part)!, [...made.values()].flat(), article.keyword);
    made.set(part, lead.length > 0 ? lead : shortLead(shaping));
  }
  const fills = form.parts.filter((part) => part.fills === true);
  const lacking = order.leastWords - wordsIn([...made].flatMap(([part, own]) => (fills.includes(part) ? [] : own)));
  const isOfQuestions = form.needs?.parts.includes("questions") ?? false;
  for (const part of fills) {
    const own = isOfQuestions ? withoutQuestions(made.get(part)!) : made.get(part)!;
    made.set(part, lacking > 0 ? filling(own, lacking) : []);
  }
  if (!isFulfilled(form, [...made.values()].flat(), made)) return undefined;
  const restHeading = isOfSteps ? "Good to Know" : "More about {keyword}";
  let hasHeading = false;
  const blocks = form.parts.flatMap((part): BodyBlock[] => {
    const isTail = REST.includes(part.part) && (isReview || isComparison);
    const own = isTail ? withoutLoneStart(made.get(part)!) : made.get(part)!;
    const isRest = REST.includes(part.part) && hasHeading && own[0]?.kind !== "heading";
    const isHeaded = SELF_HEADED.includes(part.part) && isTopHeading(own[0]);
    const given = part.heading === "" && isRest ? restHeading : part.heading;
    const heading = isHeaded ? "" : filled(given, article);
    hasHeading ||= own.length > 0 && (heading !== "" || own.some(({ kind }) => kind === "heading"));
    return own.length === 0 || heading === "" ? own : [{ kind: "heading", level: 2, text: heading }, ...own];
  });
  if (!blocks.some((block) => block.kind !== "heading" && !isOurs(block))) return undefined;
  const kept = isRunning ? blocks : withinWords(blocks, order.mostWords);
  if (!isFulfilled(form, kept, made)) return undefined;
  return {
    blocks: order.isQuoting ? quotedBlocks(kept, followingIn(article.sentences)) : kept,
    cells: shaping.cells,
    title: shaping.found.title,
  };
}

/** Whether the blocks hold what the form cannot be without. */
function isFulfilled({ needs }: Form, kept: readonly BodyBlock[], made: ReadonlyMap<FormPart, BodyBlock[]>): boolean {
  if (needs === undefined) return true;
  const there = [...made].filter(
    ([{ part }, own]) =>
      needs.parts.includes(part) && own.some((block) => block.kind !== "heading" && kept.includes(block)),
  );
  if (there.length < (needs.fewest ?? 1)) return false;
  const asked = kept.filter((block) => block.kind === "heading" && block.text.endsWith("?")).length;
  return !needs.parts.includes("questions") || asked >= FEWEST_QUESTIONS;
}

/** Parts that may begin with the heading of their source instead of the form's. */
const SELF_HEADED: readonly PartName[] = ["needs", "tips"];

function isTopHeading(block: BodyBlock | undefined): boolean {
  return block?.kind === "heading" && block.level === 2;
}

/** Taken before the lead, which would hold what they are about. */
const FIRST: readonly PartName[] = [
  "steps",
  "needs",
  "businesses",
  "verdict",
  "for",
  "against",
  "questions",
  "tips",
  "numbered",
];

function turnOf({ part }: FormPart, shaping: Shaping): number {
  // Without a list of a source the items are sections of the article, the first of which is its lead.
  if (part === "numbered" && listLength(shaping) + thingCount(shaping) === 0) return 2;
  return FIRST.includes(part) ? 0 : part === "lead" ? 1 : LATER.includes(part) ? 3 : 2;
}

function isOurs(block: BodyBlock): boolean {
  return block.kind === "paragraph" && block.sentences.every(({ source }) => source === undefined);
}

function paragraphOf(text: string): BodyBlock {
  return { kind: "paragraph", sentences: [{ text }] };
}

function filled(template: string, { keyword, title }: WrittenArticle): string {
  return template.replace(/\{(keyword|title)\}/g, (_, name: string) => (name === "title" ? title : keyword)).trim();
}

/** Sources numbered by their first use, as readers meet them. */
function finished(
  { blocks, cells, title: found }: LaidOut,
  form: Form,
  name: string,
  remarks: readonly string[],
  article: WrittenArticle,
  material: Material,
  order: FormOrder,
): FormedArticle {
  const places: number[] = [];
  const place = (source: number) => {
    if (!places.includes(source)) places.push(source);
    return places.indexOf(source);
  };
  const placed = <Text extends BodyText>(text: Text): Text =>
    text.source === undefined ? text : { ...text, source: place(text.source) };
  const numbered = blocks.map((block): BodyBlock => {
    if (block.kind === "paragraph") return { ...block, sentences: block.sentences.map(placed) };
    if (block.kind === "list") return { ...block, items: block.items.map((item) => item.map(placed)) };
    if (block.kind === "code") return { ...block, code: placed(block.code) };
    if (block.kind === "table") return block.source === undefined ? block : { ...block, source: place(block.source) };
    if (block.kind !== "quote") return block;
    const sentences = block.sentences.map(placed);
    return block.source === undefined ? { ...block, sentences } : { ...block, sentences, source: place(block.source) };
  });
  const placedCells = cells.map(placed);
  const title = titleOf(found === "" ? form : { ...form, title: found }, numbered, article, order);
  return {
    body: {
      title,
      keyword: article.keyword,
      blocks: numbered,
      sources: places.map((at): BodySource => {
        const { title: own, address } = material.sources[at]!;
        return { title: own === "" ? address : own, address };
      }),
      categories: order.category === "" ? [] : [order.category],
      tags: [],
      language: languageOf(
        article.sentences
          .map(({ text }) => text)
          .join(" ")
          .slice(0, 4000),
      ),
    },
    sourcePlaces: places,
    cells: placedCells,
    form: name,
    remarks,
  };
}
