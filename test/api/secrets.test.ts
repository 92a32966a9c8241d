import { describe, expect, it, onTestFinished } from "vitest";
import { createScriptorium } from "../../src/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { gossip, testSecrets } from "./twelve-secrets.js";

testSecrets([{ name: "memory", make: () => memoryStorage() }]);

describe("a key that is not given", () => {
  it("is made for memory storage, and for no other", async () => {
    const inMemory = createScriptorium({ plugins: [gossip] });
    await inMemory.start();
    onTestFinished(() => inMemory.stop());
    const { _id } = await inMemory.kernel.tasks.create("gossip", { pin: "1234" });
    expect(await inMemory.kernel.tasks.revealed(_id)).toMatchObject({ pin: "1234" });
    const onDisk = createScriptorium({ plugins: [gossip], storage: sqliteStorage({ path: ":memory:" }) });
    await onDisk.start();
    onTestFinished(() => onDisk.stop());
    await expect(onDisk.kernel.tasks.create("gossip", { pin: "1234" })).rejects.toMatchObject({
      code: "SECRETS_UNAVAILABLE",
    });
  });
});
