import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, describe, expect, type TestContext } from "vitest";
import { createClient, type ScriptoriumClient } from "../../src/client.js";
import { type ServerProcess, startServer } from "../cli/server-process.js";
import { installed } from "../doubles/proxies.js";
import { folderOfFile, removeFolders } from "../folders-of-file.js";

const chromiumPath = installed("chromium");
/** Pictures of failed tests; ignored by git. */
const PICTURES = fileURLToPath(new URL("../../.vitest/dashboard/", import.meta.url));
const AXE = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));

/** The name is that of another site, on this machine. */
const CHROMIUM = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP attacker.test 127.0.0.1"];

/** Tests with a real browser, which are skipped where no chromium is installed. */
export function describeDashboard(title: string, tests: () => void): void {
  const isMissing = chromiumPath === undefined;
  describe.skipIf(isMissing)(isMissing ? `${title} (skipped: chromium is not installed)` : title, tests);
}

export interface Opened {
  readonly page: Page;
  /** What went wrong in it so far: errors of scripts, refusals of the content security policy. */
  readonly errors: readonly string[];
}

export interface OpenOptions {
  readonly width?: number;
  readonly dark?: boolean;
  /** After `#/`. */
  readonly at?: string;
  readonly rightToLeft?: boolean;
}

export interface DashboardWorld {
  readonly server: ServerProcess;
  readonly address: string;
  readonly client: ScriptoriumClient;
  /** A new tab with nothing remembered. A picture of it is kept when the test fails. */
  open(context: TestContext, options?: OpenOptions): Promise<Opened>;
  /** Ends the server and starts one on the same port and the same store. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
}

const closing: (() => Promise<unknown> | unknown)[] = [];

/** Closes after the last test of the file what was opened. */
export function closesAfterAll(): void {
  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    removeFolders();
  });
}

/** The built server in a process of its own, with an empty store, and a browser. */
export async function dashboardWorld(args: readonly string[] = [], key?: string): Promise<DashboardWorld> {
  const cwd = folderOfFile();
  const settings = [...args, ...(key === undefined ? [] : ["--api-key", key])];
  let server = await startServer({ cwd, args: ["--port", "0", ...settings] });
  const { address } = server;
  closing.push(() => end(server));
  let browser: Browser | undefined;
  closing.push(() => browser?.close());
  return {
    get server() {
      return server;
    },
    address,
    client: createClient({ url: address, ...(key === undefined ? {} : { apiKey: key }) }),
    async open(context, { width = 1440, dark = false, at = "", rightToLeft = false } = {}) {
      browser ??= await chromium.launch({ executablePath: chromiumPath!, args: CHROMIUM });
      const tab = await browser.newContext({
        viewport: { width, height: width < 700 ? 844 : 900 },
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
        locale: "en-GB",
      });
      const page = await tab.newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        if (/Content Security Policy|Refused to/.test(message.text())) errors.push(message.text());
      });
      context.onTestFinished(async () => {
        if (context.task.result?.state === "fail") {
          mkdirSync(PICTURES, { recursive: true });
          const name = context.task.name.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 80);
          await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) }).catch(() => {});
        }
        await tab.close();
      });
      await page.goto(`${address}/#/${at}`);
      if (rightToLeft) await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
      return { page, errors };
    },
    async restart(meanwhile) {
      await end(server);
      await meanwhile?.();
      server = await startServer({ cwd, args: ["--port", new URL(address).port, ...settings] });
    },
  };
}

async function end(server: ServerProcess): Promise<void> {
  server.kill("SIGTERM");
  await server.ended;
}

/** Holds the page to have no serious finding of axe, and nothing that is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated and not added to the page, whose policy refuses scripts of others.
  await page.evaluate(readFileSync(AXE, "utf8"));
  const results = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResults;
  const found = results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  expect(found, `${page.url()}: ${found.join("; ")}`).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
}
