import { isIP } from "node:net";
import { inTime } from "../../kernel/values/in-time.js";
import type { AddressRules } from "./addresses.js";
import { ConnectionRefusal } from "./connect.js";
import { type Lookup, systemAddresses } from "./lookups.js";

const LOOKUP_TIMEOUT_MS = 3_000;
const KEPT_MS = 60_000;
const MAX_KEPT = 1_000;

/**
 * Judges what is asked of a proxy. The proxy looks the name up itself, maybe in another network; so this is a check of
 * good faith for names, and a firm one for addresses and for names that lead to private addresses here.
 */
export interface ProxyTargets {
  /**
   * The addresses of a host as this machine knows them; none when it cannot look the name up, which is then left to the
   * proxy. Throws ConnectionRefusal.
   */
  judged(host: string, port: number): Promise<readonly string[]>;
}

export function createProxyTargets(options: {
  readonly rules: AddressRules;
  readonly lookup: Lookup | undefined;
  readonly now: () => number;
}): ProxyTargets {
  const { rules, lookup = systemAddresses, now } = options;
  const kept = new Map<string, { readonly until: number; readonly addresses: Promise<readonly string[]> }>();

  const addressesOf = (host: string): Promise<readonly string[]> => {
    const known = kept.get(host);
    if (known !== undefined && known.until > now()) return known.addresses;
    // A machine that reaches the world by proxies alone may wait long for a name server that never answers.
    const addresses = inTime(LOOKUP_TIMEOUT_MS, lookup(host), () => []).catch(() => []);
    kept.delete(host);
    kept.set(host, { until: now() + KEPT_MS, addresses });
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return addresses;
  };

  return {
    async judged(host, port) {
      const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
      const refusal = rules.judge(host, port, addresses);
      if (refusal !== undefined) throw new ConnectionRefusal(refusal);
      return addresses;
    },
  };
}
