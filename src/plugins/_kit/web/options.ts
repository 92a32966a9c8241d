import { z } from "zod";
import { badField, givenLines } from "../../../engines/pages/fields.js";
import {
  inGroup,
  type OptionProblem,
  type ScriptoriumError,
  secret,
  shown,
  type WebProvider,
  type WebSession,
} from "../../../kernel/index.js";
import { howMany, inOrder, problemsOf, refuseExchanged, warningsOf } from "../checks.js";
import { choice, decimal, flag, lines, text, whole } from "../option-fields.js";

/** The fields of the data object that say how a task reads the web, for a plugin's schema to spread among its own. */
export const webFields = inGroup("web", {
  requestDelayFrom: whole(
    { from: 0, to: 3_600_000, usual: 1000 },
    "Fewest milliseconds between two requests to one host. A longer delay in robots.txt wins.",
  ),
  requestDelayTo: whole({ from: 0, to: 3_600_000, usual: 3000 }, "Most milliseconds between two requests to one host."),
  requestTimeout: decimal({ from: 0.1, to: 3600, usual: 30 }, "Seconds for one request."),
  maxRetries: whole(
    { from: 0, to: 100, usual: 3 },
    "How often a request, and then the line it belongs to, is tried again when it fails in passing.",
  ),
  concurrency: whole({ from: 1, to: 64, usual: 4 }, "Lines or pages in work at once."),
  proxyMode: choice(
    { of: ["none", "list", "named"], usual: "none" },
    "Proxies: `none`, those of `proxiesFile` (`list`), or a pool of the server's settings (`named`).",
  ),
  proxiesFile: z
    .array(secret(z.string()))
    .default([])
    .describe("Proxies, one per line: `scheme://user:password@host:port`. Kept as secrets."),
  proxyId: text("", "The pool of proxies in the server's settings, for `named`."),
  userAgent: text("", "The user agent of every request; empty for the server's own."),
  headers: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "Headers of requests to the sites of the task's own addresses and to `headersFor`. Other hosts get `Accept`, `Accept-Language` and `User-Agent` alone.",
    ),
  headersFor: lines(
    "More hosts that get `headers` and `cookiesFile`, one per line: a host, as `cdn.example.com`, or an origin, as `https://cdn.example.com`.",
  ),
  cookiesFile: z
    .array(secret(z.string()))
    .default([])
    .describe(
      "Cookies to begin with, one per line: of a Netscape cookie file, or `https://host/ name=value; Path=/`. Only hosts that get `headers` get them. Kept as secrets.",
    ),
  respectRobots: flag(true, "Keeps to robots.txt. Off is noted in the log of the run."),
  recordExchanges: flag(
    false,
    "Keeps every answer with the task, so that the run can be repeated without the network.",
  ),
  replayRunId: text("", "The id of a recorded run of this task: its answers are used instead of the network."),
});

export type WebFields = z.output<z.ZodObject<typeof webFields>>;

/**
 * How the requests of a run are made. `addresses` are those that the user gave, as they were given: headers and cookies of the
 * task go to their sites and to `headersFor` alone, and a `user:password@` in one to its own site. One without a scheme is
 * taken to be https.
 */
export function webSession(
  options: WebFields,
  runId: string,
  addresses: readonly string[],
  more: Partial<WebSession> = {},
): WebSession {
  const userAgent = options.userAgent.trim();
  const cookies = options.cookiesFile.filter((line) => line.trim() !== "");
  return {
    id: runId,
    addresses: completeAddresses(addresses),
    headersFor: options.headersFor,
    delayMs: inOrder(options.requestDelayFrom, options.requestDelayTo),
    timeoutMs: options.requestTimeout * 1000,
    retries: options.maxRetries,
    respectRobots: options.respectRobots,
    ...(options.proxyMode === "list" ? { proxies: givenLines(options.proxiesFile) } : {}),
    ...(options.proxyMode === "named" ? { proxyPool: options.proxyId.trim() } : {}),
    ...(userAgent === "" ? {} : { userAgent }),
    ...(Object.keys(options.headers).length === 0 ? {} : { headers: options.headers }),
    ...(cookies.length === 0 ? {} : { cookies }),
    ...more,
  };
}

/** What is wrong with the fields of `webFields`, and what the web provider would refuse of them. */
export async function webProblems(options: WebFields, web: WebProvider | undefined): Promise<OptionProblem[]> {
  const own = await problemsOf([
    () => refuseNoProxy(options),
    () => refuseUserAgent(options.userAgent.trim()),
    () => replayedRun(options),
  ]);
  const warnings = await problemsOf(
    [() => refuseExchanged(options, ["requestDelayFrom", "requestDelayTo"])],
    "warning",
  );
  const session = webSession(options, "", []);
  const theirs = session.proxyPool === "" ? [] : ((await web?.check?.(session)) ?? []);
  return [...own, ...theirs, ...warnings, ...spareProxies(options)];
}

/** Proxies that are given and not used, so that everything would be fetched without them. */
function spareProxies({ proxyMode, proxiesFile, proxyId }: WebFields): OptionProblem[] {
  const spare = (mode: "list" | "named") =>
    proxyMode === "none"
      ? `so no proxy is used. Set proxyMode to "${mode}".`
      : "so a run does not use it. Leave it empty.";
  return warningsOf([
    [
      "proxiesFile",
      proxyMode !== "list" && givenLines(proxiesFile).length > 0,
      `proxiesFile has ${howMany(proxiesFile)}, but proxyMode is "${proxyMode}", ${spare("list")}`,
    ],
    [
      "proxyId",
      proxyMode !== "named" && proxyId.trim() !== "",
      `proxyId is set, but proxyMode is "${proxyMode}", ${spare("named")}`,
    ],
  ]);
}

function refuseNoProxy({ proxyMode, proxiesFile, proxyId }: WebFields): void {
  if (proxyMode === "list" && givenLines(proxiesFile).length === 0) {
    throw badField(
      "proxiesFile",
      'proxyMode is "list", but proxiesFile is empty. Give at least one proxy, or set proxyMode to "none".',
    );
  }
  if (proxyMode === "named" && proxyId.trim() === "") {
    throw badField(
      "proxyId",
      'proxyMode is "named", but proxyId is empty. Name a pool of the server\'s settings, or set proxyMode to "none".',
    );
  }
}

function refuseUserAgent(userAgent: string): void {
  if (!/[^\x20-\x7e]/.test(userAgent)) return;
  throw badField(
    "userAgent",
    `The userAgent "${shown(userAgent)}" holds characters that a request cannot carry. Use plain ASCII letters.`,
  );
}

/** The run whose answers are used again; undefined when the web is asked. Throws bad-input for what is no id of a run. */
export function replayedRun({ replayRunId }: Pick<WebFields, "replayRunId">): string | undefined {
  const id = replayRunId.trim();
  if (id === "") return undefined;
  if (/^[\da-f]{24}$/.test(id)) return id;
  throw noRecording(id);
}

export function noRecording(id: string): ScriptoriumError {
  return badField(
    "replayRunId",
    `There is no recorded run "${shown(id)}" of this task. Give replayRunId the id of one that was recorded with recordExchanges.`,
  );
}

/** Addresses of the web, with a scheme; lines that are none are left out. */
export function completeAddresses(lines: readonly string[]): string[] {
  return lines
    .map((line) => (/^\s*(?:https?:|[a-z][a-z\d+.-]*:\/\/)/i.test(line) ? line.trim() : `https://${line.trim()}`))
    .filter((address) => /^https?:/i.test(address) && URL.canParse(address));
}
