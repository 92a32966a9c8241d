import type { AnyNode, Element } from "domhandler";
import { isBreaking, isSilent } from "../links/page-tags.js";
import type { Scope } from "./finder.js";

/** The text of places as people read it, a line for each block, links with their addresses; `most` characters at most. */
export function readableText(
  scopes: readonly Scope[],
  url: string,
  most: number,
): { readonly text: string; readonly isCut: boolean } {
  let text = "";
  for (const scope of scopes) {
    text += `${"value" in scope ? JSON.stringify(scope.value) : textIn(scope.node, url, most - text.length)}\n`;
    if (text.length > most) break;
  }
  return { text: text.slice(0, most).trim(), isCut: text.trim().length > most };
}

function textIn(node: AnyNode, url: string, most: number): string {
  const parts: string[] = [];
  let length = 0;
  const put = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const open: (AnyNode | string)[] = [node];
  while (open.length > 0 && length <= most * 2) {
    const next = open.pop()!;
    if (typeof next === "string") put(next);
    else if (next.type === "text") put(next.data.replace(/\s+/g, " "));
    else if ("children" in next) {
      const { name = "", attribs = {} } = next as Partial<Element>;
      if (isSilent(name)) continue;
      if (isBreaking(name)) {
        put("\n");
        open.push("\n");
      }
      if (name === "td" || name === "th") open.push(" | ");
      const href = name === "a" ? URL.parse(attribs["href"] ?? "", url || undefined)?.href : undefined;
      if (href !== undefined && /^https?:/.test(href)) open.push(` (${href})`);
      if (name === "img" && attribs["alt"]) put(attribs["alt"]);
      for (let child = next.children.length - 1; child >= 0; child -= 1) open.push(next.children[child]!);
    }
  }
  return parts
    .join("")
    .replace(/[ \t]*\n[\s]*/g, "\n")
    .replace(/ {2,}/g, " ")
    .trim();
}
