import type { PublisherProvider } from "../../kernel/index.js";
import type { PublisherOptions } from "./index.js";

/** The publisher of `createPublisher`, loaded with its first call. */
export function publisherWhenNeeded(options: PublisherOptions): PublisherProvider {
  let opening: Promise<PublisherProvider> | undefined;
  const publisher = () => {
    opening ??= import("./index.js").then(({ createPublisher }) => createPublisher(options));
    return opening;
  };
  return {
    blogs: async (...asked) => (await publisher()).blogs(...asked),
    check: async (...asked) => (await publisher()).check(...asked),
    find: async (...asked) => (await publisher()).find(...asked),
    post: async (...asked) => (await publisher()).post(...asked),
    update: async (...asked) => (await publisher()).update(...asked),
    takeBack: async (...asked) => (await publisher()).takeBack(...asked),
    upload: async (...asked) => (await publisher()).upload(...asked),
    removeImage: async (...asked) => (await publisher()).removeImage(...asked),
  };
}
