import type { Form } from "./forms.js";

/** The text with lines of code as lines that are no text, each as long as it was. */
export function withoutCode(text: string, form: Form): string {
  if (form === "html") return text;
  const lines = text.split("\n");
  const code = form === "md" ? markdownCode(lines) : indentedCode(lines);
  return lines.map((line, index) => (code.has(index) ? "=".repeat(line.length) : line)).join("\n");
}

/** Fences at any depth, as in items of a list, and blocks that are only indented. Below an item, an indented line is its text. */
function markdownCode(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let fence: string | undefined;
  /** Where the text of the outermost item begins; 0 outside of lists. */
  let depth = 0;
  let mayBegin = true;
  for (const [index, line] of lines.entries()) {
    const mark = /^[ \t>]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (fence !== undefined || mark !== undefined) {
      found.add(index);
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence) && /^[ \t>]*[`~]+\s*$/.test(line)) fence = undefined;
      mayBegin = true;
      continue;
    }
    const isBlank = line.trim() === "";
    const isIndented = /^(?: {4}|\t)/.test(line);
    const item = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s/.exec(line)?.[0].length;
    const isItem = item !== undefined && !(isIndented && depth === 0);
    const isDeep = /^\s*/.exec(line)![0].length >= depth;
    if (isItem) depth = isDeep && depth > 0 ? depth : item;
    else if (!isBlank && mayBegin && !isDeep) depth = 0;
    if (!isBlank && isIndented && mayBegin && depth === 0) found.add(index);
    else mayBegin = isBlank;
  }
  // A fence that is never closed is none, as far as can be told.
  return fence === undefined ? found : new Set();
}

const CODE = /[=;{}<>|]|^\s*[#$%] |(?:^|\s)--\w|\/\w+\/|\w\(\)/;

/** Indented paragraphs of a plain text of which most lines look like code. */
function indentedCode(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let from = 0; from < lines.length; from += 1) {
    let end = from;
    while (end < lines.length && /^(?: {4}|\t)\s*\S/.test(lines[end]!)) end += 1;
    if (end === from) continue;
    const looks = lines.slice(from, end).filter((line) => CODE.test(line)).length;
    if (2 * looks >= end - from) for (let index = from; index < end; index += 1) found.add(index);
    from = end;
  }
  return found;
}
