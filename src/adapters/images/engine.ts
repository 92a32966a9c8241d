import type { FoundImage, ImageQuery, ImagesProvider } from "../../kernel/providers/images.js";
import type { ServiceLimits } from "../network/service-client.js";

/** What one service is asked for. */
export type ImagesAsked = Pick<ImageQuery, "licences" | "minWidth" | "limit">;

/** An image service. */
export interface ImageEngine {
  /** As tasks call it. */
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  /** Best first. Throws SEARCH_FAILED, `auth`, `quota` or `rate-limited`. */
  find(
    words: string,
    asked: ImagesAsked,
    signal: AbortSignal,
  ): Promise<{ readonly images: readonly FoundImage[]; readonly problems?: readonly string[] }>;
  used?: NonNullable<ImagesProvider["used"]>;
}

/** What all engines are made with, besides their own. */
export interface ImageEngineOptions extends ServiceLimits {
  /** @default the kind */
  readonly name?: string;
  /** The address of the service's API or of a server that speaks its protocol. */
  readonly url?: string;
}
