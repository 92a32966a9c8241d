import { resolver } from "../../engines/pages/links/resolver.js";
import { ScriptoriumError, type WebPage } from "../../kernel/index.js";
import type { PageSource, RenderingReason } from "../_kit/web/page-source.js";
import type { RunWeb } from "../_kit/web/run-web.js";
import { locationOf } from "./visit.js";

/** Redirects from a page to itself that are followed. */
const MAX_TURNS = 3;

/** What came for an address, and how it was spelled in the end. */
export interface Asked {
  readonly answer: WebPage | ScriptoriumError;
  readonly url: string;
}

/**
 * Fetches a page. A redirect to another spelling of the same page, such as one with `www.`, is followed at once, and so
 * is one to the very same address, with which sites try whether cookies come back. Throws only what ends the run.
 */
export async function askedFor(
  address: string,
  web: RunWeb,
  signal: AbortSignal,
  isSame: (address: string) => boolean,
): Promise<Asked> {
  let url = address;
  for (let turns = 0; ; turns += 1) {
    try {
      const answer = await web.fetch(url, { statuses: "any", redirects: 0 });
      const location = locationOf(answer);
      const to = location === undefined ? undefined : resolver(url)(location);
      if (to === undefined || !isSame(to) || turns >= MAX_TURNS) return { answer, url };
      // As it is: what a site adds to the address it may want to see again.
      url = to;
    } catch (error) {
      if (signal.aborted || !ScriptoriumError.is(error)) throw error;
      return { answer: error, url };
    }
  }
}

/** What came for an address as a browser shows it, where the task wants that. Throws only what ends the run. */
export async function shownAs(
  answer: Asked["answer"],
  web: PageSource,
  signal: AbortSignal,
): Promise<{ readonly answer: Asked["answer"]; readonly rendered: RenderingReason }> {
  if (ScriptoriumError.is(answer)) return { answer, rendered: "" };
  try {
    const { page, why } = await web.shown(answer, { statuses: "any" });
    return { answer: page, rendered: why };
  } catch (error) {
    if (signal.aborted || !ScriptoriumError.is(error)) throw error;
    return { answer: error, rendered: "" };
  }
}
