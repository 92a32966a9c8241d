import { proseOf } from "./checked-text.js";
import { capitalised, passagesAbout } from "./plan.js";
import { keyOf, sentencesOf, stemsOf } from "./sentences.js";
import type { Step, WrittenStep } from "./step.js";

const USUAL_COUNT = 5;
const MOST_OF_YEAR = 2;

export function research({ head: { subject, count = 3 } }: Step): WrittenStep {
  const queries = [subject, `what is ${subject}`, `${subject} history`, `${subject} facts`, `${subject} guide`].slice(
    0,
    count,
  );
  return { json: { queries }, text: queries.join("\n") };
}

/** Questions that the sources answer: those that they put themselves, and what things are. */
export function faq({ head: { subject, count = USUAL_COUNT }, sources }: Step): WrittenStep {
  const found: { question: string; answer: string }[] = [];
  const asked = new Set<string>();
  const add = (question: string, answer: string) => {
    if (asked.has(keyOf(question)) || found.some((one) => one.answer === answer)) return;
    asked.add(keyOf(question));
    found.push({ question, answer });
  };
  const wanted = new Set(stemsOf(subject));
  const passages = passagesAbout(subject, sources);
  for (const passage of passages) {
    const { heading } = passage[0]!;
    if (heading.endsWith("?") && heading.split(" ").length >= 3) add(heading, answerOf(passage.map((one) => one.text)));
  }
  const defined = passages.flatMap((passage) =>
    passage.flatMap((sentence, at) => {
      const term = definition(sentence.text);
      if (term === undefined) return [];
      const isSubject = stemsOf(term.what).some((stem) => wanted.has(stem));
      return [{ ...term, isSubject, answer: answerOf(passage.slice(at).map((one) => one.text)) }];
    }),
  );
  for (const { what, verb, answer } of [...defined].sort((a, b) => Number(b.isSubject) - Number(a.isSubject))) {
    add(`What ${verb} ${what}?`, answer);
  }
  const list = found.slice(0, count);
  const text = list.map(({ question, answer }) => `### ${question}\n\n${answer}`);
  return {
    json: { faq: list },
    text: text.join("\n\n"),
  };
}

function answerOf(sentences: readonly string[]): string {
  return sentences.slice(0, 2).join(" ");
}

interface Definition {
  /** The thing, as a question names it. */
  readonly what: string;
  readonly verb: "is" | "are";
  readonly says: string;
}

/** Of a sentence that says what something is. */
function definition(sentence: string): Definition | undefined {
  const [, subject, verb, says] =
    /^((?:An? |The )?[\p{L}\p{N}'\u2019-]+(?: [\p{L}\p{N}'\u2019-]+){0,3}?)(?: \([^)]*\))? (is|are) ((?:an?|the|any|one of the|types? of) .*)$/u.exec(
      sentence,
    ) ?? [];
  if (subject === undefined || says === undefined) return undefined;
  if (
    /\b(?:it|there|this|that|these|those|he|she|they|who|which|what|some|many|most|all|each|every|no|other|another|one|two|three|of|in|for|to|with|and|or|you|not|first|second|last|main|best|reason|result|way|how|if|when|why|where|while|as|your)\b|^\S+ing\b/i.test(
      subject,
    )
  )
    return undefined;
  // "The wings are ..." speaks of wings that were named before.
  if (/^The /.test(subject)) return undefined;
  const isName = /^\p{Lu}\S* \p{Lu}|^[\p{Lu}\d]{2,}/u.test(subject.replace(/^An? /, ""));
  const what = isName ? subject : subject.charAt(0).toLowerCase() + subject.slice(1);
  return { what, verb: verb as "is" | "are", says: says.replace(/[.!]$/, "") };
}

/** What happened when, or what things are: rows of sentences, so that nothing is said that the sources do not say. */
export function table({ head: { subject, count = 12 }, sources }: Step): WrittenStep {
  const sentences = passagesAbout(subject, sources).flatMap((passage) => passage.map((one) => one.text));
  const dated = sentences.flatMap((text) => {
    const years = [
      ...new Set(
        text.match(
          /\b(?:1[0-9]|20)\d{2}\b(?![\d,.]*\s?(?:%|percent|km|m\b|kg|people|metres|meters|feet|miles|dollars))/g,
        ) ?? [],
      ),
    ];
    return years.length === 1 && /\b(?:in|since|by|from|until|of|on \w+ \d+,) (?:\w+ )?(?:1[0-9]|20)\d{2}\b/i.test(text)
      ? [[years[0]!, text]]
      : [];
  });
  const defined = sentences.flatMap((text) => {
    const term = definition(text);
    return term === undefined ? [] : [[capitalised(term.what.replace(/^an? /, "")), capitalised(term.says)]];
  });
  const years = new Map<string, number>();
  const spread = dated.filter(([year]) => {
    const count = (years.get(year!) ?? 0) + 1;
    years.set(year!, count);
    return count <= MOST_OF_YEAR;
  });
  if (years.size >= 3) {
    const rows = spread.sort(([a], [b]) => Number(a) - Number(b)).slice(0, count);
    return tableOf("Years that the sources name", ["Year", "What happened"], rows);
  }
  const unique = [...new Map(defined.map((row) => [keyOf(row[0]!), row])).values()];
  return tableOf("Terms", ["Term", "What it is"], unique.length >= 2 ? unique.slice(0, count) : []);
}

function tableOf(caption: string, columns: readonly string[], rows: readonly (readonly string[])[]): WrittenStep {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const lines = [line(columns), line(columns.map(() => "---")), ...rows.map(line)];
  const text = rows.length === 0 ? "" : `${caption}\n\n${lines.join("\n")}`;
  return { json: { caption: rows.length === 0 ? "" : caption, columns, rows }, text };
}

const LONGEST_DESCRIPTION = 155;

/** Of the text that it is given: its own title and first sentences, and the words that it says most. */
export function meta({ head: { subject, count = USUAL_COUNT }, text }: Step): WrittenStep {
  const title = /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? capitalised(subject);
  const first = proseOf(text)
    .flatMap(sentencesOf)
    .map((one) => one.replace(/ ?\[\d+\]/g, ""));
  const description = shortened(first[0] ?? title, first[1]);
  const slug = keyOf(title)
    .normalize("NFKD")
    .replace(/[^a-z0-9 ]/g, "")
    .trim()
    .replace(/ +/g, "-")
    .slice(0, 80);
  const tags = [...new Set([subject.toLowerCase().trim(), ...frequentWords(text, subject)])]
    .filter((tag) => tag !== "")
    .slice(0, count);
  const json = { title, description, slug, tags: tags.length === 0 ? [title.toLowerCase()] : tags };
  return {
    json,
    text: [`title: ${title}`, `description: ${description}`, `slug: ${slug}`, `tags: ${json.tags.join(", ")}`].join(
      "\n",
    ),
  };
}

function shortened(first: string, second = ""): string {
  const both = `${first} ${second}`.trim();
  if (both.length <= LONGEST_DESCRIPTION) return both;
  if (first.length <= LONGEST_DESCRIPTION) return first;
  return `${first.slice(0, LONGEST_DESCRIPTION - 3).replace(/[\s,;:]+\S*$/, "")}...`;
}

function frequentWords(text: string, subject: string): string[] {
  const own = new Set(stemsOf(subject));
  const counts = new Map<string, { word: string; count: number }>();
  for (const word of proseOf(text)
    .join(" ")
    .toLowerCase()
    .match(/\p{L}{4,}/gu) ?? []) {
    const [stem] = stemsOf(word);
    if (
      stem === undefined ||
      own.has(stem) ||
      /(?:ing|ed|ly|ant|ent|ive|ous|ful|able|al)$/.test(word) ||
      word.length < 5
    )
      continue;
    const entry = counts.get(stem) ?? { word, count: 0 };
    entry.count += 1;
    counts.set(stem, entry);
  }
  return [...counts.values()]
    .filter((one) => one.count >= 3)
    .sort((a, b) => b.count - a.count)
    .map((one) => one.word);
}
