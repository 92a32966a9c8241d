import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { type RenderRequest, ScriptoriumError, type WebCookie, type WebPassage } from "../../kernel/index.js";
import { inTime } from "../../kernel/values/in-time.js";
import { shown } from "../../kernel/values/json.js";
import { ENTRANCE } from "./filtering-proxy.js";
import { inFront } from "./front.js";
import type { Gate, Gates } from "./gates.js";
import { watchDocument, withoutSideDoors } from "./in-page.js";

/** A context of the browser: the cookies, storage and cache of one session. */
export interface Place {
  readonly context: BrowserContext;
  readonly gate: Gate;
  /** Pages open in it. */
  pages: number;
  /** Opens a page that nobody but us may open. */
  open(): Promise<OpenPage>;
  /** Opens the next page of a session while this one loads. */
  prepare(): void;
}

export interface OpenPage {
  readonly page: Page;
  /** Speaks with the page past the library. */
  readonly session: CDPSession;
  readonly frameId: string;
}

interface Kept extends Place {
  readonly sessionId: string | undefined;
  opening: number;
  /** A page that is open already, or opens. */
  spare: Promise<OpenPage | undefined> | undefined;
}

/** What a context is made with: pages of one session that differ in it do not share cookies. */
type Shape = Pick<RenderRequest, "locale" | "timezone" | "mobile">;

export type SavedCookies = Map<string, readonly WebCookie[]>;

const MOST_KEPT = 30;
const MOST_COOKIES = 3_000;
/** Contexts that keep a page open for the next address: each costs the memory of an empty page. */
const MOST_SPARE = 4;
/** How long a page may take to be closed. */
const CLOSE_MS = 2_000;
export const VIEW = { width: 1280, height: 800 } as const;
const PHONE = { width: 412, height: 915 } as const;

export class Contexts {
  /** In the order of their last use. */
  private readonly kept = new Map<string, Promise<Kept>>();

  constructor(
    private readonly browser: Browser,
    private readonly gates: Gates,
    /** Cookies of sessions, which outlive the browser. */
    private readonly saved: SavedCookies,
  ) {}

  /** The context of a session, or one for a single page. */
  async enter(sessionId: string | undefined, shape: Shape, passage: WebPassage): Promise<Place> {
    if (sessionId === undefined) {
      const place = await this.make(undefined, shape, passage);
      place.pages += 1;
      return place;
    }
    const key = JSON.stringify([sessionId, shape.locale, shape.timezone, shape.mobile === true, passage.userAgent]);
    const known = this.kept.get(key) ?? this.make(sessionId, shape, passage);
    this.kept.delete(key);
    this.kept.set(key, known);
    try {
      const place = await known;
      if (place.pages === 0) {
        // Each page may take another of the session's proxies.
        place.gate.way = passage.open();
        place.gate.bytes = 0;
      }
      place.pages += 1;
      return place;
    } catch (error) {
      this.kept.delete(key);
      throw error;
    }
  }

  /** Closes a page of a context, and the context of a single page with it. */
  async leave(place: Place, opened?: OpenPage): Promise<void> {
    const { sessionId } = place as Kept;
    if (sessionId === undefined) {
      place.pages -= 1;
      return await this.close(place);
    }
    const closing = inTime(CLOSE_MS, opened?.page.close().catch(() => {}) ?? Promise.resolve(), () => {});
    const cookies = await place.context.cookies().catch(() => undefined);
    if (cookies !== undefined && cookies.length <= MOST_COOKIES) this.saved.set(sessionId, cookies.map(kept));
    await closing;
    place.pages -= 1;
    await this.limit();
  }

  private async limit(): Promise<void> {
    const spare: Kept[] = [];
    for (const making of this.kept.values()) {
      const place = await making.catch(() => undefined);
      if (place?.spare !== undefined) spare.push(place);
    }
    for (const place of spare.slice(0, -MOST_SPARE)) discardSpare(place);
    for (const [key, oldest] of this.kept) {
      if (this.kept.size <= MOST_KEPT) return;
      const old = await oldest.catch(() => undefined);
      if (old !== undefined && old.pages > 0) continue;
      this.kept.delete(key);
      if (old !== undefined) await this.close(old);
    }
  }

  async forget(sessionId: string): Promise<void> {
    for (const [key, making] of [...this.kept]) {
      const place = await making.catch(() => undefined);
      if (place?.sessionId !== sessionId) continue;
      this.kept.delete(key);
      await this.close(place);
    }
  }

  private async close(place: Place): Promise<void> {
    this.gates.close(place.gate);
    await place.context.close().catch(() => {});
  }

  private async make(sessionId: string | undefined, shape: Shape, passage: WebPassage): Promise<Kept> {
    const gate = this.gates.make(passage.open());
    const context = await this.browser
      .newContext({
        userAgent: passage.userAgent,
        viewport: shape.mobile === true ? PHONE : VIEW,
        ...(shape.mobile === true ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
        ...(shape.locale === undefined ? {} : { locale: shape.locale }),
        ...(shape.timezone === undefined ? {} : { timezoneId: shape.timezone }),
        acceptDownloads: false,
        serviceWorkers: "block",
      })
      .catch((error: unknown) => {
        this.gates.close(gate);
        throw error;
      });
    const own = new Set<Page>();
    const place: Kept = {
      ...{ sessionId, context, gate, pages: 0, opening: 0, spare: undefined },
      open: () => nextPage(place, own),
      prepare() {
        if (sessionId !== undefined) place.spare ??= openPage(place, own).catch(() => undefined);
      },
    };
    try {
      await context.addInitScript(withoutSideDoors);
      await context.addInitScript(watchDocument);
      context.on("page", () => closeStrangers(place, own));
      place.spare = Promise.resolve(await enterProxy(place, own));
      const saved = sessionId === undefined ? undefined : this.saved.get(sessionId);
      await addCookies(context, [...(await passage.cookies()), ...(saved ?? [])]);
      return place;
    } catch (error) {
      await this.close(place);
      throw asBadInput(error, shape);
    }
  }
}

async function nextPage(place: Kept, own: Set<Page>): Promise<OpenPage> {
  const { spare } = place;
  place.spare = undefined;
  const opened = await spare;
  // One that broke down while it waited is of no use.
  if (opened !== undefined && own.has(opened.page)) return opened;
  return await openPage(place, own);
}

function discardSpare(place: Kept): void {
  void place.spare?.then((opened) => opened?.page.close()).catch(() => {});
  place.spare = undefined;
}

async function openPage(place: Kept, own: Set<Page>): Promise<OpenPage> {
  place.opening += 1;
  try {
    const page = await inFront(place.context, () => place.context.newPage());
    own.add(page);
    const forget = () => own.delete(page);
    page.once("close", forget);
    page.once("crash", forget);
    const session = await place.context.newCDPSession(page);
    const [{ frameTree }] = await Promise.all([session.send("Page.getFrameTree"), session.send("Network.enable")]);
    return { page, session, frameId: frameTree.frame.id };
  } finally {
    place.opening -= 1;
    closeStrangers(place, own);
  }
}

/** Windows that pages open. While we open one ourselves, nobody can tell yet which is which. */
function closeStrangers(place: Kept, own: ReadonlySet<Page>): void {
  if (place.opening > 0) return;
  for (const page of place.context.pages()) if (!own.has(page)) page.close().catch(() => {});
}

/**
 * Tells the proxy the password once: the browser then sends it by itself, and no request has to be held for it. Gives the page
 * in which it did, which is as good as a new one.
 */
async function enterProxy(place: Kept, own: Set<Page>): Promise<OpenPage> {
  const opened = await openPage(place, own);
  const session = await place.context.newCDPSession(opened.page);
  const { name: username, password } = place.gate;
  session.on("Fetch.requestPaused", ({ requestId }) => {
    session.send("Fetch.continueRequest", { requestId }).catch(() => {});
  });
  session.on("Fetch.authRequired", ({ requestId, authChallenge }) => {
    const authChallengeResponse =
      authChallenge.source === "Proxy"
        ? ({ response: "ProvideCredentials", username, password } as const)
        : ({ response: "CancelAuth" } as const);
    session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse }).catch(() => {});
  });
  await session.send("Fetch.enable", { handleAuthRequests: true, patterns: [{ resourceType: "Document" }] });
  const answer = await opened.page.goto(ENTRANCE, { waitUntil: "load" });
  if (answer?.status() !== 200) throw new Error("the browser did not get through to its proxy");
  await session.detach();
  return opened;
}

async function addCookies(context: BrowserContext, cookies: readonly WebCookie[]): Promise<void> {
  for (const { domain, ...cookie } of cookies) {
    // One that cannot be set must not keep out the others.
    await context.addCookies([{ ...cookie, domain }]).catch(() => {});
  }
}

function kept({ name, value, domain, path, secure, httpOnly, expires }: WebCookie): WebCookie {
  const until = expires === undefined || expires < 0 ? {} : { expires };
  return { name, value, domain, path, secure, httpOnly, ...until };
}

function asBadInput(error: unknown, { locale = "", timezone = "" }: Shape): unknown {
  const text = error instanceof Error ? error.message : "";
  const [what, value] = /timezone/i.test(text)
    ? ["time zone", timezone]
    : /locale/i.test(text)
      ? ["locale", locale]
      : [];
  if (what === undefined || value === "") return error;
  const like = what === "locale" ? "de-DE" : "Europe/Berlin";
  return new ScriptoriumError(
    "bad-input",
    `The browser knows no ${what} "${shown(value ?? "")}". Write it like ${like}, or leave it out.`,
    { [what === "locale" ? "locale" : "timezone"]: value },
  );
}
