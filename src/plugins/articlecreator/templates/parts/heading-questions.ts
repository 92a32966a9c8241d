import { countWords } from "../../../../engines/pages/terms.js";

/** What a question is formed with. */
export interface Asking {
  readonly keyword: string;
  /** Whether a word is written with a capital wherever it stands. */
  isName(word: string): boolean;
}

const ASKS =
  /^(how|why|what|when|where|which|who)\s(is|are|do|does|did|can|should|was|were|to|much|many|long|often|makes?|causes?|happens?|you)\b/i;

/** The question that a heading of a source asks or stands for; undefined for one that names no question. */
export function questionOfHeading(heading: string, asking: Asking): string | undefined {
  const text = heading.replace(/^\W*\d{1,2}[.):]\s*/, "").replace(/[\s:.]+$/, "");
  if (countWords(text) < 2 && !NAMED.test(text)) return undefined;
  if (countWords(text) > 14 || /\b(we|our|us|my|i)\b/i.test(text)) return undefined;
  if (text.endsWith("?"))
    return ASKS.test(text) || /^(is|are|do|does|can|should|will)\b/i.test(text)
      ? sentenceCase(text, asking)
      : undefined;
  const [, what, works] = /^how (\p{L}[^?:]{2,50}?) (works?|sav(?:e|es) .+|helps? .+)$/iu.exec(text) ?? [];
  if (what !== undefined && works !== undefined && !/^(?:to|do|does|did|can|it|they|you)\b/i.test(what)) {
    const name = sentenceCase(what, asking, false);
    return isPlural(name)
      ? `How do ${name} ${sentenceCase(works, asking, false)}?`
      : `How does ${name} ${sentenceCase(works.replace(/^(work|save|help)s\b/i, "$1"), asking, false)}?`;
  }
  const [, aim] = /^how to (.+)$/i.exec(text) ?? [];
  if (aim !== undefined) return `How do you ${sentenceCase(aim, asking, false)}?`;
  if (
    /^(how|why|what|when|where|which) (is|are|do|does|did|can|should|was|were|makes?|causes?|caused|happens?|happened|became)\b/i.test(
      text,
    )
  )
    return `${sentenceCase(text, asking)}?`;
  return namedQuestion(text, asking);
}

const NAMED =
  /^(history|origins?|causes?|symptoms|signs|signs and symptoms|treatments?|diagnosis|prevention|uses|types|kinds|varieties|benefits|risks|complications|diet|habitat|advantages|disadvantages|name|etymology|location|gameplay|behaviou?r|costs?|price|composition|climate|economy|languages?|population|aftermath|consequences|how it works|what it costs)(?: (?:of|in) (.+))?$/i;
/** Whole questions for headings of which the usual ones would not do; `$` is the name. */
const ASKED_BY: Readonly<Record<string, (name: string, isPlural: boolean) => string>> = {
  name: (name) => `Where does the name of ${name} come from?`,
  etymology: (name) => `Where does the name of ${name} come from?`,
  location: (name, several) => `Where ${several ? "are" : "is"} ${name}?`,
  gameplay: (name) => `How is ${name} played?`,
  behavior: (name, several) => `How ${several ? "do" : "does"} ${name} behave?`,
  costs: (name, several) => `How much ${several ? "do" : "does"} ${name} cost?`,
  composition: (name, several) => `What ${several ? "are" : "is"} ${name} made of?`,
  climate: (name) => `What is the climate of ${name} like?`,
  economy: (name) => `What is the economy of ${name} based on?`,
  languages: (name) => `What languages are spoken in ${name}?`,
  population: (name) => `How many people live in ${name}?`,
  aftermath: (name) => `What happened after ${name}?`,
  consequences: (name) => `What were the consequences of ${name}?`,
  "how it works": (name, several) => `How ${several ? "do" : "does"} ${name} work?`,
};
const SAME_AS: Readonly<Record<string, string>> = {
  behaviour: "behavior",
  cost: "costs",
  price: "costs",
  "what it costs": "costs",
  language: "languages",
  cause: "causes",
};

/** Whether a heading asks after something of the keyword, which it does not name itself. */
export function leavesNameOut(heading: string): boolean {
  return NAMED.exec(heading.trim()) !== null && NAMED.exec(heading.trim())![2] === undefined;
}

function namedQuestion(text: string, asking: Asking): string | undefined {
  const [, noun = "", of] = NAMED.exec(text) ?? [];
  if (noun === "") return undefined;
  const name = sentenceCase((of ?? asking.keyword).replace(/^the (?=\p{L}+$)/iu, "the "), asking, false);
  const are = isPlural(name) ? "are" : "is";
  const given = noun.toLowerCase();
  const named = SAME_AS[given] ?? given;
  const whole = ASKED_BY[named];
  if (whole !== undefined) return whole(name, isPlural(name));
  if (named === "causes") return `What causes ${name}?`;
  if (named.startsWith("treatment")) return `How ${are} ${name} treated?`;
  if (named === "diagnosis") return `How ${are} ${name} diagnosed?`;
  if (named === "prevention") return `How can ${name} be prevented?`;
  if (named === "diet") return `What ${isPlural(name) ? "do" : "does"} ${name} eat?`;
  if (named === "habitat") return `Where ${isPlural(name) ? "do" : "does"} ${name} live?`;
  if (named === "types" || named === "kinds" || named === "varieties") return `What ${named} of ${name} are there?`;
  return `What ${/s$/.test(named) && named !== "diagnosis" ? "are" : "is"} the ${named} of ${name}?`;
}

export function isPlural(name: string): boolean {
  return /[^s\u2019']s$/i.test(name) && !/(us|is)$/i.test(name);
}

/** Title case undone, names kept; the first word with a capital or without. */
function sentenceCase(text: string, asking: Asking, capital = true): string {
  const words = text.split(" ").map((word) => {
    const bare = word.replace(/[^\p{L}\p{N}'\u2019-]/gu, "");
    return /^\p{Lu}[\p{Ll}'\u2019-]*$/u.test(bare) && !asking.isName(bare) ? word.toLowerCase() : word;
  });
  const joined = words.join(" ");
  return capital ? joined.charAt(0).toUpperCase() + joined.slice(1) : joined;
}

const DEFINES =
  /^((?:(?:An?|The) )?[^,;:.]{2,40}?) (is|are)(?:, [^,]{2,20},)? (?!not\b|also\b|often\b|used\b)(?:an?|the|any|\p{Ll}+s)\b/u;

/** "What is resistance?", where a sentence below the heading "Resistance" says so. */
export function questionOfTerm(heading: string, sentence: string, asking: Asking): string | undefined {
  const [, subject, verb] = DEFINES.exec(sentence.replace(/\s*\([^()]{0,80}\)/g, "")) ?? [];
  const bare = (text: string) => text.replace(/^(?:an?|the) /i, "").toLowerCase();
  if (subject === undefined || bare(subject) !== bare(heading.trim())) return undefined;
  return `What ${verb} ${sentenceCase(subject, asking, false).replace(/^(?:An?|The) /, (article) => article.toLowerCase())}?`;
}
