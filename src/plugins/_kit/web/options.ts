import { z } from "zod";
import { ScriptoriumError, secret, shown, type WebSession } from "../../../kernel/index.js";

/** The fields of the data object that say how a task reads the web, for a plugin's schema to spread among its own. */
export const webFields = {
  /** Milliseconds between two requests to one host, least and most. */
  requestDelayFrom: z.int().min(0).max(3_600_000).default(1000),
  requestDelayTo: z.int().min(0).max(3_600_000).default(3000),
  /** Seconds for one request. */
  requestTimeout: z.number().min(0.1).max(3600).default(30),
  /** How often a request, and then the line it belongs to, is tried again. */
  maxRetries: z.int().min(0).max(100).default(3),
  /** Lines or pages in work at once. */
  concurrency: z.int().min(1).max(64).default(4),
  proxyMode: z.enum(["none", "list", "named"]).default("none"),
  /** `scheme://user:password@host:port` each. They hold passwords, so they are kept like one. */
  proxiesFile: z.array(secret(z.string())).default([]),
  /** A pool of proxies in the server's settings. */
  proxyId: z.string().default(""),
  /** Empty for the server's own. */
  userAgent: z.string().default(""),
  /** Sent with every request. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Cookies to begin with: lines of a Netscape cookie file, or `https://host/ name=value; Path=/`. */
  cookiesFile: z.array(secret(z.string())).default([]),
  respectRobots: z.boolean().default(true),
  /** Keeps every answer with the task, so that the run can be repeated without the network. */
  recordExchanges: z.boolean().default(false),
  /** The id of a run of this task that was recorded: its answers are used instead of the network. */
  replayRunId: z.string().default(""),
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
