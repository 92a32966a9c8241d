import { inline } from "../../../engines/pages/extraction/as-markdown-inline.js";
import { withoutFrontMatter } from "../../../engines/pages/plain-text.js";

/** Characters of a template from one place up to another. */
export type Range = readonly [from: number, to: number];

/** A cell as words of Markdown: nothing of it is markup, wherever in a line it stands. */
export function escapedMarkdown(cell: string): string {
  return cell
    .split(/\r\n|\r|\n/)
    .map((line) => words(inline([{ text: line }], { cell: true })))
    .join("\n");
}

function words(line: string): string {
  return (
    line
      .replace(/^(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|(?:-+|=+)\s*$|:-)/, "\\")
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
      // At the end of a heading they would be part of its marker.
      .replace(/(?<=\s)#+$/, "\\$&")
      // Before the bracket of a link it would make an image of it.
      .replace(/!$/, "\\!")
  );
}

const CODE =
  /^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2[^\n]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\3(?!`)/gm;

/** Where in a template of Markdown cells stand as they are: in what heads it, and in code, neither of which knows escapes. */
export function literalParts(template: string): readonly Range[] {
  const lines = template.split("\n");
  // The body may have other line ends than the template, but not other lines.
  const head = lines.length - withoutFrontMatter(template).body.split("\n").length;
  const start = lines.slice(0, head).join("\n").length;
  const code = [...template.matchAll(CODE)].map((match): Range => [match.index, match.index + match[0].length]);
  return [[0, start], ...code];
}
