import type { EditionName } from "./editions.js";
import type { RouteInfo } from "./routes.js";

/** What a description of an API is made of, besides the task types. */
export interface ApiAbout {
  readonly edition: EditionName;
  readonly version: string;
  /** Every route it has, those of other doors included. */
  readonly routes: readonly RouteInfo[];
  /** Whether calls need a key. */
  readonly needsKey: boolean;
}
