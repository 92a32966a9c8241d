import type { WebSession } from "../../kernel/providers.js";
import type { Clock } from "../../kernel/values/clock.js";
import { type Cookies, openCookies } from "./cookies.js";
import { createSlots, type Slots } from "./slots.js";

/** What is kept of a session between its requests. */
export interface SessionState {
  readonly cookies: Promise<Cookies>;
  /** Places at each host that the session may take, where it is to take fewer than anybody. */
  readonly slots: Slots | undefined;
}

export interface Sessions {
  /** The state of a session, kept while a request of it is in flight. `done` ends that. */
  enter(session: WebSession): { readonly state: SessionState; done(): void };
  forget(id: string): void;
  readonly size: number;
}

interface Kept extends SessionState {
  inFlight: number;
  usedAt: number;
}

/** A run that nobody ended in order; a run that is alive asks for something more often. */
const IDLE_MS = 2 * 3_600_000;
const MAX_SESSIONS = 1000;

/** `ended` receives sessions that were dropped because nobody used them, and of those forgotten in use when that ends. */
export function createSessions(clock: Clock, perHost: number, ended: (id: string) => void): Sessions {
  const sessions = new Map<string, Kept>();

  const letGo = () => {
    const now = clock.monotonic();
    for (const [id, { inFlight, usedAt }] of sessions) {
      // They are in the order of their last use.
      if (inFlight > 0) continue;
      if (sessions.size <= MAX_SESSIONS && usedAt + IDLE_MS > now) return;
      sessions.delete(id);
      ended(id);
    }
  };

  return {
    enter(session) {
      letGo();
      const kept = sessions.get(session.id) ?? open(session, perHost, clock);
      kept.inFlight += 1;
      kept.usedAt = clock.monotonic();
      sessions.delete(session.id);
      sessions.set(session.id, kept);
      return {
        state: kept,
        done() {
          kept.inFlight -= 1;
          kept.usedAt = clock.monotonic();
          // What was forgotten while it was in use may have been made again since.
          if (kept.inFlight === 0 && !sessions.has(session.id)) ended(session.id);
        },
      };
    },
    forget(id) {
      sessions.delete(id);
    },
    get size() {
      return sessions.size;
    },
  };
}

function open(session: WebSession, perHost: number, clock: Clock): Kept {
  const cookies = openCookies(session.cookies ?? [], () => clock.now());
  // Whoever waits for them learns of it.
  cookies.catch(() => {});
  const own = session.perHost;
  return {
    cookies,
    slots:
      own !== undefined && own < perHost
        ? createSlots({ perHost: Math.max(1, own), overall: Number.POSITIVE_INFINITY })
        : undefined,
    inFlight: 0,
    usedAt: 0,
  };
}
