import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { Form } from "../rewriting/forms.js";
import { frontMatterEnd } from "./front-matter-place.js";

/** What goes to the head of a text, instead of what stands there of the same name; what is absent stays. */
export interface HeadTerms {
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The featured image, for Markdown. */
  readonly image?: string | undefined;
}

/** HTML has them as `<meta>`, Markdown as front matter; plain text has no place for them. Lines end with `\n`. */
export function withTerms(text: string, form: Form, terms: HeadTerms): string {
  if (form === "html") return withMeta(withMeta(text, "categories", terms.categories), "keywords", terms.tags);
  return form === "md" ? withMatter(text, terms) : text;
}

/** What a document may have before its head ends. */
const BEGINNING = /^(?:\ufeff|\s|<!doctype[^<>]*>|<\?xml[^<>]*>|<html\b[^<>]*>)*/i;

function withMeta(html: string, name: string, values: readonly string[] | undefined): string {
  if (values === undefined || values.length === 0) return html;
  const tag = `<meta name="${name}" content="${escapedHtml(values.join(", "))}">`;
  const end = /<\/head\s*>|<body[\s>]/i.exec(html)?.index ?? 0;
  const head = html.slice(0, end);
  const own = new RegExp(
    `<meta\\b[^<>]*\\bname\\s*=\\s*["']?${name}["'\\s/>][^<>]*>|<meta\\b[^<>]*\\bname\\s*=\\s*${name}>`,
    "i",
  );
  const found = own.exec(head);
  if (found !== null) return html.slice(0, found.index) + tag + html.slice(found.index + found[0].length);
  const at = /<\/head\s*>/i.test(html.slice(end, end + 10)) ? end : BEGINNING.exec(html)![0].length;
  const indent = /(?:^|\n)([ \t]*)$/.exec(html.slice(0, at))?.[1] ?? "";
  return `${html.slice(0, at)}${tag}\n${indent}${html.slice(at)}`;
}

/** As front matter names them. */
const NAMES = {
  categories: ["categories", "category"],
  tags: ["tags", "tag", "keywords"],
  image: ["image"],
} as const;

function withMatter(text: string, terms: HeadTerms): string {
  const given = (["categories", "tags", "image"] as const).filter((name) => (terms[name]?.length ?? 0) > 0);
  if (given.length === 0) return text;
  const end = frontMatterEnd(text);
  const isToml = text.startsWith("+++");
  // A JSON text is one of YAML and TOML, and a list of them a list of both.
  const line = (name: (typeof given)[number]) => `${name}${isToml ? " = " : ": "}${JSON.stringify(terms[name])}`;
  if (end === 0) return `---\n${given.map(line).join("\n")}\n---\n\n${text.replace(/^\ufeff/, "")}`;
  const lines = text.slice(0, end).split("\n");
  for (const name of given) {
    const at = lines.findIndex((one) =>
      NAMES[name].some((known) => new RegExp(`^"?${known}"?\\s*[:=]`, "i").test(one)),
    );
    // In TOML what stands last is of the last section.
    if (at < 0) lines.splice(isToml ? 1 : closing(lines), 0, line(name));
    else lines.splice(at, linesOfMember(lines, at), line(name));
  }
  return lines.join("\n") + text.slice(end);
}

const closing = (lines: readonly string[]) => lines.findLastIndex((line) => line.startsWith("---"));

/** A list may go on over lines: indented, as items, or up to its bracket. */
function linesOfMember(lines: readonly string[], at: number): number {
  let count = 1;
  const isOpen = () =>
    /[:=]\s*\[/.test(lines[at]!) &&
    !lines
      .slice(at, at + count)
      .join("\n")
      .includes("]");
  while (at + count < lines.length && (isOpen() || /^(?:[ \t]+\S|-(?:\s|$)(?!--))/.test(lines[at + count]!)))
    count += 1;
  return count;
}
