import { z } from "zod";
import { ScriptoriumError, secret, shown, type WebSession } from "../../../kernel/index.js";

/** The fields of the data object that say how a task reads the web, for a plugin's schema to spread among its own. */
export const webFields = {
  requestDelayFrom: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(1000)
    .describe("Fewest milliseconds between two requests to one host. A longer delay in robots.txt wins."),
  requestDelayTo: z
    .int()
    .min(0)
    .max(3_600_000)
    .default(3000)
    .describe("Most milliseconds between two requests to one host."),
  requestTimeout: z.number().min(0.1).max(3600).default(30).describe("Seconds for one request."),
  maxRetries: z
    .int()
    .min(0)
    .max(100)
    .default(3)
    .describe("How often a request, and then the line it belongs to, is tried again when it fails in passing."),
  concurrency: z.int().min(1).max(64).default(4).describe("Lines or pages in work at once."),
  proxyMode: z
    .enum(["none", "list", "named"])
    .default("none")
    .describe("Proxies: `none`, those of `proxiesFile` (`list`), or a pool of the server's settings (`named`)."),
  proxiesFile: z
    .array(secret(z.string()))
    .default([])
    .describe("Proxies, one per line: `scheme://user:password@host:port`. Kept as secrets."),
  proxyId: z.string().default("").describe("The pool of proxies in the server's settings, for `named`."),
  userAgent: z.string().default("").describe("The user agent of every request; empty for the server's own."),
  headers: z.record(z.string(), z.string()).default({}).describe("Headers of every request."),
  cookiesFile: z
    .array(secret(z.string()))
    .default([])
    .describe(
      "Cookies to begin with, one per line: of a Netscape cookie file, or `https://host/ name=value; Path=/`. Kept as secrets.",
    ),
  respectRobots: z.boolean().default(true).describe("Keeps to robots.txt. Off is noted in the log of the run."),
  recordExchanges: z
    .boolean()
    .default(false)
    .describe("Keeps every answer with the task, so that the run can be repeated without the network."),
  replayRunId: z
    .string()
    .default("")
    .describe("The id of a recorded run of this task: its answers are used instead of the network."),
} as const;

export type WebFields = z.output<z.ZodObject<typeof webFields>>;

/**
 * How the requests of a run are made. Throws bad-input for settings that contradict each other.
 */
export function webSession(options: WebFields, runId: string, more: Partial<WebSession> = {}): WebSession {
  const [from, to] = [options.requestDelayFrom, options.requestDelayTo];
  const proxies = options.proxiesFile.map((line) => line.trim()).filter((line) => line !== "");
  const pool = options.proxyId.trim();
  if (options.proxyMode === "list" && proxies.length === 0) {
    throw new ScriptoriumError(
      "bad-input",
      'proxyMode is "list", but proxiesFile is empty. Give at least one proxy, or set proxyMode to "none".',
      { field: "proxiesFile" },
    );
  }
  if (options.proxyMode === "named" && pool === "") {
    throw new ScriptoriumError(
      "bad-input",
      'proxyMode is "named", but proxyId is empty. Name a pool of the server\'s settings, or set proxyMode to "none".',
      { field: "proxyId" },
    );
  }
  const userAgent = options.userAgent.trim();
  if (/[^\x20-\x7e]/.test(userAgent)) {
    throw new ScriptoriumError(
      "bad-input",
      `The userAgent "${shown(userAgent)}" holds characters that a request cannot carry. Use plain ASCII letters.`,
      { field: "userAgent" },
    );
  }
  const cookies = options.cookiesFile.filter((line) => line.trim() !== "");
  return {
    id: runId,
    delayMs: from <= to ? [from, to] : [to, from],
    timeoutMs: options.requestTimeout * 1000,
    retries: options.maxRetries,
    respectRobots: options.respectRobots,
    ...(options.proxyMode === "list" ? { proxies } : {}),
    ...(options.proxyMode === "named" ? { proxyPool: pool } : {}),
    ...(userAgent === "" ? {} : { userAgent }),
    ...(Object.keys(options.headers).length === 0 ? {} : { headers: options.headers }),
    ...(cookies.length === 0 ? {} : { cookies }),
    ...more,
  };
}
