import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProxyTurns } from "./proxy-turns.js";

const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];
const none = new Set<{ name: string }>();

function turns() {
  const clock = { ms: 0 };
  return { clock, all: new ProxyTurns([a, b, c], () => clock.ms) };
}

describe("turns among proxies", () => {
  it("they are taken in turn", () => {
    const { all } = turns();
    expect([1, 2, 3, 4].map(() => all.take(none))).toEqual([a, b, c, a]);
  });

  it("one that failed is passed over until its rest is over, and each rest is twice as long", () => {
    const { all, clock } = turns();
    const others = new Set([b, c]);
    for (const rest of [1_000, 2_000, 4_000, 8_000]) {
      all.failed(a, "unreachable");
      clock.ms += rest - 1;
      expect(all.take(others)).toBeUndefined();
      clock.ms += 1;
      expect(all.take(others)).toBe(a);
    }
    all.worked(a);
    all.failed(a, "unreachable");
    clock.ms += 1_000;
    expect(all.take(others)).toBe(a);
  });

  it("wrong credentials rest a minute, and nothing rests longer than ten", () => {
    const { all, clock } = turns();
    const others = new Set([b, c]);
    for (const minutes of [1, 2, 4, 8, 10, 10]) {
      all.failed(a, "credentials");
      clock.ms += minutes * 60_000 - 1;
      expect(all.take(others)).toBeUndefined();
      clock.ms += 1;
      expect(all.take(others)).toBe(a);
    }
  });

  it("failures of one moment count once, a site that is out of reach not at all, and one silence neither", () => {
    const { all, clock } = turns();
    const others = new Set([b, c]);
    for (let times = 0; times < 5; times += 1) all.failed(a, "unreachable");
    clock.ms += 1_000;
    expect(all.take(others)).toBe(a);
    all.worked(a);
    for (let times = 0; times < 5; times += 1) all.failed(a, "site");
    expect(all.take(others)).toBe(a);
    all.failed(a, "silent");
    expect(all.take(others)).toBe(a);
    all.failed(a, "silent");
    expect(all.take(others)).toBeUndefined();
    expect([...all.resting()]).toEqual([["silent", 1]]);
  });

  it("whatever fails, a proxy is taken as long as one does not rest, and never one that does", () => {
    const outcome = fc.constantFrom("unreachable", "credentials", "address", "site", "silent", "worked");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), outcome, fc.nat(5_000))), (happenings) => {
        const { all, clock } = turns();
        for (const [index, what, ms] of happenings) {
          const proxy = all.proxies[index] ?? a;
          if (what === "worked") all.worked(proxy);
          else all.failed(proxy, what);
          clock.ms += ms;
          const resting = [...all.resting().values()].reduce((sum, count) => sum + count, 0);
          expect(all.take(none) === undefined).toBe(resting === 3);
        }
      }),
    );
  });
});
