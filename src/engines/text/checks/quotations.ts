const CLOSING: Readonly<Record<string, RegExp>> = {
  "“": /”/gu,
  "„": /[“”]/gu,
  "«": /»/gu,
  "»": /«/gu,
  '"': /"/gu,
  // The apostrophe of a word is no closing mark.
  "‘": /’(?!\p{L})/gu,
  "「": /」/gu,
  "‹": /›/gu,
};
const MARK = /[“„«»"‘「‹]/gu;
const MAX_LENGTH = 5000;

/** What is in quotation marks, without them, white space as one blank. Marks that do not pair in a paragraph are none. */
export function quotationsOf(prose: string): string[] {
  const quotations: string[] = [];
  for (const paragraph of prose.split(/\n[^\S\n]*\n/u)) {
    const closingAfter = closingMarks(paragraph);
    let from = 0;
    for (;;) {
      MARK.lastIndex = from;
      const open = MARK.exec(paragraph);
      if (!open) break;
      const end = closingAfter(CLOSING[open[0]]!, open.index);
      from = open.index + 1;
      if (end === undefined || end - from > MAX_LENGTH) continue;
      const quotation = paragraph.slice(from, end).replace(/\s+/gu, " ").trim();
      if (quotation !== "") quotations.push(quotation);
      from = end + 1;
    }
  }
  return quotations;
}

/** Finds the next closing mark behind a place; asked for places in ascending order it looks at each character once. */
function closingMarks(paragraph: string): (closing: RegExp, open: number) => number | undefined {
  const known = new Map<RegExp, number>();
  return (closing, open) => {
    let at = known.get(closing) ?? -1;
    if (at <= open) {
      closing.lastIndex = open + 1;
      at = closing.exec(paragraph)?.index ?? Number.POSITIVE_INFINITY;
      known.set(closing, at);
    }
    return at === Number.POSITIVE_INFINITY ? undefined : at;
  };
}
