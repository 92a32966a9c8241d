import type { BlockableResource, WebPassage } from "../../kernel/index.js";
import type { OpenPage } from "./contexts.js";

export interface PageGuard {
  /** Why the last address of the page itself was refused. */
  refusal(): unknown;
  /** Addresses that the page wanted to lead on to once it was there, and that were refused. */
  ledTo(): readonly string[];
  /** The page is there: a refused address is from now on one that it does not go to, and not an error. */
  arrived(): void;
  /** From now on the page gets nothing more, and its scripts do not run. */
  stop(): void;
}

const TYPES: Readonly<Record<BlockableResource, "Image" | "Media" | "Font" | "Stylesheet">> = {
  image: "Image",
  media: "Media",
  font: "Font",
  stylesheet: "Stylesheet",
};

/** Addresses that are named. */
const MOST_LED = 3;

/**
 * Looks at requests of a page before they are made: gives the headers of the user to the addresses they are meant for, leaves
 * out what is not wanted, and asks the rules about each address that the page itself goes to, redirects included. What may be
 * connected to is not decided here but by the proxy, which nothing gets past.
 */
export async function guardPage(
  { session, frameId: mainFrame }: OpenPage,
  options: {
    readonly passage: WebPassage;
    /** The address that was checked already. */
    readonly first: string;
    readonly blocked: readonly BlockableResource[];
    /** Whether the user gave headers for any address. */
    readonly hasHeaders: boolean;
    readonly signal: AbortSignal;
    readonly received: (bytes: number) => void;
  },
): Promise<PageGuard> {
  const { passage, signal } = options;
  const blocked = new Set<string>(options.blocked.map((name) => TYPES[name]));
  const types = ["Document" as const, ...options.blocked.map((name) => TYPES[name])];
  let refusal: unknown;
  const ledTo = new Set<string>();
  let hasArrived = false;
  let stopped = false;

  const decide = async ({ requestId, request, resourceType, frameId }: Paused) => {
    const fail = (errorReason: "BlockedByClient" | "AccessDenied" | "Aborted") =>
      session.send("Fetch.failRequest", { requestId, errorReason });
    if (stopped || blocked.has(resourceType)) return await fail("BlockedByClient");
    if (resourceType === "Document" && frameId === mainFrame && request.url !== options.first) {
      try {
        await passage.check(request.url, signal);
      } catch (error) {
        refusal = error;
        if (hasArrived && ledTo.size < MOST_LED) ledTo.add(request.url);
        return await fail(hasArrived ? "Aborted" : "AccessDenied");
      }
    }
    const { "user-agent": _ownName, ...added } = passage.headersFor(request.url);
    const headers = Object.entries(added);
    if (headers.length === 0) return await session.send("Fetch.continueRequest", { requestId });
    const kept = Object.entries(request.headers).filter(([name]) => !(name.toLowerCase() in added));
    const all = [...kept, ...headers].map(([name, value]) => ({ name, value }));
    return await session.send("Fetch.continueRequest", { requestId, headers: all });
  };

  session.on("Fetch.requestPaused", (event) => {
    // A page that is gone needs no answer.
    decide(event).catch(() => {});
  });
  session.on("Network.dataReceived", ({ dataLength }) => options.received(dataLength));
  await session.send("Fetch.enable", {
    patterns: options.hasHeaders ? [{ urlPattern: "*" }] : types.map((resourceType) => ({ resourceType })),
  });
  return {
    refusal: () => refusal,
    ledTo: () => [...ledTo],
    arrived() {
      hasArrived = true;
    },
    stop() {
      stopped = true;
      // Its scripts would go on asking, which keeps everybody busy.
      session.send("Emulation.setScriptExecutionDisabled", { value: true }).catch(() => {});
      session.send("Network.setBlockedURLs", { urls: ["*"] }).catch(() => {});
    },
  };
}

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly resourceType: string;
  readonly frameId: string;
}
