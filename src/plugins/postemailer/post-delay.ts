const UNITS: readonly (readonly [name: RegExp, minutes: number])[] = [
  [/^m(?:in(?:ute)?s?)?$/, 1],
  [/^h(?:ours?)?$/, 60],
  [/^d(?:ays?)?$/, 1440],
  [/^w(?:eeks?)?$/, 10_080],
];
const LONGEST_MINUTES = 366 * 1440;

/** `+1 day 2 hours` in minutes; undefined for what is no such time, none at all, or more than a year. */
export function delayMinutes(text: string): number | undefined {
  const plain = text.trim().toLowerCase();
  if (!/^\+?\s*\d+\s*[a-z]+(?:[\s,+]+\d+\s*[a-z]+)*$/.test(plain)) return undefined;
  let sum = 0;
  for (const [, count, name] of plain.matchAll(/(\d+)\s*([a-z]+)/g)) {
    const unit = UNITS.find(([form]) => form.test(name!));
    if (unit === undefined) return undefined;
    sum += Number(count) * unit[1];
  }
  return sum > 0 && sum <= LONGEST_MINUTES ? sum : undefined;
}

/** As Postie writes it: `1d2h`. */
export function postieDelay(minutes: number): string {
  return partsOf(minutes)
    .map(([count, unit]) => `${count}${unit.charAt(0)}`)
    .join("");
}

/** As WordPress reads it: `+1 day 2 hours`. */
export function wordpressDelay(minutes: number): string {
  return `+${partsOf(minutes)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`)
    .join(" ")}`;
}

function partsOf(minutes: number): (readonly [count: number, unit: string])[] {
  const parts = [
    [Math.floor(minutes / 1440), "day"],
    [Math.floor((minutes % 1440) / 60), "hour"],
    [minutes % 60, "minute"],
  ] as const;
  return parts.filter(([count]) => count > 0);
}
