import type { ImagesProvider } from "../../kernel/providers/images.js";
import type { ImageEngine } from "./engine.js";

/** An image provider of somebody else as a service among others, all of its own as one. */
export function engineOf(name: string, provider: ImagesProvider): ImageEngine {
  const [own] = provider.engines();
  return {
    name,
    kind: own?.kind ?? "module",
    title: own?.title ?? name,
    async find(words, asked, signal) {
      const { images, problems } = await provider.find(words, { ...asked, signal });
      return { images: images.map((image) => ({ ...image, engine: name })), problems };
    },
    async used(image, options) {
      await provider.used?.(own === undefined ? image : { ...image, engine: own.name }, options);
    },
  };
}
