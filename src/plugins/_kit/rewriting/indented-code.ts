/** The code blocks of a Markdown text that are only indented. Below an item of a list, an indented line is its text. */
export function indentedCode(text: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let isInList = false;
  let mayBegin = true;
  let at = 0;
  for (const line of text.split("\n")) {
    const isBlank = line.trim() === "";
    const isIndented = /^(?: {4}|\t)/.test(line);
    if (/^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s/.test(line) && !(isIndented && !isInList)) isInList = true;
    else if (!isBlank && mayBegin && !/^\s/.test(line)) isInList = false;
    if (!isBlank && isIndented && mayBegin && !isInList) found.push({ start: at, end: at + line.length });
    else mayBegin = isBlank;
    at += line.length + 1;
  }
  return found;
}
