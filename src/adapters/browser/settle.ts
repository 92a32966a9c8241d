import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Request } from "playwright-core";
import type { OpenPage } from "./contexts.js";
import { htmlOfDocument, restOfDocument, showsWords } from "./in-page.js";

/** A page that shows something is at rest when it was quiet for so long; one that shows next to nothing may still draw. */
const QUIET_MS = 400;
const EMPTY_QUIET_MS = 1_500;
const FEW_WORDS = 40;
/** A request that takes longer is one that waits for news, such as a long poll. */
const LONG_REQUEST_MS = 4_000;
const LOOK_MS = 50;
/** They belong to what a page goes on showing, not to what it draws. */
const ENDLESS: ReadonlySet<string> = new Set(["eventsource", "websocket", "media", "ping", "manifest", "texttrack"]);

/** Watches the requests of a page, to tell when it is at rest. */
export class Rest {
  private readonly open = new Map<Request, number>();
  /** Requests so far. */
  made = 0;
  /** The answer of the server leads on to another page. */
  isLedOn = false;
  private isHopeless = false;
  private readonly page: Page;
  private readonly over = Promise.withResolvers<void>();

  constructor(
    private readonly opened: OpenPage,
    private readonly mostMs: number,
  ) {
    const { page } = opened;
    this.page = page;
    page.on("request", (request) => {
      this.made += 1;
      if (!ENDLESS.has(request.resourceType())) this.open.set(request, performance.now());
    });
    const done = (request: Request) => this.open.delete(request);
    page.on("requestfinished", done);
    page.on("requestfailed", done);
  }

  /** The page will not come to rest: nobody waits for it any longer. */
  giveUp(): void {
    this.isHopeless = true;
    this.over.resolve();
  }

  /**
   * The HTML of a page that is loaded and in which nothing can change any more, read in the same breath. Undefined for any
   * other page, and for more than `limit` characters.
   */
  async still(mostMs: number, limit: number): Promise<string | undefined> {
    await this.loaded(mostMs);
    const expression = `(({ loaded, isStill }) =>
      loaded && isStill ? (${htmlOfDocument})({ frames: [], isFrame: false, limit: ${limit} }) : undefined)((${restOfDocument})())`;
    // While it changes to another document, there is nothing to ask.
    const answer = await this.opened.session
      .send("Runtime.evaluate", { expression, returnByValue: true })
      .catch(() => undefined);
    const html: unknown = answer?.result.value;
    const moves = this.isLedOn || this.waiting() > 0 || this.page.frames().length > 1;
    return typeof html === "string" && !moves ? html : undefined;
  }

  /** Whether the page came to rest in time. */
  async settled(mostMs = this.mostMs): Promise<boolean> {
    return await this.quiet(mostMs, ({ isStill, quietMs }) => {
      if ((isStill && !this.isLedOn) || quietMs >= EMPTY_QUIET_MS) return true;
      return quietMs >= QUIET_MS && this.shows(FEW_WORDS);
    });
  }

  /** Whether what was just done to the page had its effect in time. */
  async answered(mostMs = this.mostMs): Promise<boolean> {
    const begun = performance.now();
    return await this.quiet(mostMs, ({ quietMs }) => Math.min(quietMs, performance.now() - begun) >= QUIET_MS);
  }

  private async quiet(
    mostMs: number,
    isEnough: (state: ReturnType<typeof restOfDocument>) => boolean | Promise<boolean>,
  ): Promise<boolean> {
    const until = performance.now() + mostMs;
    await this.loaded(mostMs);
    for (;;) {
      // While it changes to another document, there is nothing to ask.
      const state = await this.page.evaluate(restOfDocument).catch(() => undefined);
      if (state?.loaded && this.waiting() === 0 && (await isEnough(state))) return true;
      if (this.isHopeless || performance.now() >= until || this.page.isClosed()) return false;
      await sleep(LOOK_MS);
    }
  }

  /** Waits until the document with all it names is there. */
  private async loaded(mostMs: number): Promise<void> {
    const loading = this.page.waitForLoadState("load", { timeout: Math.max(1, mostMs) }).catch(() => {});
    await Promise.race([loading, this.over.promise]);
  }

  private async shows(words: number): Promise<boolean> {
    return await this.page.evaluate(showsWords, words).catch(() => false);
  }

  private waiting(): number {
    const now = performance.now();
    let count = 0;
    for (const since of this.open.values()) if (now - since < LONG_REQUEST_MS) count += 1;
    return count;
  }
}
