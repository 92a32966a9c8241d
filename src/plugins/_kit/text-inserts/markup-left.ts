import type { Form } from "../rewriting/forms.js";

const TAGS = /<(\/?)([a-z][\w-]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/gi;
const MARKS =
  /\*+|_+(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_+|~~|(?<!!)\[|\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/gu;
const VOID = /^(?:br|img|wbr|hr|input|embed|source|track)$/i;

/** Marks of a stretch whose other half stands outside of it: they stay when the stretch goes. */
export function markupLeft(stretch: string, form: Form): string {
  if (form === "txt") return "";
  const open: { readonly name: string; readonly mark: string; readonly at: number }[] = [];
  const left: { readonly mark: string; readonly at: number }[] = [];
  const close = (name: string, mark: string, at: number) => {
    if (open.at(-1)?.name === name) open.pop();
    else left.push({ mark, at });
  };
  if (form === "md") {
    for (const { 0: mark, index: at } of stretch.matchAll(MARKS)) {
      if (mark.startsWith("]")) close("[", mark, at);
      else if (mark !== "[" && open.at(-1)?.name === mark) open.pop();
      else open.push({ name: mark, mark, at });
    }
  }
  for (const { 0: mark, 1: slash, 2: name, index: at } of stretch.matchAll(TAGS)) {
    if (slash === "/") close(name!.toLowerCase(), mark, at);
    else if (!VOID.test(name!) && !mark.endsWith("/>")) open.push({ name: name!.toLowerCase(), mark, at });
  }
  return [...left, ...open]
    .sort((one, other) => one.at - other.at)
    .map(({ mark }) => mark)
    .join("");
}
