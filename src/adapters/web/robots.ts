import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebPage } from "../../kernel/providers.js";
import type { Clock } from "../../kernel/values/clock.js";
import { shown } from "../../kernel/values/json.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { displayed } from "../network/displayed.js";
import { placeOf } from "./failures.js";
import { type RobotsRules, readRobots } from "./robots-rules.js";

/** What came of asking for a robots.txt. Any status but 200 to 299 comes without text. */
export type RobotsAnswer = Pick<WebPage, "status" | "text">;

/** What is known of the rules of a site: the rules, or the status it answered instead. */
export interface SiteRules {
  readonly rules: RobotsRules;
  /** Set when the site has rules and could not deliver them: then none of its pages may be fetched. */
  readonly status?: number;
}

export interface RobotsFiles {
  /**
   * The rules of the site of an address, asked for with `load` when they are not known. However many ask at once, one
   * request is made each `way`, since what fails by one proxy may go well without; it ends when all of them have gone.
   * Rejects with what `load` rejects with.
   */
  of(url: URL, load: Load, signal: AbortSignal, way?: string): Promise<SiteRules>;
  /** How many sites are remembered. */
  readonly size: number;
  close(): void;
}
export type Load = (address: URL, signal: AbortSignal) => Promise<RobotsAnswer>;

/** Of larger files the rest is not read; RFC 9309 asks for this much. */
export const ROBOTS_BYTES = 500 * 1024;
const DAY_MS = 24 * 3_600_000;
/** How long the pages of a site are left alone that could not deliver its rules. */
const FAILED_MS = 5 * 60_000;
const MAX_SITES = 2000;
const MAX_WEIGHT = 32 * 1024 * 1024;

interface Known {
  readonly site: SiteRules;
  readonly until: number;
}

interface Asking {
  readonly site: Promise<SiteRules>;
  readonly control: AbortController;
  waiting: number;
}

export function createRobotsFiles(clock: Clock): RobotsFiles {
  // In the order of their last use.
  const known = new Map<string, Known>();
  const asking = new Map<string, Asking>();
  let weight = 0;

  const remove = (origin: string) => {
    weight -= known.get(origin)?.site.rules.weight ?? 0;
    known.delete(origin);
  };
  const keep = (origin: string, entry: Known) => {
    remove(origin);
    known.set(origin, entry);
    weight += entry.site.rules.weight;
    for (const oldest of known.keys()) {
      if (known.size <= MAX_SITES && weight <= MAX_WEIGHT) return;
      if (oldest !== origin) remove(oldest);
    }
  };

  async function ask(url: URL, load: Load, signal: AbortSignal): Promise<SiteRules> {
    const address = new URL("/robots.txt", url);
    const { status, text } = await load(address, signal);
    const now = clock.monotonic();
    // Who asks for fewer requests has not said that there are no rules.
    if (status >= 500 || status === 429) {
      // Rules that were known stay in force while a site fails.
      const site = known.get(url.origin)?.site ?? { rules: readRobots("", address), status };
      keep(url.origin, { site, until: now + FAILED_MS });
      return site;
    }
    const site = { rules: readRobots(status >= 200 && status <= 299 ? text : "", address) };
    keep(url.origin, { site, until: now + DAY_MS });
    return site;
  }

  function begin(key: string, url: URL, load: Load): Asking {
    const control = new AbortController();
    const site = ask(url, load, control.signal).finally(() => {
      if (asking.get(key) === begun) asking.delete(key);
    });
    // Everybody may have gone by the time it fails.
    site.catch(() => {});
    const begun: Asking = { site, control, waiting: 0 };
    asking.set(key, begun);
    return begun;
  }

  return {
    async of(url, load, signal, way = "") {
      signal.throwIfAborted();
      const found = known.get(url.origin);
      if (found !== undefined && found.until > clock.monotonic()) {
        keep(url.origin, found);
        return found.site;
      }
      const key = `${url.origin} ${way}`;
      const shared = asking.get(key) ?? begin(key, url, load);
      shared.waiting += 1;
      try {
        return await untilAborted(signal, shared.site);
      } finally {
        shared.waiting -= 1;
        if (shared.waiting === 0) {
          shared.control.abort(signal.reason);
          if (asking.get(key) === shared) asking.delete(key);
        }
      }
    },
    get size() {
      return known.size;
    },
    close() {
      for (const { control } of asking.values()) control.abort();
    },
  };
}

/** The error for a page that the rules of its site forbid, or whose rules are not to be had. */
export function robotsRefusal(url: URL, { status }: SiteRules): ScriptoriumError {
  const problem =
    status === undefined
      ? `The robots.txt of ${shown(url.host)} forbids ${displayed(url)} to programs.`
      : `The robots.txt of ${shown(url.host)} could not be read (status ${status}), so ${displayed(url)} is left alone.`;
  const advice = status === undefined ? "Leave the page out," : "Try again later,";
  return new ScriptoriumError(
    "ROBOTS_REFUSED",
    `${problem} ${advice} or set respectRobots to false if you may fetch it.`,
    { ...placeOf(url), ...(status === undefined ? {} : { status }) },
  );
}
