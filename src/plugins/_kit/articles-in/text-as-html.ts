const PARTS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const HTML_BLOCK = /<(?:p|h[1-6]|ul|ol|div|table|blockquote|figure)(?:\s[^<>]*)?>/i;
const HTML_INLINE = /<\/(?:a|b|i|em|strong|u|span|code)>|<(?:br|img|hr)(?:\s[^<>]*)?\/?>/i;
const ITEM = /^(?:[-*\u2022+]|(\d{1,3})[.)])\s+(?=\S)/;
const SENTENCE_END = /[.!?\u3002\uff01\uff1f\u2026:;,]["'\u201d\u2019)\]]*$/;
/** A line that was wrapped by hand or by a mailer is hardly longer, and hardly shorter than half of it. */
const WRAPPED = { from: 50, to: 100 };
const HEADING = { words: 12, characters: 120 };

/** A line with a rule below it is a heading, whatever else it looks like. */
const UNDERLINED = /^[ \t]*(\S.{0,119})\n[ \t]*(?:={3,}|-{3,}|~{3,})[ \t]*$/gm;
const HEADING_MARK = "\ue002";

/** Plain text as HTML: paragraphs, lists, and short lines above text as headings. Text that holds HTML already stays that. */
export function textAsHtml(source: string): string {
  const text = source.replace(/\r\n?|[\u2028\u2029\f]/g, "\n").replace(/\ue002/g, "");
  if (HTML_BLOCK.test(text.slice(0, 200_000))) return text;
  const isMarked = HTML_INLINE.test(text.slice(0, 200_000));
  const escaped = (line: string) => (isMarked ? line : line.replace(/[&<>]/g, (mark) => PARTS[mark]!));
  const groups = groupsOf(text.replace(UNDERLINED, `\n${HEADING_MARK}$1\n\n`));
  return groups
    .map((group, at) => {
      const level = at === 0 ? "h1" : "h2";
      const [line] = group as [string];
      if (line.startsWith(HEADING_MARK)) return `<${level}>${escaped(line.slice(1))}</${level}>`;
      if (isHeading(group) && hasText(groups[at + 1])) return `<${level}>${escaped(line)}</${level}>`;
      return paragraphs(group, escaped);
    })
    .join("\n");
}

function groupsOf(text: string): string[][] {
  const lines = text.split("\n").map((line) => line.trim());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  const groups: string[][] = [[]];
  const parted = lines.includes("");
  // Without a blank line, every line is a paragraph, unless all are lines of one that was wrapped.
  const isOne = !parted && isWrapped(lines);
  for (const line of lines) {
    if (line === "" || (!parted && !isOne && !ITEM.test(line))) groups.push([]);
    if (line !== "") groups.at(-1)!.push(line);
  }
  return groups.filter((group) => group.length > 0);
}

function isWrapped(lines: readonly string[]): boolean {
  const inner = lines.slice(0, -1);
  const cut = inner.filter(({ length }) => length >= WRAPPED.from && length <= WRAPPED.to).length;
  return inner.length > 0 && cut === inner.length && inner.some((line) => !SENTENCE_END.test(line));
}

function isHeading([line = "", ...more]: readonly string[]): boolean {
  if (more.length > 0 || ITEM.test(line)) return false;
  return line.length <= HEADING.characters && line.split(/\s+/).length <= HEADING.words && !SENTENCE_END.test(line);
}

/** Whether a group is what stands below a heading. */
function hasText(group: readonly string[] | undefined): boolean {
  return (
    group !== undefined &&
    !group[0]!.startsWith(HEADING_MARK) &&
    (!isHeading(group) || group.join(" ").length > HEADING.characters)
  );
}

function paragraphs(group: readonly string[], escaped: (line: string) => string): string {
  const parts: string[] = [];
  let lines: string[] = [];
  let items: { ordered: boolean; lines: string[] } | undefined;
  const end = () => {
    if (lines.length > 0) {
      const joint = isWrapped(lines) ? " " : "<br>\n";
      parts.push(`<p>${lines.map(escaped).join(joint)}</p>`);
    }
    if (items !== undefined) {
      const list = items.ordered ? "ol" : "ul";
      parts.push(`<${list}>\n${items.lines.map((item) => `<li>${item}</li>`).join("\n")}\n</${list}>`);
    }
    lines = [];
    items = undefined;
  };
  for (const line of group) {
    const item = ITEM.exec(line);
    if (item === null) {
      if (items === undefined) lines.push(line);
      else items.lines.push(`${items.lines.pop()} ${escaped(line)}`);
      continue;
    }
    const ordered = item[1] !== undefined;
    if (items === undefined || items.ordered !== ordered) {
      end();
      items = { ordered, lines: [] };
    }
    items.lines.push(escaped(line.slice(item[0].length)));
  }
  end();
  return parts.join("\n");
}
