import {
  type ProviderName,
  ScriptoriumError,
  type TaskContext,
  type WebPage,
  type WebRequest,
  type WebRobots,
  type WebSession,
} from "../../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { type ExchangeContext, exchangedWeb, prepareExchanges } from "./exchange-files.js";
import type { WebFields } from "./options.js";
import { noteUndecoded, sayUndecoded } from "./undecoded.js";

/** What is used of the context of a line, of `begin` or of `finish`. */
export type WebContext = Pick<
  TaskContext<WebFields, ProviderName, ProviderName>,
  "runId" | "options" | "output" | "signal" | "log" | "progress" | "stored"
> & { readonly providers: Pick<TaskContext<WebFields, never, "web">["providers"], "web"> };

/** The web as one line of a run sees it: every request is of the run's session and ends with the run. */
export interface RunWeb {
  /** As `WebProvider.fetch`. */
  fetch(url: string, request?: Omit<WebRequest, "session" | "signal">): Promise<WebPage>;
  /** What the site's robots.txt says; everything is allowed where the provider knows no robots rules. */
  robots(url: string): Promise<WebRobots>;
}

/**
 * With `recordExchanges` what is asked and answered is kept, with `replayRunId` a recording answers; see `exchanges.ts`.
 * Throws PROVIDER_MISSING when the server has no web provider and nothing is replayed.
 */
export function runWeb(context: WebContext, session: WebSession): RunWeb {
  const { signal, progress } = context;
  const web = exchangedWeb(context.providers.web, context, session);
  if (web === undefined) {
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("web")} ${toHaveProvider("web")}`, {
      provider: "web",
    });
  }
  return {
    async fetch(url, request = {}) {
      try {
        const page = await web.fetch(url, { ...request, signal, session });
        noteUndecoded(context.options, page);
        if (page.refusal !== undefined) progress({ blocked: 1 });
        return page;
      } catch (error) {
        if (isRefusal(error)) progress({ blocked: 1 });
        throw error;
      }
    },
    robots: async (url) => (await web.robots?.(url, { signal, session })) ?? { allowed: true, sitemaps: [] },
  };
}

/**
 * Says in the log, once a run, what others may want to know of how it reads the web, shows in its progress whom it waits for,
 * and makes ready what `recordExchanges` and `replayRunId` need. To be called in `begin`, and `endReading` in `finish`.
 */
export function noteHowItReads(
  context: Pick<WebContext, "options" | "log"> & Partial<ExchangeContext> & Partial<WebContext>,
): void {
  const { options, log } = context;
  prepareExchanges(context);
  // A plugin in a process of its own cannot be called, and shows no waits.
  watchWaits(context).catch(() => {});
  const replayed = options.replayRunId.trim();
  if (replayed !== "") log.info(`Nothing is fetched: the answers that run ${replayed} recorded are used again.`);
  if (!options.respectRobots) {
    log.warn("respectRobots is off: this run fetches pages whatever the robots.txt of their sites says.", "robots");
  }
}

/** Says in the log what became of pages that could not be decoded, and lets go of what the web provider keeps for the run. */
export async function endReading(context: Pick<WebContext, "providers" | "options" | "log" | "runId">): Promise<void> {
  sayUndecoded(context);
  await context.providers.web?.forget?.(context.runId);
}

/** Whom the requests of the run wait for shows in its progress. */
async function watchWaits({ providers, runId, progress }: Partial<WebContext>): Promise<void> {
  if (runId !== undefined && progress !== undefined) await providers?.web?.watch?.(runId, (wait) => progress({ wait }));
}

function isRefusal(error: unknown): boolean {
  return (
    ScriptoriumError.is(error) &&
    (error.code === "FETCH_BLOCKED" || error.code === "FETCH_LIMITED" || error.code === "ROBOTS_REFUSED")
  );
}
