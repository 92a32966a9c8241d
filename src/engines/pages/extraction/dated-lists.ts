import type { PageElement } from "./page-tree.js";

const BEGINS_WITH_DATE =
  /^\P{L}{0,3}?(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,12}\.?,? \d{4}|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})(?!\d)/u;
const LONGEST_BEGINNING = 40;
const LISTS = new Set(["ul", "ol"]);

/** Whether several items of a list begin with a date, as those of a chronicle do: none of them is that of the page. */
export function isDatedList(list: PageElement): boolean {
  if (!LISTS.has(list.name)) return false;
  const items = list.children.filter((child) => typeof child !== "string" && child.name === "li") as PageElement[];
  return items.filter((item) => BEGINS_WITH_DATE.test(beginningOf(item).trim())).length > 1;
}

/** The first words of an element, without those of lists in it. */
function beginningOf(element: PageElement, before = ""): string {
  let text = before;
  for (const child of element.children) {
    if (text.length > LONGEST_BEGINNING) break;
    if (typeof child === "string") text = `${text}${child.slice(0, 200)}`.replace(/\s+/g, " ").trimStart();
    else if (!LISTS.has(child.name)) text = beginningOf(child, text);
  }
  return text;
}
