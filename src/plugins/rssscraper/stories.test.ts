import { describe, expect, it } from "vitest";
import type { IdentifiedItem } from "./identity.js";
import { Claims } from "./stories.js";

const item = (...everywhere: string[]) => ({ everywhere }) as unknown as IdentifiedItem;

describe("the claims of a run", () => {
  it("give an item to the first claimant, by whichever of its keys, and notify others when it is stored", async () => {
    const claims = new Claims();
    const [one, same, other] = [item("l1", "a:1"), item("l1", "b:9"), item("l2", "b:2")];
    expect(claims.claim([one])).toEqual({ mine: [one], theirs: [] });
    expect(claims.claim([same, other])).toEqual({ mine: [other], theirs: [same] });
    const stored = claims.wasStored(same);
    claims.stored([one]);
    expect(await stored).toBe(true);
  });

  it("give an item that was released to the next, and none that was stored", async () => {
    const claims = new Claims();
    const [kept, dropped] = [item("l1", "a:1"), item("l2", "a:2")];
    claims.claim([kept, dropped]);
    const waiting = claims.wasStored(item("l2", "b:2"));
    claims.stored([kept]);
    claims.letGo([dropped]);
    expect(await waiting).toBe(false);
    expect(claims.claim([kept, dropped])).toEqual({ mine: [dropped], theirs: [kept] });
  });

  it("know what an earlier attempt at the run has stored", async () => {
    const claims = new Claims();
    claims.restore(["l1"]);
    const { theirs } = claims.claim([item("l1", "a:1")]);
    expect([theirs.length, await claims.wasStored(theirs[0]!)]).toEqual([1, true]);
  });
});
