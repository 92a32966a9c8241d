const HOUR_MS = 3_600_000;

/** A message that an account has sent, or is about to. */
export interface MailPlace {
  /** The same message has the same key, and one place. */
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface PlaceWanted extends MailPlace {
  /** Most messages in an hour; 0 for any number. */
  readonly perHour: number;
  /** Places that were taken before and may have been forgotten here. */
  readonly earlier: readonly MailPlace[];
}

/**
 * Keeps the messages of the last hour, by account and server, whoever sends them. The function takes a place for one more and
 * returns undefined, or takes none and returns when to ask again (ISO 8601).
 */
export function mailPlaces() {
  const taken = new Map<string, Map<string, number>>();
  return (account: { readonly id: string; readonly server: string }, wanted: PlaceWanted): string | undefined => {
    const name = `${account.id}\n${account.server}`;
    const now = Date.parse(wanted.at);
    const places = taken.get(name) ?? new Map<string, number>();
    taken.set(name, places);
    for (const { key, at } of wanted.earlier) if (!places.has(key)) places.set(key, Date.parse(at));
    places.delete(wanted.key);
    // Those that seem to be far ahead were taken before the clock was set back.
    for (const [key, at] of places) if (Math.abs(now - at) >= HOUR_MS) places.delete(key);
    const times = [...places.values()].sort((one, other) => one - other);
    const last = wanted.perHour === 0 ? undefined : times.at(-wanted.perHour);
    if (last !== undefined) return new Date(last + HOUR_MS).toISOString();
    places.set(wanted.key, now);
    return undefined;
  };
}
