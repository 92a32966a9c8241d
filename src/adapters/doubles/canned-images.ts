import type { FoundImage, ImagesProvider } from "../../kernel/index.js";

export interface CannedImages extends Required<ImagesProvider> {
  /** The words it was asked for, in order. */
  readonly asked: readonly string[];
  /** What `used` was called with. */
  readonly told: readonly FoundImage[];
}

const USUAL: Omit<FoundImage, "url"> = {
  ...{ page: "", title: "", width: 1200, height: 800, author: "", authorUrl: "" },
  ...{ licence: "cc0", licenceVersion: "1.0", licenceUrl: "https://creativecommons.org/publicdomain/zero/1.0/" },
  ...{ service: "Canned", engine: "canned", showFrom: "anywhere", notice: "" },
};

/** Finds these images for all words, as far as their licences and widths fit. What is not said of one is as of a wide image under CC0. */
export function cannedImages(
  images: readonly (Partial<FoundImage> & Pick<FoundImage, "url">)[],
  { kind = "canned" }: { readonly kind?: string } = {},
): CannedImages {
  const asked: string[] = [];
  const told: FoundImage[] = [];
  return {
    asked,
    told,
    engines: () => [{ name: "canned", kind, title: "Canned" }],
    async find(words, { licences, minWidth, limit, signal }) {
      signal.throwIfAborted();
      asked.push(words);
      const whole = images.map((image) => ({ ...USUAL, ...image }));
      const fit = whole.filter(
        ({ licence, width }) => licences.includes(licence) && (width === 0 || width >= minWidth),
      );
      return { images: fit.slice(0, limit), problems: [] };
    },
    async used(image, { signal }) {
      signal.throwIfAborted();
      told.push(image);
    },
  };
}
