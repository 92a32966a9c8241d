/** Licences that an image may have, as their codes are usually written; `""` where nobody says. */
export const IMAGE_LICENCES = [
  "cc0",
  "pdm",
  "by",
  "by-sa",
  "by-nd",
  "by-nc",
  "by-nc-sa",
  "by-nc-nd",
  "unsplash",
  "pexels",
  "pixabay",
  "own",
  "",
] as const;
export type ImageLicence = (typeof IMAGE_LICENCES)[number];

export interface FoundImage {
  /** Of the image itself, in the size to be used. */
  readonly url: string;
  /** Of the page that shows it; empty when there is none. */
  readonly page: string;
  readonly title: string;
  /** Pixels; 0 where the service does not say. */
  readonly width: number;
  readonly height: number;
  /** Empty when nobody says. */
  readonly author: string;
  readonly authorUrl: string;
  readonly licence: ImageLicence;
  /** `2.0`; empty for licences without versions. */
  readonly licenceVersion: string;
  readonly licenceUrl: string;
  /** The name of the service, for the credit: `Openverse`. */
  readonly service: string;
  /** As `engines` names it. */
  readonly engine: string;
  /** What the terms of the service ask for: its own address (`service`), a copy of it (`copy`), or neither of them. */
  readonly showFrom: "anywhere" | "service" | "copy";
  /** What `used` has to tell the service; empty where its terms do not ask for that. */
  readonly notice: string;
}

export interface ImageQuery {
  /** Names of `engines`; all when absent. */
  readonly engines?: readonly string[];
  /** Only images under one of these; never one of an unknown licence unless `""` is in the list. */
  readonly licences: readonly ImageLicence[];
  /** Pixels. */
  readonly minWidth: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Finds images that may be used, with their licences. */
export interface ImagesProvider {
  /** What it can ask: the name that settings give it, and the kind (`openverse`, `wikimedia`, `unsplash`, `pexels`, `pixabay`). */
  engines(): readonly { readonly name: string; readonly kind: string; readonly title: string }[];
  /**
   * Images that fit the words, best first, each once. Throws where no engine answered as it should: SEARCH_FAILED with `service`, `host`,
   * and `status` or `errno` among its facts; `auth`, `quota`; `rate-limited` with `retryAfterSeconds` where the service said so. What one
   * of several could not do is in `problems`, in sentences. Throws bad-input for words or names of engines that cannot be used.
   */
  find(
    words: string,
    query: ImageQuery,
  ): Promise<{ readonly images: readonly FoundImage[]; readonly problems: readonly string[] }>;
  /** Tells the service that the image is used, where its terms ask for that (Unsplash). */
  used?(image: FoundImage, options: { readonly signal: AbortSignal }): Promise<void>;
}
