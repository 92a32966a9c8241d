/**
 * Sets the clock of this process and of nobody else, for `node --import`. MOVED_CLOCK holds pairs: so many milliseconds
 * after the start, the clock is so many milliseconds off, or shows the year "1970". Timers go on as ever.
 */
const moves = JSON.parse(process.env["MOVED_CLOCK"] ?? "[]");
const Real = Date;

function now() {
  const [, by = 0] = moves.findLast(([afterMs]) => performance.now() >= afterMs) ?? [];
  return by === "1970" ? Math.floor(performance.now()) : Real.now() + by;
}

globalThis.Date = new Proxy(Real, {
  construct: (target, values, created) => Reflect.construct(target, values.length === 0 ? [now()] : values, created),
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
