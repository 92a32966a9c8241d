/** Which of the two editions of the interface a server speaks. */
export type EditionName = "fuller" | "reduced";

export interface Edition {
  /** Whether a route that is marked as fuller is there. */
  readonly hasFullerRoutes: boolean;
  /** A data post replaces the whole object and sets the task running, instead of merging. */
  readonly postReplacesAndRuns: boolean;
  /** The one task type that can be created; absent where all can. */
  readonly onlyType?: string;
}

export const EDITIONS: Readonly<Record<EditionName, Edition>> = {
  fuller: { hasFullerRoutes: true, postReplacesAndRuns: false },
  reduced: { hasFullerRoutes: false, postReplacesAndRuns: true, onlyType: "articlecreator" },
};
