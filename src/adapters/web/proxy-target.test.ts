import { describe, expect, it } from "vitest";
import { createAddressRules } from "./addresses.js";
import { createProxyTargets } from "./proxy-target.js";

function targets(lookup: (host: string) => Promise<readonly string[]>) {
  const clock = { ms: 0 };
  const looked: string[] = [];
  const made = createProxyTargets({
    rules: createAddressRules({}),
    now: () => clock.ms,
    lookup: (host) => {
      looked.push(host);
      return lookup(host);
    },
  });
  return { ...made, clock, looked };
}

describe("what is asked of a proxy", () => {
  it("is looked up here once a minute, and judged each time by its port", async () => {
    const { judged, clock, looked } = targets(async () => ["93.184.216.34"]);
    for (const port of [80, 443]) expect(await judged("a.test", port)).toEqual(["93.184.216.34"]);
    expect(looked).toEqual(["a.test"]);
    clock.ms += 60_000;
    await judged("a.test", 80);
    expect(looked).toEqual(["a.test", "a.test"]);
  });

  it("is refused where its name leads to a private address as well as a public one", async () => {
    const { judged } = targets(async () => ["93.184.216.34", "192.168.0.1"]);
    await expect(judged("a.test", 80)).rejects.toMatchObject({ refusal: { reason: "private" } });
  });

  it("is left to the proxy where the name is not known here, but never as a name of this machine", async () => {
    const { judged } = targets(() => Promise.reject(new Error("unknown")));
    expect(await judged("a.test", 80)).toEqual([]);
    await expect(judged("localhost", 80)).rejects.toMatchObject({ refusal: { reason: "private" } });
    await expect(judged("a.localhost.", 80)).rejects.toMatchObject({ refusal: { reason: "private" } });
  });

  it("is remembered of the last thousand names alone", async () => {
    const { judged, looked } = targets(async () => ["93.184.216.34"]);
    for (let number = 0; number <= 1_000; number += 1) await judged(`${number}.test`, 80);
    await judged("1.test", 80);
    expect(looked).toHaveLength(1_001);
    await judged("0.test", 80);
    expect(looked).toHaveLength(1_002);
  });
});
