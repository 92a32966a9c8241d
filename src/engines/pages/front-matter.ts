import { cleanText } from "./blocks.js";

/** A text without the block of settings between `---` lines (or `+++`) at its head, and the title given there. */
export function withoutFrontMatter(text: string): { readonly title: string; readonly body: string } {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const fence = text.slice(start, start + 3);
  if ((fence !== "---" && fence !== "+++") || !/^[ \t]*\r?\n/.test(text.slice(start + 3, start + 40))) {
    return { title: "", body: text.slice(start) };
  }
  const lines = text.slice(start).split(/\r?\n/, 400);
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  // A lone rule at the top is no front matter; settings have a name and a value.
  if (end < 0 || (end > 1 && !lines.slice(1, end).some((line) => /^\s*[\w-]+\s*[:=]/.test(line)))) {
    return { title: "", body: text.slice(start) };
  }
  const length = lines.slice(0, end + 1).join("\n").length;
  const body = text
    .slice(start)
    .replaceAll("\r\n", "\n")
    .slice(length + 1);
  const named = lines.slice(1, end).find((line) => /^title\s*[:=]/i.test(line)) ?? "";
  const value = cleanText(named.slice(named.search(/[:=]/) + 1));
  return { title: /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value, body };
}
