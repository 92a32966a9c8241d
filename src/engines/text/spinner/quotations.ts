/** Whether what is between the marks is a title, as of a book: up to four words, and those that matter with a capital. */
export function isTitle(quotation: string): boolean {
  const words = quotation.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  if (words.length === 0 || words.length > 4 || /[.!?,]["”»’'“‘«]$/.test(quotation)) return false;
  return words.every((word, index) => /^[\p{Lu}\p{N}]/u.test(word) || (index > 0 && word.length < 4));
}

/** Where the words of others are in a paragraph: between quotation marks, which are included. */
export function quotationsOf(paragraph: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let open: { readonly start: number; readonly closes: string } | undefined;
  for (const { 0: mark, index } of paragraph.matchAll(MARK)) {
    const before = paragraph[index - 1] ?? " ";
    const after = paragraph[index + 1] ?? " ";
    if (open !== undefined) {
      if (!open.closes.includes(mark) || (/['’]/.test(mark) && (/\s/.test(before) || WORD.test(after)))) continue;
      found.push({ start: open.start, end: index + 1 });
      open = undefined;
      continue;
    }
    const closes = CLOSES[mark];
    // French leaves a blank on the inside of its marks.
    if (closes === undefined || WORD.test(before) || (/\s/.test(after) && mark !== "«")) continue;
    // A straight mark may be an apostrophe, and without a partner it opens nothing.
    if (mark === "'" && !closesLater(paragraph, index + 1)) continue;
    open = { start: index, closes };
  }
  // A quotation that runs over several paragraphs is closed in the last one only.
  if (open !== undefined && !/['‘‚]/.test(paragraph[open.start]!))
    found.push({ start: open.start, end: paragraph.length });
  return found;
}

const MARK = /["“”„«»'‘’‚]/g;
const WORD = /[\p{L}\p{N}]/u;
const CLOSES: Readonly<Record<string, string>> = {
  '"': '"”',
  "“": '”"',
  "„": "“”",
  "«": "»",
  "»": "«",
  "'": "'",
  "‘": "’",
  "‚": "‘’",
};

function closesLater(paragraph: string, from: number): boolean {
  return /[^\s']'(?![\p{L}\p{N}])/u.test(paragraph.slice(from, from + 400));
}
