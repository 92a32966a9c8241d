import { unescaped } from "../../../engines/pages/extraction/entities.js";
import { type WxrItem, WxrReader, type WxrTerm } from "./read.js";
import { pathOfNames } from "./terms.js";

/** What items refer to, and a file may name before or after them. */
export class Surroundings {
  private readonly images = new Map<string, string>();
  private readonly authors = new Map<string, string>();
  private readonly categories = new Map<string, WxrTerm>();

  static async of(pieces: AsyncIterable<string>): Promise<Surroundings> {
    const found = new Surroundings();
    const reader = new WxrReader({
      item({ type, id, attachmentUrl, guid }) {
        if (type === "attachment") found.images.set(id, attachmentUrl || guid);
      },
      author: (login, name) => found.authors.set(login, unescaped(name).trim()),
      term(term) {
        if (term.taxonomy === "category") found.categories.set(term.slug, term);
      },
    });
    for await (const piece of pieces) reader.write(piece);
    reader.end();
    return found;
  }

  /** The address of the image that stands for an item; empty for none. */
  featuredOf({ meta }: Pick<WxrItem, "meta">): string {
    return this.images.get(meta.get("_thumbnail_id") ?? "") ?? "";
  }

  /** As readers see the author; the login where the file has no other name. */
  authorOf({ creator }: Pick<WxrItem, "creator">): string {
    return this.authors.get(creator) || creator;
  }

  /** As articles name them: `Sport > Football` for one within another. */
  categoriesOf({ terms }: Pick<WxrItem, "terms">): readonly string[] {
    return terms.filter(({ taxonomy }) => taxonomy === "category").map(({ slug, name }) => this.path(slug, name));
  }

  private path(slug: string, name: string): string {
    const names = [unescaped(name)];
    const seen = new Set([slug]);
    let parent = this.categories.get(slug)?.parent ?? "";
    while (parent !== "" && !seen.has(parent)) {
      seen.add(parent);
      const above = this.categories.get(parent);
      if (above === undefined) break;
      names.unshift(unescaped(above.name).trim());
      parent = above.parent;
    }
    return pathOfNames(names);
  }
}
