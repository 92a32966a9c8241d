import { cleanText } from "../../engines/places/index.js";
import { type Clock, ScriptoriumError } from "../../kernel/index.js";
import { objectOf } from "../network/answer-members.js";
import { createPlaces } from "../network/places.js";
import type { ServiceAnswer, ServiceLimits } from "../network/service-client.js";
import { mapsClient, mapsFailed, notAsDue, refuseRefused } from "./service.js";

/** An element of OpenStreetMap, not looked at yet. */
export type OsmElement = Readonly<Record<string, unknown>>;

export interface OverpassOptions extends ServiceLimits {
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Clock;
  /** Questions at once; the public server gives two. @default 1 */
  readonly slots?: number;
  /** Time that the server may take for a question. @default 60 */
  readonly timeoutSeconds?: number;
  /** Memory that the server may take for a question. @default 256 */
  readonly maxMegabytes?: number;
  /** Longest wait for a slot, in all. @default 120 */
  readonly waitSeconds?: number;
}

const ATTEMPTS = 4;
const USUAL_WAIT_S = 15;

/** Questions in Overpass QL: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL */
export function createOverpass(options: OverpassOptions) {
  const {
    url,
    userAgent,
    clock,
    slots = 1,
    timeoutSeconds = 60,
    maxMegabytes = 256,
    waitSeconds = 120,
    ...limits
  } = options;
  const client = mapsClient("Overpass", url.replace(/\/?interpreter\/?$/, "/"), {
    timeoutMs: (timeoutSeconds + 30) * 1000,
    timeSetting: "timeoutSeconds of the maps provider",
    maxBytes: 64 * 1024 * 1024,
    ...limits,
    // Waits by what the server says of its slots, and not by trying.
    attempts: 1,
    concurrency: slots + 1,
    busyStatuses: [504],
    headers: { "user-agent": userAgent },
  });
  const inSlot = createPlaces(slots);

  async function ask(question: string, signal: AbortSignal): Promise<OsmElement[]> {
    const settings = `[out:json][timeout:${timeoutSeconds}][maxsize:${maxMegabytes * 1024 * 1024}];`;
    const body = {
      type: "application/x-www-form-urlencoded",
      text: `${new URLSearchParams({ data: settings + question })}`,
    } as const;
    let waited = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return elementsOf(await client.send({ method: "POST", path: "interpreter", body }, signal));
      } catch (error) {
        if (!ScriptoriumError.is(error) || error.code !== "rate-limited" || signal.aborted) throw error;
        const seconds = await secondsToWait(error, signal);
        if (attempt === ATTEMPTS || waited + seconds > waitSeconds) throw busy(error, seconds);
        waited += seconds;
        await clock.sleep(seconds * 1000, signal);
      }
    }
  }

  /** What the server says of when a slot is free; what it said with its refusal, or a guess, where it does not. */
  async function secondsToWait({ facts }: ScriptoriumError, signal: AbortSignal): Promise<number> {
    if (typeof facts["retryAfterSeconds"] === "number") return facts["retryAfterSeconds"];
    if (facts["status"] !== 429) return USUAL_WAIT_S;
    try {
      const { text = "" } = await client.send({ method: "GET", path: "status", as: "text" }, signal);
      const waits = [...text.matchAll(/in (-?\d{1,6}) seconds/g)].map(([, seconds]) => Number(seconds));
      if (/^\s*[1-9]\d* slots? available now/m.test(text)) return 1;
      return waits.length === 0 ? USUAL_WAIT_S : Math.max(1, Math.min(...waits) + 1);
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      return USUAL_WAIT_S;
    }
  }

  function busy({ facts }: ScriptoriumError, seconds: number): ScriptoriumError {
    const says =
      facts["status"] === 504 ? "is too busy to answer just now" : "has no free slot for this server just now";
    return new ScriptoriumError(
      "rate-limited",
      `${client.title} ${says}. Run the task again in ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds)} second${seconds > 1 ? "s" : ""}`}: it resumes.`,
      { ...facts, retryAfterSeconds: Math.ceil(seconds) },
    );
  }

  function elementsOf(answer: ServiceAnswer): OsmElement[] {
    if (answer.status === 400) {
      throw mapsFailed(client, "did not understand the question. Check that its address is that of an Overpass API.", {
        status: 400,
      });
    }
    refuseRefused(client, answer);
    const { elements, remark } = objectOf(answer.json);
    // What was found before an error is only a part, and an empty list may be none at all.
    if (typeof remark === "string" && /error|timed out|out of memory/i.test(remark))
      throw brokeOff(cleanText(remark, 200), answer.status);
    if (!Array.isArray(elements)) throw notAsDue(client, answer);
    return elements.map(objectOf);
  }

  function brokeOff(remark: string, status: number): ScriptoriumError {
    if (/timed out/i.test(remark)) {
      // A server may allow less than what was asked for.
      const [, seconds = `${timeoutSeconds}`] = /after (\d{1,6}) seconds/i.exec(remark) ?? [];
      return mapsFailed(client, `gave the question up after ${seconds} seconds. Ask for a smaller area.`, {
        status,
        tooMuch: true,
      });
    }
    if (/memory/i.test(remark)) {
      return mapsFailed(client, `needed more than ${maxMegabytes} MB for the question. Ask for a smaller area.`, {
        status,
        tooMuch: true,
      });
    }
    return mapsFailed(client, `broke off in the question: ${remark}. Try again later.`, { status, passing: true });
  }

  return {
    client,
    ask: (question: string, signal: AbortSignal) => inSlot(() => ask(question, signal), signal),
    async probe(signal: AbortSignal): Promise<void> {
      refuseRefused(client, await client.send({ method: "GET", path: "status", as: "text" }, signal));
    },
  };
}
