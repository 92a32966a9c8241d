const PARTS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const SENTENCE_END = /[.!?\u3002\uff01\uff1f\u2026:;,]["'\u201d\u2019)\]]*$/;
/** A line that was wrapped by hand or by a mailer is hardly longer, and hardly shorter than half of it. */
const WRAPPED = { from: 50, to: 100 };

/** Plain text as HTML that shows the same: paragraphs where blank lines are, and nothing in it is taken for markup. */
export function textAsHtml(source: string): string {
  return paragraphsOf(source.replace(/\r\n?|[\u2028\u2029\f]/g, "\n"))
    .map((lines) => `<p>${lines.map(escaped).join(isWrapped(lines) ? " " : "<br>\n")}</p>`)
    .join("\n");
}

const escaped = (line: string) => line.replace(/[&<>]/g, (mark) => PARTS[mark]!);

function paragraphsOf(text: string): string[][] {
  const lines = text.split("\n").map((line) => line.trim());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  // Without a blank line, every line is a paragraph, unless all are lines of one that was wrapped.
  if (!lines.includes("") && !isWrapped(lines)) return lines.map((line) => [line]);
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line === "") paragraphs.push([]);
    else paragraphs.at(-1)!.push(line);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}

function isWrapped(lines: readonly string[]): boolean {
  const inner = lines.slice(0, -1);
  const cut = inner.filter(({ length }) => length >= WRAPPED.from && length <= WRAPPED.to).length;
  return inner.length > 0 && cut === inner.length && inner.some((line) => !SENTENCE_END.test(line));
}
