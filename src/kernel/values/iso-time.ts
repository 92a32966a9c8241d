/** A moment as it was written in ISO 8601. */
export interface IsoTime {
  /** Milliseconds since 1970; of a text without an offset as if it were UTC. */
  readonly time: number;
  /** Without an offset. */
  readonly isLocal: boolean;
}

const FORM = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?)?)?$/i;

/** Reads `2030`, `2030-12`, `2030-12-31` and `2030-12-31T18:00`; undefined for other texts and days that there are not. */
export function isoTime(text: string): IsoTime | undefined {
  const [, year, month = "01", day = "01", hours = "00:00", offset] = FORM.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  // Date.parse takes 30 February for a day of March.
  const date = new Date(`${year}-${month}-${day}T00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(`${year}-${month}-${day}T${hours}${offset ?? "Z"}`);
  return Number.isNaN(time) ? undefined : { time, isLocal: offset === undefined };
}
