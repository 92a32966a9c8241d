/** Markup that a line begins with or consists of. */
export interface LineMarkup {
  readonly start: number;
  readonly end: number;
  /** Whether nothing of the lines it covers is prose. */
  readonly whole: boolean;
  /** Whether what comes after it belongs to nothing that comes before. */
  readonly breaks: boolean;
}

/** What the beginnings of lines show: fences, front matter, headings, lists, quotations, and where paragraphs end. */
export function lineMarkup(
  text: string,
  { openQuotations }: { readonly openQuotations: boolean },
): {
  at(position: number): LineMarkup | undefined;
  breaksAt(newline: number): boolean;
} {
  const marks = new Map<number, LineMarkup>();
  const breaks = new Set<number>();
  const whole = (start: number, end: number) => marks.set(start, { start, end, whole: true, breaks: true });
  const starts: number[] = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const lineOf = (index: number) => text.slice(starts[index]!, lineEnd(index)).replace(/\r$/, "");
  const lineEnd = (index: number) => (index + 1 < starts.length ? starts[index + 1]! - 1 : text.length);

  // The lines that can close a fence, and the first of them not yet passed: fences are asked for in order.
  const closers = { "`": [] as number[], "~": [] as number[] };
  const passed = { "`": 0, "~": 0 };
  for (let line = 0; line < starts.length; line += 1) {
    const mark = /^ {0,3}(?:(`)`{2,}|(~)~{2,})[ \t]*$/.exec(lineOf(line).slice(0, 200));
    if (mark !== null) closers[mark[1] === undefined ? "~" : "`"].push(line);
  }
  const closingFence = (fence: string, from: number): number | undefined => {
    const kind = fence[0] === "~" ? "~" : "`";
    const at = closers[kind];
    while (passed[kind] < at.length && at[passed[kind]]! <= from) passed[kind] += 1;
    for (const line of at.slice(passed[kind], passed[kind] + 20)) {
      if (lineOf(line).trim().length >= fence.length) return line;
    }
    return kind === "`" ? starts.length - 1 : undefined;
  };

  const matter = frontMatter(lineOf, starts.length);
  let index = 0;
  if (matter > 0) {
    whole(0, lineEnd(matter - 1));
    index = matter;
  }
  let before = "";
  let depthBefore = 0;
  let quotedFence: string | undefined;
  for (; index < starts.length; index += 1) {
    const start = starts[index]!;
    const all = lineOf(index);
    const quoted = openQuotations ? (/^[ \t]{0,3}(?:>[ \t]?){1,20}/.exec(all.slice(0, 60))?.[0] ?? "") : "";
    const depth = quoted.split(">").length - 1;
    const line = all.slice(quoted.length);
    const beginning = line.slice(0, 300);
    const breaksHere = depth !== depthBefore || endsBlock(before, beginning);
    if (index > 0 && breaksHere) breaks.add(start - 1);
    depthBefore = depth;
    if (depth === 0) quotedFence = undefined;
    else {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(beginning)?.[1];
      const isCode = mark !== undefined || quotedFence !== undefined;
      if (mark !== undefined) quotedFence = quotedFence === undefined ? mark : undefined;
      if (isCode || wholly(line, beginning)) whole(start, lineEnd(index));
      else {
        const own = OPENING.exec(beginning)?.[0] ?? "";
        const end = start + quoted.length + (own.trim() === "" ? 0 : own.length);
        marks.set(start, { start, end, whole: false, breaks: breaksHere });
      }
      before = isCode ? "" : line;
      continue;
    }
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(beginning)?.[1];
    const last = fence === undefined ? undefined : closingFence(fence, index);
    if (last !== undefined) {
      whole(start, lineEnd(last));
      index = last;
      before = "";
      continue;
    }
    if (wholly(line, beginning)) whole(start, lineEnd(index));
    else {
      const mark = OPENING.exec(beginning);
      if (mark !== null && mark[0] !== "" && mark[0].trim() !== "") {
        marks.set(start, { start, end: start + mark[0].length, whole: false, breaks: true });
      }
    }
    before = line;
  }

  return { at: (position) => marks.get(position), breaksAt: (newline) => breaks.has(newline) };
}

/** How many lines of metadata the text begins with. */
function frontMatter(lineOf: (index: number) => string, count: number): number {
  const fence = lineOf(0);
  if ((fence !== "---" && fence !== "+++") || count < 3 || !/^\s*["\w.-]+\s*[:=]/.test(lineOf(1))) return 0;
  for (let index = 1; index < Math.min(count, 400); index += 1) {
    const line = lineOf(index);
    if (line === fence || line === "...") return index + 1;
  }
  return 0;
}

/** Headings, items of lists and footnotes: what comes after the mark is prose. */
const OPENING =
  /^[ \t]*(?:#{1,6}(?=[ \t])|(?:[-*+•–—]|\(?\d{1,4}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)])(?=[ \t])(?:[ \t]+\[[ xX]\](?=[ \t]))?|\[\^[^\]\s]{1,60}\]:|\*\[[^\]]{1,60}\]:|:(?=[ \t]))[ \t]*/;

/** Lines without prose: rules, underlines, rows of dashes in tables, definitions of links, code, quotations. */
function wholly(line: string, beginning: string): boolean {
  if (line.trim() === "") return false;
  if (/^[ \t]*>/.test(beginning)) return true;
  if (/^[ \t|:+=*_~#-]{3,}$/.test(line) && /[-=*_~#+]{2}|(?:[-*_] ){2}/.test(beginning)) return true;
  if (/^ {0,3}\[[^\]^][^\]]{0,200}\]:[ \t]*\S/.test(beginning)) return true;
  if (/^(?: {4}|\t)/.test(beginning) && /(?:[;{}]|=>|\(\))[ \t]*$/.test(line.slice(-40))) return true;
  return /^(?:[$#] (?:sudo|npm|npx|cd|git|pip|apt|curl|docker|ls|mkdir)\b|\s*(?:import|from) .{1,200} (?:from|import) )/.test(
    beginning,
  );
}

/** Whether a line of the text ends what is in the one before it, and is no mere wrapping of it. */
function endsBlock(before: string, line: string): boolean {
  const last = before.trimEnd();
  const next = line.trimStart();
  if (last === "" || next === "") return true;
  if (OPENING.exec(line)?.[0].trim()) return true;
  if (/^[>|#=]/.test(next)) return true;
  // A line that goes on small, or after a comma or a small word, was only wrapped.
  if (/^[\p{Ll}\d(]/u.test(next)) return false;
  const tail = last.slice(-20);
  return !/(?:,|\b(?:the|a|an|of|to|in|and|or|for|with|by|on|at|from|that|is|was|are|were|his|her|their|its))$/i.test(
    tail,
  );
}
