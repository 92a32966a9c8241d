import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, afterEach, describe } from "vitest";
import { type Browser, type BrowserOptions, createBrowser } from "../../src/adapters/browser/index.js";
import { createWeb, type WebOptions } from "../../src/adapters/web/index.js";
import { type Loopback, serveHttp } from "../doubles/loopback.js";
import { installed } from "../doubles/proxies.js";

const isMissing = installed("chromium") === undefined;

/** Tests with a real browser, which are skipped where no chromium is installed. */
export function describeBrowser(title: string, tests: () => void): void {
  describe.skipIf(isMissing)(isMissing ? `${title} (skipped: chromium is not installed)` : title, tests);
}

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface BrowserWorld {
  readonly site: Loopback;
  readonly browser: Browser;
  /** Addresses that were asked for, in order, without favicons. */
  readonly asked: string[];
}

const opened: (() => Promise<unknown>)[] = [];

/** Closes after each test what it opened. */
export function closesAfterEach(): void {
  afterEach(closeAll);
  afterAll(closeAll);
}

/** Closes after the last test what was opened. */
export function closesAfterAll(): void {
  afterAll(closeAll);
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

/** A site with these pages, by path without query, and a browser that may reach it and nothing else of this machine. */
export async function browserWorld(
  pages: Readonly<Record<string, Answer>>,
  options: Omit<BrowserOptions, "web"> & { readonly webOptions?: WebOptions } = {},
): Promise<BrowserWorld> {
  const asked: string[] = [];
  const site = await pagesAt(pages, asked);
  const { webOptions, ...browserOptions } = options;
  const web = createWeb({
    version: "0",
    ...webOptions,
    allowPrivate: [`127.0.0.1:${site.port}`, ...(webOptions?.allowPrivate ?? [])],
  });
  opened.push(() => web.close());
  const browser = createBrowser({ web, allowNoSandbox: true, ...browserOptions });
  opened.push(() => browser.close());
  return { site, browser, asked };
}

/** A server with these pages alone. */
export async function pagesAt(pages: Readonly<Record<string, Answer>>, asked: string[] = []): Promise<Loopback> {
  const server = await serveHttp(
    (request, response) => {
      const path = (request.url ?? "").split("?")[0]!;
      if (path !== "/favicon.ico" && path !== "/robots.txt") asked.push(request.url ?? "");
      const answer = Object.hasOwn(pages, path) ? pages[path]! : undefined;
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === "function") answer(request, response);
      else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(answer);
    },
    { robots: true },
  );
  opened.push(() => server.close());
  return server;
}

/** A signal for tests that abort nothing. */
export function calm(): AbortSignal {
  return new AbortController().signal;
}
