import type { PageElement } from "./page-tree.js";

/** Marks such as [1] lead to a note, and such as ¶ to the heading they are at; as text they mean nothing. */
export function isMark(element: PageElement): boolean {
  const { name } = element;
  if (name !== "sup" && name !== "a") return false;
  let text = "";
  const add = (inside: PageElement) => {
    for (const child of inside.children) {
      if (text.length > 40) return;
      if (typeof child === "string") text += child;
      else add(child);
    }
  };
  add(element);
  return name === "sup" ? /^\s*\[[\w\s]{1,12}\]\s*$/.test(text) : /^\s*[#\u00b6\u00a7\u{1f517}]\s*$/u.test(text);
}

/** The number of a note that a link leads to; "" of other links. */
export function noteNumber(link: PageElement): string {
  if (!link.attribute("href").startsWith("#")) return "";
  const [text = ""] = link.children;
  const number =
    typeof text === "string" && link.children.length === 1 ? /^\s*\[?(\d{1,3})\]?\s*$/.exec(text)?.[1] : undefined;
  if (number === undefined) return "";
  const said = `${link.attribute("class")} ${link.attribute("role")}`;
  return link.parent?.name === "sup" || /foot-?note|note-?ref/i.test(said) ? number : "";
}
