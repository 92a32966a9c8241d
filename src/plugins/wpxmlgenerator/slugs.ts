import type { JsonObject } from "../../kernel/index.js";
import type { SourceArticle } from "../_kit/articles-in/index.js";
import { Untaken, wpSlug } from "./wxr/names.js";

type Named = Pick<SourceArticle, "file" | "slug" | "title">;

/** The slugs of posts and images, each there once. An article that others link to may have its slug before it is a post. */
export class Slugs {
  private readonly taken = new Untaken();
  private readonly ofFiles = new Map<string, string>();
  /** What came since the last checkpoint. */
  private fresh: { taken: string[]; ofFiles: [file: string, slug: string][] } = { taken: [], ofFiles: [] };

  take(slug: string): string {
    const own = this.taken.take(slug);
    this.fresh.taken.push(own);
    return own;
  }

  ofFile(file: string): string | undefined {
    return this.ofFiles.get(file);
  }

  ofArticle({ file, slug, title }: Named): string {
    const known = this.ofFiles.get(file);
    if (known !== undefined) return known;
    const own = this.take(wpSlug(slug || title, "post"));
    this.ofFiles.set(file, own);
    this.fresh.ofFiles.push([file, own]);
    return own;
  }

  kept(): JsonObject {
    const { fresh } = this;
    this.fresh = { taken: [], ofFiles: [] };
    return fresh;
  }

  restore(value: JsonObject): void {
    for (const slug of value["taken"] as string[]) this.taken.keep(slug);
    for (const [file, slug] of value["ofFiles"] as [string, string][]) this.ofFiles.set(file, slug);
  }
}
