import type { JsonObject, Output } from "../../../kernel/index.js";
import type { MadePost } from "../post-maker.js";
import type { Terms } from "../wxr/terms.js";
import type { Site } from "../wxr/write.js";

export interface AlsoWorld {
  readonly output: Pick<Output, "file" | "append">;
  readonly site: Site;
  readonly terms: Terms;
  readonly now: Date;
}

/** Writes the posts in one more format, one after the other. */
export interface AlsoWriter {
  begin(): void;
  add(made: MadePost): void;
  end(): void;
  /** What is needed to go on after an interruption, of the posts since the last checkpoint. */
  kept?(): JsonObject;
  restore?(kept: JsonObject): void;
}
