import { z } from "zod";
import { defineProviderKind, type OpenedProvider, type ProviderWorld } from "../../kernel/index.js";
import { IMAGE_LICENCES } from "../../kernel/providers/images.js";
import type { ServiceLimits } from "../network/service-client.js";
import type { ImageEngine, ImageEngineOptions } from "./engine.js";

/** What a service is asked to see whether it answers. */
const PROBE = "tree";

/** Image services that settings can name; each is loaded when it is first opened. */
export const imageKinds = [
  imageKind({ kind: "openverse", title: "Openverse", key: "optional" }, async ({ userAgent, clock }) => {
    const { openverse } = await import("./openverse.js");
    return (setting) => openverse({ ...setting, userAgent, clock });
  }),
  imageKind({ kind: "wikimedia", title: "Wikimedia Commons", key: "none" }, async ({ userAgent }) => {
    const { wikimedia } = await import("./wikimedia.js");
    return ({ apiKey: _none, ...setting }) => wikimedia({ ...setting, userAgent });
  }),
  imageKind({ kind: "unsplash", title: "Unsplash", key: "required" }, async () => {
    const { unsplash } = await import("./unsplash.js");
    return unsplash;
  }),
  imageKind({ kind: "pexels", title: "Pexels", key: "required" }, async ({ clock }) => {
    const { pexels } = await import("./pexels.js");
    return (setting) => pexels({ ...setting, clock });
  }),
  imageKind({ kind: "pixabay", title: "Pixabay", key: "required" }, async () => {
    const { pixabay } = await import("./pixabay.js");
    return pixabay;
  }),
] as const;

function imageKind(
  about: { readonly kind: string; readonly title: string; readonly key: "none" | "optional" | "required" },
  load: (world: ProviderWorld) => Promise<(setting: ImageEngineOptions & { readonly apiKey: string }) => ImageEngine>,
) {
  return defineProviderKind({
    ...about,
    port: "images",
    address: "optional",
    facts: { kind: about.kind },
    options: z.strictObject({}),
    async open({ name, address, key }, world) {
      const make = await load(world);
      const setting = { name, apiKey: await key(), ...(address === "" ? {} : { url: address }) };
      return await opened((limits) => make({ ...limits, ...setting }));
    },
  });
}

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
