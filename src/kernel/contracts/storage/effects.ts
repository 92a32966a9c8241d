import assert from "node:assert/strict";
import {
  all,
  type ContractCase,
  claimedRun,
  effectOn,
  ODD_TEXTS,
  onFresh,
  pagesFit,
  runOf,
  runUnderWay,
  upTo,
} from "./support.js";

export const effectCases: readonly ContractCase[] = [
  onFresh("an effect comes back as it was stored, with all its members", async (storage) => {
    const { runs } = storage;
    const run = await runUnderWay(storage);
    const intent = effectOn("post 1");
    const uncertain = effectOn("mail", { state: "uncertain", result: { id: "<1@host>", nested: { list: [1, null] } } });
    assert.equal(await runs.write(run._id, { effects: [intent, uncertain] }, run.fence), true);
    assert.deepEqual(await runs.effect(run._id, "post 1"), intent);
    assert.deepEqual(await runs.effect(run._id, "mail"), uncertain);
    assert.deepEqual(await all(runs.effects(run._id)), [intent, uncertain]);
    for (const key of ["unknown", "", "__proto__", "constructor", "POST 1"]) {
      assert.equal(await runs.effect(run._id, key), undefined);
      assert.equal(await runs.effect(key, "post 1"), undefined);
      assert.deepEqual(await all(runs.effects(key)), []);
    }
  }),

  onFresh("an effect replaces the earlier one of its key and keeps its place", async (storage) => {
    const { runs } = storage;
    const run = await runUnderWay(storage);
    for (const key of ["z", "a", "m"]) await runs.write(run._id, { effects: [effectOn(key)] }, run.fence);
    const done = effectOn("z", { state: "done", at: "2026-01-01T00:00:09.000Z", result: { url: "https://b.test/1" } });
    await runs.write(run._id, { effects: [effectOn("z", { state: "uncertain" }), effectOn("b"), done] }, run.fence);
    assert.deepEqual(await all(runs.effects(run._id)), [done, effectOn("a"), effectOn("m"), effectOn("b")]);
    assert.deepEqual(await runs.effect(run._id, "z"), done);
    assert.deepEqual(await runs.effect(run._id, "a"), effectOn("a"));
  }),

  onFresh("effects are of their run, outlive its end and its next attempt, and go with it", async (storage) => {
    const { tasks, runs } = storage;
    const run = await runUnderWay(storage);
    const other = await claimedRun(storage, { ...runOf(run.taskId), _id: "run-1b" });
    await runs.write(run._id, { effects: [effectOn("k")] }, run.fence);
    await runs.write(other._id, { effects: [effectOn("k", { state: "done" })] }, other.fence);
    assert.equal(await runs.replace({ ...run, status: "waiting", revision: run.revision + 1 }), true);
    assert.deepEqual(await runs.effect(run._id, "k"), effectOn("k"));

    assert.equal(await runs.delete(run._id), true);
    assert.equal(await runs.effect(run._id, "k"), undefined);
    assert.deepEqual(await all(runs.effects(run._id)), []);
    assert.deepEqual(await all(runs.effects(other._id)), [effectOn("k", { state: "done" })]);
    await claimedRun(storage, runOf(run.taskId));
    assert.deepEqual(await all(runs.effects(run._id)), []);

    assert.equal(await tasks.delete(run.taskId), true);
    assert.equal(await runs.effect(other._id, "k"), undefined);
    assert.deepEqual(await all(runs.effects(other._id)), []);
  }),

  onFresh("effects come in pages, and any text is a key", async (storage) => {
    const { runs } = storage;
    const run = await runUnderWay(storage);
    const effects = [...ODD_TEXTS, ...upTo(120).map((number) => `key ${number}`)].map((key) => effectOn(key));
    await runs.write(run._id, { effects }, run.fence);
    await pagesFit(effects, (page) => all(runs.effects(run._id, page)));
    for (const effect of effects.slice(0, 50)) assert.deepEqual(await runs.effect(run._id, effect.key), effect);
  }),

  onFresh("changing an effect that was handed in or out changes nothing stored", async (storage) => {
    const { runs } = storage;
    const run = await runUnderWay(storage);
    const stored = effectOn("k", { state: "done", result: { urls: ["https://b.test/1"] } });
    const handedIn = structuredClone(stored);
    const writing = runs.write(run._id, { effects: [handedIn] }, run.fence);
    Reflect.set(handedIn.result ?? {}, "urls", "spoilt");
    Reflect.set(handedIn, "state", "spoilt");
    await writing;
    Reflect.set((await runs.effect(run._id, "k"))?.result ?? {}, "urls", "spoilt");
    for await (const found of runs.effects(run._id)) Reflect.set(found.result ?? {}, "urls", "spoilt");
    assert.deepEqual(await runs.effect(run._id, "k"), stored);
  }),
];
