import { ScriptoriumError, shown } from "../../kernel/index.js";
import type { CrawlSettings } from "./crawl-settings.js";

/** A line of the task: where a crawl begins. */
export interface Start {
  /** As it is asked for; undefined for a line that is no web address. */
  readonly address: string | undefined;
  readonly normal: string;
  /** Number of the earlier line that is the same page. */
  readonly sameAs: number | undefined;
}

/** The lines of the run as addresses. One without a scheme is taken to be https. */
export function startsOf(lines: readonly string[], settings: CrawlSettings): readonly Start[] {
  const first = new Map<string, number>();
  return lines.map((line, number) => {
    const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(line) ? line : `https://${line}`;
    const normal = /\s/.test(line.trim()) ? undefined : settings.normal(whole);
    if (normal === undefined) return { address: undefined, normal: "", sameAs: undefined };
    const sameAs = first.get(normal);
    if (sameAs === undefined) first.set(normal, number);
    return { address: settings.spelled(whole), normal, sameAs };
  });
}

export function noAddress(line: string): ScriptoriumError {
  return new ScriptoriumError(
    "ADDRESS_REFUSED",
    `"${shown(line)}" is no address that can be crawled. Give one such as https://example.com/.`,
    { url: line },
  );
}

export function noRoom(what: "maxPages" | "maxBytes"): ScriptoriumError {
  return new ScriptoriumError(
    "bad-input",
    `The run had fetched as much as ${what} allows before it came to this address. Raise ${what}, or divide the addresses among several tasks.`,
    { field: what },
  );
}
