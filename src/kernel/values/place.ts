/** A place; what the source does not know is absent. */
export interface Place {
  /** What the source calls it, unique within the source. */
  readonly id: string;
  readonly name: string;
  readonly category?: string;
  readonly address?: string;
  readonly street?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  readonly country?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly email?: string;
  /** Of 5. */
  readonly rating?: number;
  readonly reviewCount?: number;
  readonly priceRange?: string;
  readonly hours?: string;
  readonly status?: "open" | "closed" | "closed-temporarily";
  readonly latitude: number;
  readonly longitude: number;
  readonly plusCode?: string;
  readonly cid?: string;
  /** Its page at the source. */
  readonly link?: string;
  readonly thumbnail?: string;
  readonly images?: readonly string[];
  readonly description?: string;
  readonly owner?: string;
  readonly menu?: string;
  readonly reservations?: string;
  readonly orderOnline?: string;
  readonly timezone?: string;
  readonly reviews?: readonly {
    readonly author?: string;
    readonly rating?: number;
    readonly text: string;
    readonly date?: string;
  }[];
}
