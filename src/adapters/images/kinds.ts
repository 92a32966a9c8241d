import { z } from "zod";
import { defineProviderKind, type OpenedProvider } from "../../kernel/index.js";
import { IMAGE_LICENCES } from "../../kernel/providers/images.js";
import type { ServiceLimits } from "../network/service-client.js";
import type { ImageEngine } from "./engine.js";

/** What a service is asked to see whether it answers. */
const PROBE = "tree";

const addressOf = (address: string) => (address === "" ? {} : { url: address });

/** Image services that settings can name; each is loaded when it is first opened. */
export const imageKinds = [
  defineProviderKind({
    port: "images",
    kind: "openverse",
    title: "Openverse",
    key: "optional",
    address: "optional",
    facts: { kind: "openverse" },
    options: z.strictObject({}),
    open: async ({ name, address, key }, { userAgent, clock }) => {
      const { openverse } = await import("./openverse.js");
      const apiKey = await key();
      return await opened((limits) => openverse({ ...limits, ...addressOf(address), name, apiKey, userAgent, clock }));
    },
  }),
  defineProviderKind({
    port: "images",
    kind: "wikimedia",
    title: "Wikimedia Commons",
    key: "none",
    address: "optional",
    facts: { kind: "wikimedia" },
    options: z.strictObject({}),
    open: async ({ name, address }, { userAgent }) => {
      const { wikimedia } = await import("./wikimedia.js");
      return await opened((limits) => wikimedia({ ...limits, ...addressOf(address), name, userAgent }));
    },
  }),
  defineProviderKind({
    port: "images",
    kind: "unsplash",
    title: "Unsplash",
    key: "required",
    address: "optional",
    facts: { kind: "unsplash" },
    options: z.strictObject({}),
    open: async ({ name, address, key }) => {
      const { unsplash } = await import("./unsplash.js");
      const apiKey = await key();
      return await opened((limits) => unsplash({ ...limits, ...addressOf(address), name, apiKey }));
    },
  }),
  defineProviderKind({
    port: "images",
    kind: "pexels",
    title: "Pexels",
    key: "required",
    address: "optional",
    facts: { kind: "pexels" },
    options: z.strictObject({}),
    open: async ({ name, address, key }, { clock }) => {
      const { pexels } = await import("./pexels.js");
      const apiKey = await key();
      return await opened((limits) => pexels({ ...limits, ...addressOf(address), name, apiKey, clock }));
    },
  }),
  defineProviderKind({
    port: "images",
    kind: "pixabay",
    title: "Pixabay",
    key: "required",
    address: "optional",
    facts: { kind: "pixabay" },
    options: z.strictObject({}),
    open: async ({ name, address, key }) => {
      const { pixabay } = await import("./pixabay.js");
      const apiKey = await key();
      return await opened((limits) => pixabay({ ...limits, ...addressOf(address), name, apiKey }));
    },
  }),
] as const;

async function opened(
  make: (limits: Pick<ServiceLimits, "attempts">) => ImageEngine,
): Promise<OpenedProvider<"images">> {
  const { imageEngines } = await import("./engines.js");
  const engine = make({});
  // What refuses for some seconds says so, before the time of a probe is over.
  const probed = make({ attempts: 1 });
  return {
    // Answers are kept by the port over all services.
    provider: imageEngines([engine], { cacheHours: 0 }),
    async probe(signal) {
      const { images } = await probed.find(PROBE, { licences: IMAGE_LICENCES, minWidth: 1, limit: 1 }, signal);
      return images.length > 0
        ? `${engine.title} answers.`
        : `${engine.title} answers, but found nothing for "${PROBE}".`;
    },
  };
}
