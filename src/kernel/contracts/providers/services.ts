import assert from "node:assert/strict";
import { calm, type ProviderCase, refusesAborted } from "./support.js";

export const outputCases: readonly ProviderCase<"output">[] = [
  {
    name: "files are written, written again and removed, also where there are none",
    async run({ create }) {
      const output = await create();
      const task = "0123456789abcdef01234567";
      for (const text of ["first", "second"]) {
        await output.write(task, "articles/honey.txt", Buffer.from(text));
      }
      await output.remove(task);
      await output.remove(task);
    },
  },
];

export const licenceCases: readonly ProviderCase<"licence">[] = [
  {
    name: "a login is entitled, and a text that is no login is not",
    async run({ create, sample: { login } }) {
      const licence = await create();
      assert.equal(await licence.entitled(login, "paraphrase"), true);
      assert.equal(await licence.entitled("no login", "paraphrase"), false);
    },
  },
];

export const messengerCases: readonly ProviderCase<"messenger">[] = [
  {
    name: "a message resolves with the status of the answer",
    async run({ create, sample: { url, status } }) {
      const message = { headers: { "content-type": "application/json" }, body: "{}", timeoutMs: 5000, signal: calm() };
      assert.equal((await (await create()).post(url, message)).status, status);
    },
  },
  refusesAborted<"messenger">((messenger, { url }, signal) =>
    messenger.post(url, { headers: {}, body: "{}", timeoutMs: 5000, signal }),
  ),
];

export const machineCases: readonly ProviderCase<"machine">[] = [
  {
    name: "the state has the load in percent, and memory and disk in bytes that fit each other",
    async run({ create }) {
      const { cpuPercent, memory, disk } = await (await create()).state();
      assert.ok(cpuPercent >= 0 && cpuPercent <= 100);
      assert.ok(memory.used > 0 && memory.used <= memory.total && memory.process > 0);
      assert.ok(disk === undefined || (disk.free >= 0 && disk.free <= disk.total));
    },
  },
];
