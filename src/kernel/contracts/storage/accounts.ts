import assert from "node:assert/strict";
import type { Account } from "../../storage.js";
import { acrossReopen, type ContractCase, onFresh } from "./contract-case.js";
import { all, failsWith, pagesFit, theOnlyWinner, upTo } from "./support.js";

export const accountCases: readonly ContractCase[] = [
  onFresh("an account comes back as it was stored, by id and by name", async ({ accounts }) => {
    const stored = account("a1");
    await accounts.insert(stored);
    assert.deepEqual(await accounts.get("a1"), stored);
    assert.deepEqual(await accounts.named("blog", "a1"), stored);
    assert.equal(await accounts.named("mail", "a1"), undefined);
    assert.deepEqual(await all(accounts.list()), [stored]);
    for (const id of ["unknown", "", "__proto__", "constructor"]) {
      assert.equal(await accounts.get(id), undefined);
      assert.equal(await accounts.named(id, id), undefined);
      assert.equal(await accounts.replace(account(id)), false);
      assert.equal(await accounts.delete(id), false);
    }
  }),

  onFresh("changing an account that was handed in or out changes nothing stored", async ({ accounts }) => {
    const stored = account("a1");
    const handedIn = structuredClone(stored);
    const inserting = accounts.insert(handedIn);
    Reflect.set(handedIn.settings, "url", "spoilt");
    await inserting;
    Reflect.set((await accounts.get("a1"))?.settings ?? {}, "url", "spoilt");
    for await (const found of accounts.list()) Reflect.set(found.sealed, "/password", "spoilt");
    assert.deepEqual(await accounts.named("blog", "a1"), stored);
  }),

  onFresh("no two accounts of a kind have one name, and no two one id", async ({ accounts }) => {
    await accounts.insert(account("a1", { name: "shop" }));
    await accounts.insert(account("a2", { name: "shop", kind: "mail" }));
    await accounts.insert(account("a3", { name: "Shop" }));
    await failsWith("STORAGE_FAILED", accounts.insert(account("a4", { name: "shop" })));
    await failsWith("STORAGE_FAILED", accounts.insert(account("a1", { name: "other" })));
    await failsWith("STORAGE_FAILED", accounts.replace(account("a3", { name: "shop", revision: 2 })));
    assert.equal(await accounts.replace(account("a3", { name: "store", revision: 2 })), true);
    assert.equal(await accounts.named("blog", "Shop"), undefined);
    assert.equal((await accounts.named("blog", "store"))?._id, "a3");
    assert.equal(await accounts.delete("a1"), true);
    await accounts.insert(account("a4", { name: "shop" }));
    const attempts = upTo(10).map((number) => accounts.insert(account(`many ${number}`, { name: "same" })));
    const outcomes = await Promise.allSettled(attempts);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  }),

  onFresh("an account is replaced on the revision before its own, by one of many", async ({ accounts }) => {
    await accounts.insert(account("a1"));
    assert.equal(await accounts.replace(account("a1", { revision: 1 })), false);
    assert.equal(await accounts.replace(account("a1", { revision: 3 })), false);
    const replace = (number: number) => accounts.replace(account("a1", { revision: 2, settings: { number } }));
    const number = await theOnlyWinner(20, replace);
    assert.deepEqual((await accounts.get("a1"))?.settings, { number });
  }),

  onFresh("accounts are listed in creation order, of all kinds or of one, in pages", async ({ accounts }) => {
    const stored = ["z", "a", "10", "9", "m"].map((id, index) => account(id, { kind: index % 2 ? "mail" : "blog" }));
    for (const one of stored) await accounts.insert(one);
    const moved = { ...stored[0]!, revision: 2 };
    assert.equal(await accounts.replace(moved), true);
    const order = [moved, ...stored.slice(1)];
    await pagesFit(order, (page) => all(accounts.list(page)));
    const mail = order.filter(({ kind }) => kind === "mail");
    await pagesFit(mail, (page) => all(accounts.list({ ...page, kind: "mail" })));
    assert.deepEqual(await all(accounts.list({ kind: "unknown" })), []);
  }),

  acrossReopen("accounts are there again", async ({ accounts }) => {
    await accounts.insert(account("a1"));
    await accounts.insert(account("a2"));
    await accounts.insert(account("a3"));
    await accounts.delete("a2");
    const moved = account("a1", { revision: 2, name: "renamed" });
    await accounts.replace(moved);
    return async (again) => {
      assert.deepEqual(await all(again.accounts.list()), [moved, account("a3")]);
      assert.deepEqual(await again.accounts.named("blog", "renamed"), moved);
      await again.accounts.insert(account("a2"));
      await failsWith("STORAGE_FAILED", again.accounts.insert(account("a9", { name: "renamed" })));
    };
  }),
];

function account(_id: string, changes: Partial<Account> = {}): Account {
  return {
    _id,
    kind: "blog",
    name: _id,
    settings: { url: "https://blog.example", "a.b": [null, { $c: 1 }] },
    sealed: { "/password": "cipher" },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
    ...changes,
  };
}
