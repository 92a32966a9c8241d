import { describe, expect, it } from "vitest";
import { cannedReader } from "../../src/adapters/doubles/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { ephemeralKey } from "../../src/adapters/secrets/index.js";
import { pluginContract } from "../../src/kernel/contracts/plugin-contract.js";
import { createKernel } from "../../src/kernel/index.js";
import { catalogue } from "../../src/plugins/catalogue.js";
import { memoryStorage } from "../../src/storage/memory.js";

describe.each(catalogue)("the task type $type", (entry) => {
  it.each(pluginContract)("$name", async ({ run }) => {
    const plugin = await entry.load();
    const create = async () => {
      const kernel = createKernel({
        storage: memoryStorage(),
        queue: inProcessQueue(),
        plugins: [plugin],
        // It reaches nothing outside, and without it some would be refused before they look at their settings.
        providers: { reader: cannedReader() },
        // Proxies and cookies are kept like passwords.
        secrets: ephemeralKey(),
      });
      await kernel.start();
      return kernel;
    };
    await run({ plugin, create });
  });

  it("is in the catalogue under its own type", async () => {
    const { type, words, title, summary, needs = [] } = await entry.load();
    expect(entry).toMatchObject({ type, words, title, summary, needs });
  });
});
