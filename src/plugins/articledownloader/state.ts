import type { ExtractOptions } from "../../engines/pages/extraction/page.js";
import type { SeenTexts } from "../../engines/pages/near-duplicates.js";
import type { TaskContext, WebSession } from "../../kernel/index.js";
import type { ArticleFormat, ArticleLook } from "../_kit/article-files.js";
import type { PageNames } from "../_kit/page-names.js";
import type { DomainFilter } from "./blocked-domains.js";
import type { ArticleDownloaderOptions, MetadataName } from "./options.js";

export type Context = TaskContext<ArticleDownloaderOptions, "reader", "web" | "folder">;

/** What all lines of a run share. */
export interface RunState {
  readonly session: WebSession;
  readonly formats: readonly ArticleFormat[];
  readonly look: ArticleLook;
  readonly extract: ExtractOptions;
  readonly required: readonly MetadataName[];
  /** ISO 639-1; empty for all. */
  readonly languages: ReadonlySet<string>;
  readonly isBlocked: DomainFilter;
  readonly names: PageNames;
  readonly seen: SeenTexts;
  /** The keys of pages that an earlier attempt at the run has finished, and of those of long lines finished since. */
  readonly finished: Set<string>;
  /** By address, the key of the line's page that has it. */
  readonly pages: Map<string, string>;
  /** Pages in work at once of one line that names many. */
  readonly workers: number;
}

export type LineContext = Context & { readonly state: RunState };
