import { badField } from "../../engines/pages/fields.js";
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

/** A backslash before the path: a reader that takes it for a slash gets another host than one that does not. */
const BACKSLASHED = /^(?:[a-z][a-z\d+.-]*:)?\/*[^/?#]*\\/i;
/** Who signs in, before the host, with signs in the password that should have been escaped; what is well written is gone here. */
const SIGNED_IN = /^((?:[a-z][a-z\d+.-]*:)?[\\/]+|)(?:[^/?#\\]*|[^/?#\\:]*:(?!\d+[/?#\\])[^@]*)@/i;

/** The lines of the run as addresses. One without a scheme is taken to be https. */
export function startsOf(
  lines: readonly string[],
  settings: Pick<CrawlSettings, "normal" | "spelled">,
): readonly Start[] {
  const first = new Map<string, number>();
  return lines.map((line, number) => {
    const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(line) ? line : `https://${line}`;
    const normal = /\s/.test(line.trim()) || BACKSLASHED.test(line) ? undefined : settings.normal(whole);
    if (normal === undefined) return { address: undefined, normal: "", sameAs: undefined };
    const sameAs = first.get(normal);
    if (sameAs === undefined) first.set(normal, number);
    return { address: settings.spelled(whole), normal, sameAs };
  });
}

/** A line as it may be shown, without a user name and password. */
export function shownStart(line: string): string {
  return /^https?:/i.test(line) && URL.canParse(line) ? line : line.trim().replace(SIGNED_IN, "$1");
}

export function noAddress(line: string): ScriptoriumError {
  const url = shownStart(line);
  const what =
    url === line.trim()
      ? "no address that can be crawled. Give one such as https://example.com/."
      : "an address with a name and password that cannot be crawled. Write their special signs escaped, / as %2F.";
  return new ScriptoriumError("ADDRESS_REFUSED", `"${shown(url)}" is ${what}`, { url });
}

export function noRoom(what: "maxPages" | "maxBytes"): ScriptoriumError {
  return badField(
    what,
    `The run had fetched as much as ${what} allows before it came to this address. Raise ${what}, or divide the addresses among several tasks.`,
  );
}

export function inCircles({ address }: Start, url: string, status: number): ScriptoriumError {
  return new ScriptoriumError(
    "not-a-page",
    `${shown(address!)} redirects in a circle or too often. Give the address it should lead to.`,
    { url, status },
  );
}

/** It leads to an address that was asked for before, in vain. */
export function toNoPage({ address }: Start, url: string): ScriptoriumError {
  return new ScriptoriumError(
    "not-a-page",
    `${shown(address!)} redirects to ${shown(url)}, of which there is no page or none that may be fetched. Give the address it should lead to.`,
    { url },
  );
}
