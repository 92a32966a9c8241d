import { countWords } from "../../engines/pages/terms.js";
import { sentencesOf, stemsOf } from "../../engines/writing/sentences.js";

/** A text as a writer gives it, put in order. */
export interface DraftText {
  /** Empty where it has none. */
  readonly title: string;
  /** Markdown without the title. */
  readonly body: string;
}

const SOURCES_HEADING =
  /^#{1,6}\s+(?:\*\*)?(?:sources?|references?|bibliography|citations?|works cited|further reading)(?:\*\*)?:?\s*$/im;

/** The title of the first line and the text below it, without a list of sources that it may have at its end. */
export function draftText(markdown: string): DraftText {
  const text = markdown
    .replace(/\r\n?/g, "\n")
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .trim();
  const [, title = "", below = ""] =
    /^#\s+(.+?)\s*#*\n([\s\S]*)$/.exec(text) ?? /^\*\*([^*\n]{3,120})\*\*\n\s*\n([\s\S]*)$/.exec(text) ?? [];
  const body = (title === "" ? text : below).trim();
  const list = SOURCES_HEADING.exec(body);
  const isLast = list !== null && !/^#{1,6} /m.test(body.slice(list.index + list[0].length));
  const own = isLast ? body.slice(0, list.index) : body;
  return {
    title: plainLine(title.replace(/^title:\s*/i, "")),
    // There is one title, and it is not in the text.
    body: own
      .replace(/^# /gm, "## ")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

/** One line without the marks of Markdown. */
export function plainLine(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\s?\[\d{1,3}\]/g, "")
    .replace(/\*\*|__|`/g, "")
    .replace(/^["\u201c](.*)["\u201d]$/, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** A text that was cut off in the middle, up to its last whole sentence. */
export function upToWholeSentence(text: string): string {
  const end = /^[\s\S]*[.!?]["'\u201d)]?(?:\s?\[\d+\])*(?=\s|$)/.exec(text)?.[0] ?? text;
  return end.replace(/\n+#{1,6} [^\n]*\s*$/, "").trim();
}

/** Numbers of sources that there are not, taken out. */
export function withoutStrangeCitations(
  text: string,
  sources: number,
): { readonly text: string; readonly taken: number } {
  let taken = 0;
  const kept = text.replace(/ ?\[(\d{1,3}(?:, ?\d{1,3})*)\](?!\()/g, (whole, list: string) => {
    const numbers = list.split(",").map(Number);
    const good = numbers.filter((one) => one >= 1 && one <= sources);
    taken += numbers.length - good.length;
    if (good.length === numbers.length) return whole;
    return good.length === 0 ? "" : `${whole.startsWith(" ") ? " " : ""}[${good.join(", ")}]`;
  });
  return { text: kept, taken };
}

export function wordsOf(markdown: string): number {
  return countWords(markdown.replace(/\[\d{1,3}(?:, ?\d{1,3})*\]/g, "").replace(/^[#>*\-+\s]+|[|`*_]/gm, " "));
}

const FEWEST_WORDS = 40;
const REFUSAL =
  /^(?:i['\u2019]?m (?:sorry|unable|not able)|i am (?:sorry|unable|not able)|sorry,|i (?:cannot|can['\u2019]?t|won['\u2019]?t)|as an ai|unfortunately, i|i apologi[sz]e)/i;

/** Why a text is no article at all; empty where it may be one. */
export function notAnArticle(body: string): string {
  const prose = body.replace(/^#{1,6} .*$/gm, "").trim();
  const words = wordsOf(prose);
  if (REFUSAL.test(prose) && words < 150) return `refused: "${prose.slice(0, 120).replace(/\s+/g, " ")}"`;
  if (words < FEWEST_WORDS) return `answered ${words === 1 ? "1 word" : `${words} words`}, which is no article`;
  const letters = (prose.match(/\p{L}/gu) ?? []).length;
  if (letters < prose.length * 0.5) return "answered signs rather than sentences";
  if (/^\s*[[{]/.test(prose) && isJson(prose)) return "answered data rather than sentences";
  const sentences = sentencesOf(prose);
  if (words > 80 && sentences.length < words / 150) return "answered words rather than sentences";
  return "";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What somebody has to look at before an article is published, in sentences. */
export function doubts(body: string, subject: string): string[] {
  const found: string[] = [];
  const wanted = [...new Set(stemsOf(subject))];
  const words = new Set(stemsOf(body));
  if (wanted.length > 0 && !wanted.some((stem) => words.has(stem))) {
    found.push(`The text does not speak of "${subject}".`);
  }
  const counts = new Map<string, number>();
  for (const sentence of sentencesOf(body.replace(/^#{1,6} .*$/gm, "\n"))) {
    const key = sentence.toLowerCase().replace(/\s+/g, " ");
    if (key.split(" ").length >= 5) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = Math.max(0, ...counts.values());
  if (most >= 2) found.push(`One sentence stands there ${most} times.`);
  if (/\[(?:insert|your|name|company|date|todo|placeholder)[^\]]*\]|\blorem ipsum\b/i.test(body)) {
    found.push("Places to be filled in were left open.");
  }
  return found;
}
