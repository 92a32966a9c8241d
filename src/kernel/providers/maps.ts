import type { Place } from "../values/place.js";

export type { Place };

/** A box on the map in degrees. */
export interface MapBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export interface PlaceQuery {
  /** What is looked for: `plumbers`. */
  readonly what: string;
  /** Where, in words: `denver`; absent where `box` or `around` says it. With `box` what is in both is meant. */
  readonly where?: string;
  /** Not within `where`, but so many metres around its middle. */
  readonly nearby?: number;
  readonly box?: MapBox;
  /** Degrees, and metres. */
  readonly around?: { readonly latitude: number; readonly longitude: number; readonly radius: number };
}

export interface PlaceOptions {
  /** Most places. */
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Name of one of several sources of the settings; the first when absent. */
  readonly source?: string;
  /** ISO 639-1. @default "en" */
  readonly language?: string;
  /** ISO 3166-1 in lower case. */
  readonly country?: string;
  /** Reviews of each place, at most. @default 0 */
  readonly reviews?: number;
  /** Of the map that is looked at, 1 to 21, for sources that look at one. @default what fits the area */
  readonly zoom?: number;
}

export interface PlaceAnswer {
  /** In the order of the source. */
  readonly places: readonly Place[];
  /** Name of the source. */
  readonly source: string;
  /** The area that was searched, where the source says it. */
  readonly box?: MapBox;
  /** Whether the source has more than it gives for one question, so that smaller areas find more. */
  readonly capped: boolean;
  /** What must stand beside the data when they are shown: `© OpenStreetMap contributors (ODbL)`. */
  readonly attribution?: string;
  /** For people, in sentences. */
  readonly notes?: readonly string[];
  /** What was lost, in sentences of which the log warns. */
  readonly warnings?: readonly string[];
}

export interface MapsProvider {
  /**
   * Places of a kind in an area. Throws MAPS_FAILED when the service does not answer as it should, with `service`, `host`,
   * and `status` or `errno` among its facts, and `tooMuch` with the `box` where smaller areas might be answered;
   * `rate-limited`, `quota` and `auth` as the search port; `bad-input` for an area that cannot be found, with the fact `area`.
   */
  places(query: PlaceQuery, options: PlaceOptions): Promise<PlaceAnswer>;
  /** The sources, the first one first, with what they know. */
  sources?(): readonly { readonly name: string; readonly title: string; readonly knowsRatings: boolean }[];
}
