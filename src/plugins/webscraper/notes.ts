import { badField } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";
import { expandedLines, linesOfPages } from "./addresses.js";
import type { WebScraperOptions } from "./options.js";

/** What a run does in another way than its writer may think; each throws bad-input for it. */
export const NOTES: readonly ((options: WebScraperOptions) => void)[] = [
  ({ nextSelector, urlPattern, maxPages }) => {
    const field = nextSelector.trim() !== "" ? "nextSelector" : "urlPattern";
    if (maxPages === 1 && (nextSelector + urlPattern).trim() !== "")
      throw badField(field, `${field} is not used, as maxPages is 1. Raise maxPages to read further pages.`);
  },
  ({ templateColumns }) => {
    for (const { name, template } of templateColumns) {
      if (!/\{\{|\}\}/.test(template.replace(/\{\{[^{}]*\}\}/g, ""))) continue;
      throw badField(
        "templateColumns",
        `The template of "${shown(name)}" has "{{" or "}}" without the other, which stands in the column as it is. Close it.`,
      );
    }
  },
  ({ columns, templateColumns, jsonSchema }) => {
    if (columns.length === 0 || templateColumns.length > 0 || jsonSchema !== null) return;
    if (columns.every(({ hidden }) => hidden))
      throw badField(
        "columns",
        "All columns are hidden, so that rows have no values. Show one, or add a template column.",
      );
  },
  ({ urlsFile, keywordsFile }) => {
    const isGiven = keywordsFile.some((line) => line.trim() !== "");
    if (isGiven && urlsFile.length > 0 && !urlsFile.some((line) => line.includes("{keyword}")))
      throw badField(
        "keywordsFile",
        "keywordsFile is not used, as no line of urlsFile has {keyword}. Put it into one.",
      );
  },
  (options) => {
    const seen = new Set<string>();
    const repeated = expandedLines(options).filter((address) => seen.size === seen.add(address).size);
    if (repeated.length > 0)
      throw badField(
        "urlsFile",
        `urlsFile gives addresses more than once, such as ${shown(repeated[0]!)} (${repeated.length} in all). Each is read once: leave out the others.`,
      );
  },
];

/** A list of comments alone gives no pages. */
export function refuseComments({ urlsFile, inputFolder }: WebScraperOptions): void {
  if (inputFolder.trim() !== "" || linesOfPages(urlsFile).length > 0) return;
  if (!urlsFile.some((line) => line.trim() !== "")) return;
  throw badField(
    "urlsFile",
    "urlsFile holds nothing but comments. Give an address on a line that does not begin with #.",
  );
}
