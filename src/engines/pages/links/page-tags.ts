/** The element that a link is in. */
export type LinkKind = "a" | "area" | "link" | "iframe" | "frame";

/** What takes in what the elements of a page say. */
export interface TagSink {
  link(kind: LinkKind, href: string | undefined, rel?: string, text?: string, mediaType?: string): void;
  image(src: string | undefined, alt: string | undefined): void;
  base(href: string): void;
  canonical(href: string): void;
  alternate(language: string, href: string): void;
  language(code: string): void;
  robots(content: string): void;
  refresh(href: string): void;
  meta(name: string, content: string): void;
  /** A script of JSON-LD begins. */
  schema(): void;
}

/** An element with something to say. */
export interface LinkTag {
  readonly attributes: ReadonlySet<string>;
  take?(sink: TagSink, attributes: Readonly<Record<string, string>>): void;
}

export const HEADINGS: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, level] as const),
);

const SILENT = new Set(["script", "style", "template", "noembed", "noframes", "textarea", "select", "svg"]);

/** Whether readers see nothing of what is written in it. */
export function isSilent(name: string): boolean {
  return SILENT.has(name);
}

const BREAKING = new Set(
  (
    "address article aside blockquote body br button caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 " +
    "h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);

/** Whether words before and after it are two. */
export function isBreaking(name: string): boolean {
  return BREAKING.has(name);
}

const tag = (attributes: string, take: LinkTag["take"]): LinkTag => ({
  attributes: new Set(attributes.split(" ")),
  ...(take === undefined ? {} : { take }),
});

export const LINKING: ReadonlyMap<string, LinkTag> = new Map([
  ["a", tag("href rel type", (sink, { href, rel, type }) => sink.link("a", href, rel, "", type))],
  ["area", tag("href rel alt", (sink, { href, rel, alt }) => sink.link("area", href, rel, alt))],
  ["iframe", tag("src title", (sink, { src, title }) => sink.link("iframe", src, "", title))],
  ["frame", tag("src title", (sink, { src, title }) => sink.link("frame", src, "", title))],
  ["img", tag("src data-src alt", (sink, { src, "data-src": later, alt }) => sink.image(later ?? src, alt))],
  ["html", tag("lang xml:lang", (sink, { lang, "xml:lang": other }) => sink.language(lang ?? other ?? ""))],
  [
    "base",
    tag("href", (sink, { href }) => {
      if (href !== undefined) sink.base(href);
    }),
  ],
  [
    "link",
    tag("href rel hreflang title type", (sink, { href, rel = "", hreflang, title, type }) => {
      if (href === undefined || href.trim() === "") return;
      const tokens = rel.toLowerCase().split(/\s+/, 20);
      if (tokens.includes("canonical")) sink.canonical(href);
      if (tokens.includes("alternate") && hreflang !== undefined) sink.alternate(hreflang, href);
      sink.link("link", href, rel, title, type);
    }),
  ],
  [
    "meta",
    tag("name property content http-equiv", (sink, attributes) => {
      const { content } = attributes;
      if (content === undefined) return;
      if (attributes["http-equiv"]?.toLowerCase() === "refresh") {
        const target = /^[\s\d.;,]*url\s*=\s*(?:"([^"]*)|'([^']*)|(.*))/is.exec(content.slice(0, 4000));
        const href = (target?.[1] ?? target?.[2] ?? target?.[3] ?? "").trim();
        if (href !== "") sink.refresh(href);
        return;
      }
      const name = (attributes["name"] ?? attributes["property"] ?? "").trim().toLowerCase().slice(0, 100);
      if (name === "robots") sink.robots(content);
      if (name !== "") sink.meta(name, content);
    }),
  ],
  ["script", tag("type", (sink, { type }) => /^\s*application\/ld\+json/i.test(type ?? "") && sink.schema())],
]);
