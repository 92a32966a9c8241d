import { ScriptoriumError, shown } from "../../kernel/index.js";
import { askedFor } from "./asking.js";
import type { Came, Line } from "./crawl-line.js";
import type { CrawlContext, WebCrawlerOptions } from "./options.js";
import { RateLimits } from "./rate-limits.js";
import { RefusingHosts } from "./refusing-hosts.js";
import { hostOf } from "./scope.js";
import { WaitingPages } from "./waiting-pages.js";

/** A pause that is worth a word. */
const TOLD_PAUSE_MS = 1000;

/** What a crawl does with pages when their time has come. */
export interface Later {
  /** They have to be asked for again after a time. */
  waits(came: Came): void;
  /** It is time to ask for them. */
  again(pages: readonly number[]): void;
  /** What came for them is final. */
  settle(held: readonly Came[]): void;
}

/** The pages of a crawl that wait: because a site wants fewer requests, or because it is not clear whether it refuses all. */
export class Pauses {
  private readonly limits: RateLimits;
  private readonly refusing: RefusingHosts<Came>;
  private readonly waiting: WaitingPages;
  /** Ends of waits that were told last. */
  private readonly told = new Map<string, number>();

  constructor(
    options: WebCrawlerOptions,
    run: Pick<CrawlContext, "clock" | "signal">,
    private readonly later: Later,
  ) {
    this.limits = new RateLimits(options, run.clock);
    this.refusing = new RefusingHosts(options.rateLimitRetries);
    // What is taken in the order in which it came can leave one by one.
    const atOnce = options.order === "breadth" ? 1 : Number.POSITIVE_INFINITY;
    const gap = (what: string) => this.limits.gap(what);
    this.waiting = new WaitingPages(run.clock, run.signal, { gap, atOnce }, (pages) => later.again(pages));
  }

  /** Whether a page may be asked for now; otherwise it waits until its host has rested. */
  maySend(line: Line, page: number, address: string): boolean {
    const rest = this.limits.rest(address);
    if (rest > 0) {
      this.waiting.add(hostOf(address), page, rest);
      this.tell(line, hostOf(address), rest, "it asked for fewer requests");
      return false;
    }
    this.limits.sent(address);
    return true;
  }

  /** Whether a page waits, so that what came for it is not to be written down now. */
  async holds(came: Came): Promise<boolean> {
    const { line, page, url, answer } = came;
    const pause = this.limits.pauseAfter(page, url, answer);
    if (pause !== undefined) {
      this.park(came, pause);
      return true;
    }
    if (ScriptoriumError.is(answer)) return false;
    const host = hostOf(url);
    if (this.limits.isPlainRefusal(answer)) {
      // Nothing of such a page is read.
      const doubt = this.refusing.refused(host, { ...came, answer: { ...answer, text: "" } });
      if (doubt.kind === "asked") await this.decide(line, host, doubt.proof);
      return doubt.kind !== "own";
    }
    const isGood = answer.status >= 200 && answer.status <= 299 && answer.refusal === undefined;
    if (isGood) this.later.settle(this.refusing.came(host, url));
    return false;
  }

  /** Nothing more comes for now that could decide about pages that are held. */
  settleAll(): void {
    this.later.settle(this.refusing.undecided());
  }

  private park(came: Came, pause: number): void {
    const { line, page, url, answer } = came;
    this.later.waits(came);
    const status = ScriptoriumError.is(answer) ? answer.facts["status"] : answer.status;
    const said = typeof status === "number" ? ` (status ${status})` : "";
    const host = hostOf(url);
    const wait = `${shown(url)} is asked for again in ${Math.ceil(pause / 1000)} s.`;
    line.context.log.info(`${shown(host)} asks for a pause${said}: ${wait}`);
    const rest = this.limits.rest(url);
    const until = Math.max(pause, rest);
    this.waiting.add(rest > 0 ? host : `page ${page}`, page, until);
    this.tell(line, rest > 0 ? host : url, until, said === "" ? "it asks for a pause" : `it answered ${status}`);
  }

  /** Whether a host that has refused several pages in a row refuses one that it has shown before. */
  private async decide(line: Line, host: string, proof: string): Promise<void> {
    const { context, web } = line;
    const { answer } = await askedFor(proof, web, context.signal, () => false);
    const isRefused = !ScriptoriumError.is(answer) && this.limits.isPlainRefusal(answer);
    const { held, verdict } = this.refusing.asked(host, isRefused);
    if (verdict === "final") {
      if (isRefused && held.length > 0) {
        context.log.warn(
          `${shown(host)} goes on refusing pages that it has shown before. Its answers are taken as they are. Run again later.`,
          "blocked",
        );
      }
      this.later.settle(held);
      return;
    }
    const pause = verdict === "rest" ? this.rest(line, host) : 0;
    for (const came of held) {
      this.later.waits(came);
      this.waiting.add(host, came.page, pause);
    }
  }

  private rest(line: Line, host: string): number {
    const pause = this.limits.rests(host);
    const seconds = `${Math.ceil(pause / 1000)} s`;
    line.context.log.info(`${shown(host)} refuses pages that it has shown before. It rests for ${seconds}.`);
    this.tell(line, host, pause, "it refuses all pages");
    return pause;
  }

  private tell({ context: { progress, clock } }: Line, what: string, milliseconds: number, because: string): void {
    const end = clock.monotonic() + milliseconds;
    // All pages of a host come by here.
    if (milliseconds < TOLD_PAUSE_MS || Math.abs((this.told.get(what) ?? 0) - end) < TOLD_PAUSE_MS) return;
    this.told.set(what, end);
    const until = new Date(clock.now().getTime() + milliseconds).toISOString();
    progress({ wait: { for: what, until, because } });
  }
}
