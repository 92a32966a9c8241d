import { ScriptoriumError } from "../../kernel/errors.js";
import { keyOf, passagesOf, type SourceSentence, stemsOf } from "./sentences.js";
import type { Step, StepSource, WrittenStep } from "./step.js";

export interface PlannedSection {
  /** Empty for what stands in front of the first heading. */
  readonly heading: string;
  readonly passages: readonly (readonly SourceSentence[])[];
}

export interface Plan {
  readonly title: string;
  /** The first says what the subject is. */
  readonly sections: readonly PlannedSection[];
}

const WORDS_OF_SECTION = 130;
const NO_SUBJECT =
  /^(?:references?|see also|external links?|contents?|notes?|further reading|bibliography|comments?|share|related\b.*|about the author|advertisement|tags?|sources?|navigation|menu|home)$/i;

/** What the sources say of the subject, in sections. Throws `empty-result` where they say nothing of it. */
export function planOf({ head, sources, text }: Pick<Step, "head" | "sources" | "text">): Plan {
  const wanted = head.sections ?? headingsOf(text);
  const passages = passagesAbout(head.subject, sources);
  if (passages.length === 0) {
    throw new ScriptoriumError(
      "empty-result",
      `None of the sources says anything of "${head.subject}" in whole sentences. Give sources that do, or set a language model.`,
      { writer: "template" },
    );
  }
  const lead = leadOf(passages, head.subject);
  const others = passages.filter((one) => one !== lead);
  // What the source of the lead says before its first heading goes on from there.
  const beginning = others.filter(([first]) => first!.source === lead[0]!.source && first!.heading === "");
  const rest = others.filter((one) => !beginning.includes(one));
  const most = Math.max(1, Math.round((head.words?.to ?? 900) / WORDS_OF_SECTION));
  const sections =
    wanted.length > 0
      ? byHeadings(rest, wanted, { subject: head.subject, sources })
      : ownSections(rest, sources, head.subject).slice(0, most);
  return {
    title: titleOf(text) || capitalised(head.subject) || plainTitle(sources[0]!.title),
    sections: [{ heading: "", passages: [lead, ...beginning] }, ...sections],
  };
}

export function outline(step: Step): WrittenStep {
  const { title, sections } = planOf({ ...step, text: "" });
  const [lead, ...others] = sections;
  const shown = others.length === 0 ? [{ ...lead!, heading: title }] : others;
  const points = (section: PlannedSection) => section.passages.slice(0, 3).map(([first]) => first!.text);
  const json = { title, sections: shown.map((one) => ({ heading: one.heading || title, points: points(one) })) };
  const text = json.sections.map((one) => [`## ${one.heading}`, ...one.points.map((point) => `- ${point}`)].join("\n"));
  return { json, text: [`# ${title}`, ...text].join("\n\n") };
}

/** What a passage or a title has to have of the words of the subject. */
const MOST_WORDS = 2 / 3;
/** Of the sentences of a source that is about the subject. */
const GOOD_PART = 0.12;
/** Sentences that name the subject, for sources that are about something else to be of use at all. */
const FEWEST_SENTENCES = 3;

/**
 * What the sources that are about the subject say, and of others the passages that name it; nothing where hardly any does.
 */
export function passagesAbout(subject: string, sources: readonly StepSource[]): (readonly SourceSentence[])[] {
  const all = passagesOf(sources).filter(([first]) => !NO_SUBJECT.test(first!.heading));
  const stems = [...new Set(stemsOf(subject))];
  if (stems.length === 0) return all;
  const names = (text: string) => {
    const words = new Set(stemsOf(text));
    return stems.filter((stem) => words.has(stem)).length / stems.length > MOST_WORDS - 0.01;
  };
  const naming = all.flat().filter(({ text }) => names(text));
  const isWhole = sources.map(({ title }, index) => {
    const own = (sentences: readonly SourceSentence[]) => sentences.filter(({ source }) => source === index + 1).length;
    return own(naming) > 0 && (names(title) || own(naming) / own(all.flat()) >= GOOD_PART);
  });
  if (!isWhole.includes(true) && naming.length < FEWEST_SENTENCES) return [];
  return all.filter(
    (passage) =>
      isWhole[passage[0]!.source - 1] ||
      names(
        passage
          .slice(0, 2)
          .map(({ text }) => text)
          .join(" "),
      ),
  );
}

/** The passage that says what the subject is; else the first that names it. */
function leadOf(passages: readonly (readonly SourceSentence[])[], subject: string): readonly SourceSentence[] {
  const stems = stemsOf(subject);
  const score = ([first]: readonly SourceSentence[]): number => {
    const sentence = first!.text;
    const [, beginning, article] =
      /^(?!(?:How|If|When|What|Why|Where|While|As)\b)((?:(?:A|An|The) )?[\p{L}\p{N}'\u2019 -]{2,60}?)(?: \([^)]*\))?,? (?:is|are|was|were) (?!not\b|also\b)(an? |the |any |one )?/u.exec(
        sentence,
      ) ?? [];
    const named = stems.filter((stem) => stemsOf(beginning ?? "").includes(stem)).length / Math.max(1, stems.length);
    const mentioned = stems.filter((stem) => stemsOf(sentence).includes(stem)).length / Math.max(1, stems.length);
    const others = stemsOf(beginning ?? "").filter((stem) => !stems.includes(stem)).length;
    // What it is stands before what it does, and near the beginning of its source.
    const defines = named * (article === undefined ? 3 : 4) - named * others * 0.7;
    return defines + mentioned + (first!.heading === "" ? 0.5 : 0);
  };
  return passages.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/** Each under the heading that is its own, or else the one whose words it says most, those of the subject left aside. */
function byHeadings(
  passages: readonly (readonly SourceSentence[])[],
  headings: readonly string[],
  { subject, sources }: { readonly subject: string; readonly sources: readonly StepSource[] },
): PlannedSection[] {
  const general = new Set(stemsOf(subject));
  const stems = headings.map((heading) => new Set(stemsOf(heading).filter((stem) => !general.has(stem))));
  const placed: SourceSentence[][][] = headings.map(() => []);
  for (const passage of passages) {
    const above = passage[0]!.heading || plainTitle(sources[passage[0]!.source - 1]?.title ?? "");
    const own = headings.findIndex((heading) => keyOf(heading) === keyOf(above));
    const words = stemsOf(`${passage[0]!.heading} ${passage.map((one) => one.text).join(" ")}`);
    const scores = stems.map((wanted) => words.filter((word) => wanted.has(word)).length / Math.max(1, wanted.size));
    const best = own >= 0 ? own : scores.indexOf(Math.max(...scores));
    if (own >= 0 || (scores[best] ?? 0) > 0) placed[best]!.push([...passage]);
  }
  return headings.map((heading, at) => ({ heading, passages: placed[at]! })).filter((one) => one.passages.length > 0);
}

/** By the headings of the sources; what has none stands under the title of its source. */
function ownSections(
  passages: readonly (readonly SourceSentence[])[],
  sources: readonly StepSource[],
  subject: string,
): PlannedSection[] {
  const byKey = new Map<string, { heading: string; passages: (readonly SourceSentence[])[] }>();
  for (const passage of passages) {
    const { heading, source } = passage[0]!;
    const own = heading === "" ? plainTitle(sources[source - 1]?.title ?? "") : heading;
    const shown = keyOf(own) === keyOf(subject) ? "" : own;
    const section = byKey.get(keyOf(shown)) ?? { heading: shown, passages: [] };
    section.passages.push(passage);
    byKey.set(keyOf(shown), section);
  }
  const sections = [...byKey.values()].sort((a, b) => Number(a.heading !== "") - Number(b.heading !== ""));
  const single = (one: PlannedSection) => one.passages.flat().length < 2 && one.heading !== "";
  const large = sections.filter((one) => !single(one));
  return large.length === 0 ? sections : large;
}

/** Of an outline as Markdown or JSON. */
function headingsOf(text: string): string[] {
  const json = outlineIn(text);
  if (json !== undefined) return json.sections.map((one) => one.heading);
  return [...text.matchAll(/^#{2,4}\s+(.+?)\s*#*$/gm)].map(([, heading]) => heading!);
}

function titleOf(text: string): string {
  return outlineIn(text)?.title ?? /^#\s+(.+?)\s*#*$/m.exec(text)?.[1] ?? "";
}

function outlineIn(text: string): { title: string; sections: { heading: string }[] } | undefined {
  if (!text.trim().startsWith("{")) return undefined;
  try {
    const { title, sections } = JSON.parse(text) as { title?: unknown; sections?: unknown };
    if (!Array.isArray(sections)) return undefined;
    const headed = sections.flatMap((one: { heading?: unknown } | null) =>
      typeof one?.heading === "string" ? [{ heading: one.heading }] : [],
    );
    return { title: typeof title === "string" ? title : "", sections: headed };
  } catch {
    return undefined;
  }
}

/** Without the name of the site behind it. */
export function plainTitle(title: string): string {
  return title.replace(/\s+(?:[|\u2013\u2014\u00b7\u00bb]|-|::)\s+[^|\u2013\u2014\u00b7\u00bb]{2,40}$/, "").trim();
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
