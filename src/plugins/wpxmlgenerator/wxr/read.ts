import { Parser } from "htmlparser2";

/** A post, page, image or other item of a WXR file; of what it does not name, the text is empty. */
export interface WxrItem {
  readonly title: string;
  readonly link: string;
  readonly guid: string;
  readonly creator: string;
  readonly content: string;
  readonly excerpt: string;
  readonly id: string;
  /** As the clocks of the blog show it: `2024-03-20 10:00:00`. */
  readonly date: string;
  readonly dateUtc: string;
  readonly slug: string;
  readonly status: string;
  readonly parent: string;
  readonly type: string;
  readonly attachmentUrl: string;
  readonly password: string;
  readonly terms: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[];
  readonly meta: ReadonlyMap<string, string>;
}

/** A category or tag that the file names before its items. */
export interface WxrTerm {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** The slug of the category it is within. */
  readonly parent: string;
}

export interface WxrVisitor {
  item(item: WxrItem): void;
  term?(term: WxrTerm): void;
  author?(login: string, name: string): void;
}

const TEXTS: Readonly<Record<string, keyof WxrItem>> = {
  title: "title",
  link: "link",
  guid: "guid",
  "dc:creator": "creator",
  "content:encoded": "content",
  "excerpt:encoded": "excerpt",
  "wp:post_id": "id",
  "wp:post_date": "date",
  "wp:post_date_gmt": "dateUtc",
  "wp:post_name": "slug",
  "wp:status": "status",
  "wp:post_parent": "parent",
  "wp:post_type": "type",
  "wp:attachment_url": "attachmentUrl",
  "wp:post_password": "password",
};

/** What is wrong with a file as XML or as WXR, in a sentence. */
export interface WxrEnd {
  readonly version: string;
  readonly problem: string;
}

/** Reads a WXR file as it comes, one piece after the other, and keeps no more of it than one item. */
export class WxrReader {
  private readonly parser: Parser;
  private readonly open: string[] = [];
  private text = "";
  private version = "";
  private problem = "";
  private members = new Map<string, string>();
  private terms: { taxonomy: string; slug: string; name: string }[] = [];
  private meta = new Map<string, string>();
  private attributes: Readonly<Record<string, string>> = {};

  constructor(private readonly visitor: WxrVisitor) {
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => {
          if (
            name === "item" ||
            name === "wp:author" ||
            name === "wp:category" ||
            name === "wp:tag" ||
            name === "wp:term"
          ) {
            this.members = new Map();
            this.terms = [];
            this.meta = new Map();
          }
          if (name === "category") this.attributes = attributes;
          this.open.push(name);
          this.text = "";
        },
        ontext: (text) => {
          this.text += text;
        },
        onclosetag: (name, isImplied) => {
          if (isImplied) this.problem ||= `"${name}" does not end.`;
          this.open.pop();
          this.close(name);
          this.text = "";
        },
        onerror: (error) => {
          throw error;
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(piece: string): void {
    if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\ud800-\udfff]/.test(piece))
      this.problem ||= "It holds characters that XML cannot hold.";
    this.parser.write(piece);
  }

  end(): WxrEnd {
    this.parser.end();
    if (this.version === "") this.problem ||= "It names no version of WXR.";
    return { version: this.version, problem: this.problem };
  }

  private close(name: string): void {
    const parent = this.open.at(-1);
    const { text } = this;
    if (name === "wp:wxr_version" && parent === "channel") this.version = text.trim();
    else if (name === "item") this.visitor.item(this.item());
    else if (name === "wp:author") this.visitor.author?.(this.of("wp:author_login"), this.of("wp:author_display_name"));
    else if (name === "wp:category" && parent === "channel")
      this.term("category", "wp:category_nicename", "wp:cat_name", "wp:category_parent");
    else if (name === "wp:tag") this.term("post_tag", "wp:tag_slug", "wp:tag_name", "");
    else if (name === "category" && parent === "item") {
      const { domain = "category", nicename = "" } = this.attributes;
      this.terms.push({ taxonomy: domain, slug: nicename, name: text.trim() });
    } else if (name === "wp:postmeta") this.meta.set(this.of("wp:meta_key"), this.of("wp:meta_value"));
    else if (parent === "item" || parent === "wp:postmeta" || parent?.startsWith("wp:")) this.members.set(name, text);
  }

  private of(name: string): string {
    return this.members.get(name) ?? "";
  }

  private term(taxonomy: string, slug: string, name: string, parent: string): void {
    this.visitor.term?.({ taxonomy, slug: this.of(slug), name: this.of(name), parent: this.of(parent) });
  }

  private item(): WxrItem {
    const texts = Object.entries(TEXTS).map(([element, member]) => [member, this.of(element)]);
    return { ...Object.fromEntries(texts), terms: this.terms, meta: this.meta } as WxrItem;
  }
}
