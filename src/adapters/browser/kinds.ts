import { z } from "zod";
import { defineProviderKind } from "../../kernel/index.js";

const chromium = defineProviderKind({
  port: "browser",
  kind: "chromium",
  title: "Chromium",
  key: "none",
  address: "none",
  options: z.object({
    path: z.string().default("").describe("The program of a Chromium or Chrome; found by itself when empty."),
    allowNoSandbox: z
      .boolean()
      .default(false)
      .describe("Start it without its sandbox where the server runs as root; pages are then held back less."),
    maxPages: z.int().min(1).max(64).default(4).describe("Pages open at once."),
    memoryMb: z.int().min(256).max(262_144).default(2048).describe("Memory that the browser may use."),
    timeoutSeconds: z.int().min(1).max(600).default(60).describe("Longest time for a page with its steps."),
    settleSeconds: z.number().min(0.1).max(60).default(8).describe("Longest wait for a page to come to rest."),
    idleSeconds: z.int().min(1).max(86_400).default(60).describe("How long it stays open with nothing to do."),
  }),
  async open({ options }, { web }) {
    const { createBrowser } = await import("./browser.js");
    const { timeoutSeconds, settleSeconds, idleSeconds, ...rest } = options;
    const browser = createBrowser({
      ...{ web, ...rest },
      maxTimeoutMs: timeoutSeconds * 1000,
      settleMs: settleSeconds * 1000,
      idleMs: idleSeconds * 1000,
    });
    return { provider: browser, probe: (signal) => browser.probe(signal), close: () => browser.close() };
  },
});

/** The kinds of browser that settings can name. */
export const browserKinds = [chromium];
