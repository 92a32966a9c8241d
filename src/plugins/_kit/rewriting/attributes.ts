import { passages } from "../../../engines/text/markup/index.js";
import { decoded } from "./entities.js";
import type { Form } from "./forms.js";

/** Words for readers that stand where no text is: in attributes, and in the settings at the head of a Markdown file. */
export interface Attribute {
  readonly start: number;
  readonly end: number;
  readonly words: string;
  /** Other words, as they are written at this place. */
  written(words: string): string;
}

/** In the order of the text. */
export function attributesOf(text: string, form: Form): readonly Attribute[] {
  if (form === "txt") return [];
  const found: Attribute[] = form === "md" ? [...settingsOf(text)] : [];
  for (const { kind, start, end } of passages(text)) {
    if (kind === "prose") continue;
    const part = text.slice(start, end);
    if (/^<[a-z]/i.test(part)) found.push(...inTag(part, start));
    else if (form === "md") found.push(...inLink(part, start));
  }
  return found.filter(({ words }) => /\p{L}{2}/u.test(words) && !/^\S*[/@_{}\\]\S*$/.test(words));
}

const FIRST_TAG = /^<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/i;
const READ = /([\s"'](?:alt|title|aria-label|placeholder|summary)\s*=\s*)("[^"]*"|'[^']*')/gi;
const CONTENT = /([\s"']content\s*=\s*)("[^"]*"|'[^']*')/gi;
const DESCRIBES =
  /\b(?:name|property)\s*=\s*["']?(?:description|(?:og|twitter):(?:title|description|image:alt))(?=["'\s/>])/i;

function* inTag(part: string, start: number): Generator<Attribute> {
  const tag = FIRST_TAG.exec(part)?.[0];
  if (tag === undefined) return;
  const pattern = /^<meta\b/i.test(tag) ? (DESCRIBES.test(tag) ? CONTENT : undefined) : READ;
  if (pattern === undefined) return;
  for (const { 0: whole, 1: name, 2: value, index } of tag.matchAll(pattern)) {
    const at = start + index + name!.length;
    yield {
      start: at,
      end: start + index + whole.length,
      words: decoded(value!.slice(1, -1)).replace(/\s+/g, " ").trim(),
      written: (words) => `"${words.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;")}"`,
    };
  }
}

function* inLink(part: string, start: number): Generator<Attribute> {
  const alt = /^!\[([^\]]*)\]/.exec(part)?.[1];
  if (alt !== undefined)
    yield {
      start: start + 2,
      end: start + 2 + alt.length,
      words: alt.trim(),
      written: (words) => words.replace(/[[\]]/g, ""),
    };
  const title = /\s"([^"]*)"\s*\)$/.exec(part);
  if (title !== null && part.includes("](")) {
    const at = start + title.index + title[0].indexOf('"') + 1;
    yield {
      start: at,
      end: at + title[1]!.length,
      words: title[1]!.trim(),
      written: (words) => words.replaceAll('"', "'"),
    };
  }
}

/** Members of front matter that people read. */
const SETTING =
  /^((?:title|subtitle|description|summary|excerpt|seo_?title|meta_?description)[ \t]*[:=][ \t]*)(\S.*?)[ \t]*$/gim;

/** Each on one line, in YAML or TOML. What else stands there is for programs. */
function* settingsOf(text: string): Generator<Attribute> {
  const head = /^(?:---\r?\n[\s\S]*?\n(?:---|\.\.\.)|\+\+\+\r?\n[\s\S]*?\n\+\+\+)[ \t]*(?:\r?\n|$)/.exec(text)?.[0];
  if (head === undefined) return;
  const isToml = head.startsWith("+++");
  for (const { 1: name, 2: value, index } of head.matchAll(SETTING)) {
    const words = scalar(value!);
    if (words === undefined) continue;
    const start = index + name!.length;
    yield { start, end: start + value!.length, words, written: (fresh) => asScalar(fresh, value!, isToml) };
  }
}

function scalar(value: string): string | undefined {
  const double = /^"((?:[^"\\]|\\["\\])*)"$/.exec(value)?.[1];
  if (double !== undefined) return double.replace(/\\(["\\])/g, "$1");
  const single = /^'((?:[^']|'')*)'$/.exec(value)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  return /^[>|[{&*!%@`"'#-]|: | #/.test(value) ? undefined : value;
}

function asScalar(words: string, before: string, isToml: boolean): string {
  if (before.startsWith("'") && !isToml) return `'${words.replaceAll("'", "''")}'`;
  const isPlain = /^\p{L}[^:#"'[\]{},&*!|>%@`\\]*$/u.test(words) && !/^(?:true|false|yes|no|null|on|off)$/i.test(words);
  if (!before.startsWith('"') && !isToml && isPlain) return words;
  return `"${words.replace(/["\\]/g, "\\$&")}"`;
}

/** The text with its root element in the language. */
export function inLanguage(text: string, form: Form, language: string): string {
  if (form !== "html") return text;
  const root = /<html\b[^<>]*>/i.exec(text.slice(0, 5000));
  if (root === null) return text;
  const tag = root[0].replace(/(\s(?:xml:)?lang\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, `$1"${language}"`);
  return text.slice(0, root.index) + tag + text.slice(root.index + root[0].length);
}
