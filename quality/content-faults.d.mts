import type { ContentBlock } from "../src/engines/pages/extraction/page.js";

type Faults = "fences" | "lastHeadings" | "emptySections" | "openColons";
export const CONTENT_FAULTS: readonly Faults[];
export function contentFaults(page: {
  readonly content: readonly ContentBlock[];
  readonly html: string;
}): Record<Faults, number>;
