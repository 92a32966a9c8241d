import { lookup } from "node:dns/promises";

/** Every IP address a host name leads to, in the order they are to be tried. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** The system looks names up in four threads that also do all file work, and nothing ends a look-up before its time. */
const MOST_AT_ONCE = 3;
/** Whoever asked has given up by then. */
const PATIENCE_MS = 5_000;

/** Asks once for all callers that want one name at the same time, and for few names at once; what is not known yet is not kept. */
export function sharedLookups(ask: Lookup): Lookup {
  const asking = new Map<string, Promise<readonly string[]>>();
  const queue: (() => void)[] = [];
  let inFlight = 0;

  async function asked(host: string): Promise<readonly string[]> {
    const since = performance.now();
    if (inFlight >= MOST_AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
    else inFlight += 1;
    try {
      if (performance.now() - since > PATIENCE_MS) throw Object.assign(new Error("late"), { code: "EAI_AGAIN" });
      return await ask(host);
    } finally {
      // The place goes on to the next in line, so that nobody can step in between.
      const next = queue.shift();
      if (next === undefined) inFlight -= 1;
      else next();
    }
  }

  return (host) => {
    const known = asking.get(host);
    if (known !== undefined) return known;
    const found = asked(host).finally(() => asking.delete(host));
    asking.set(host, found);
    return found;
  };
}

/** As the system finds them; shared by all of this process, as its threads are. */
export const systemAddresses: Lookup = sharedLookups(async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address),
);
