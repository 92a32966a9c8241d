import { type Column, readyColumn, readyRows } from "../../engines/pages/columns/column.js";
import type { Rendering } from "../_kit/web/page-source.js";
import type { WebScraperOptions } from "./options.js";

/** How rows are read, from options that were checked. */
export interface Reading {
  readonly rows: ReturnType<typeof readyRows>;
  readonly columns: readonly Column[];
  readonly templates: WebScraperOptions["templateColumns"];
  /** Names of the columns of a row, in order. */
  readonly names: readonly string[];
}

export function readingOf({ rowSelector, columns, templateColumns }: WebScraperOptions): Reading {
  const visible = columns.filter(({ hidden }) => !hidden);
  return {
    rows: readyRows(rowSelector),
    columns: columns.map((rule) => readyColumn(rule)),
    templates: templateColumns,
    names: [...visible, ...templateColumns].map(({ name }) => name.trim()),
  };
}

/** What only a browser can do of what the task asks for. */
export function renderingOf(options: WebScraperOptions): Rendering | undefined {
  const { steps, scroll, waitFor, screenshot, viewport, mobile, locale, timezone, blockResources } = options;
  if (steps.length === 0 && scroll.times === 0 && waitFor.trim() === "" && screenshot === "none") return undefined;
  const { times, delayMs, untilSelector } = scroll;
  return {
    // Each step was checked for what its kind needs.
    ...(steps.length === 0 ? {} : { steps: steps as unknown as NonNullable<Rendering["steps"]> }),
    ...(times === 0 ? {} : { scroll: { times, delayMs, ...(untilSelector.trim() === "" ? {} : { untilSelector }) } }),
    ...(waitFor.trim() === "" ? {} : { waitFor }),
    ...(screenshot === "none" ? {} : { screenshot }),
    ...{ viewport, mobile, blockResources },
    ...(locale.trim() === "" ? {} : { locale }),
    ...(timezone.trim() === "" ? {} : { timezone }),
  };
}

/** The rule of a selector that is CSS, or XPath when it begins with a slash. */
export function nextRule(selector: string): { readonly xpath: string } | { readonly css: string } {
  return /^(?:\.?\/|\()/.test(selector.trim()) ? { xpath: selector.trim() } : { css: selector.trim() };
}
