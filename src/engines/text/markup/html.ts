import { wordSet } from "../word-set.js";

import { firstFrom } from "./ascending.js";

/** Elements whose content is not for rewording: code and data. */
const OPAQUE = wordSet(`
  script style pre code textarea kbd samp var tt svg math iframe object noscript template canvas audio video xmp
  plaintext select datalist address time abbr acronym dfn`);

/** Elements with the words of others. */
const QUOTING = new Set(["q", "cite", "blockquote"]);

/** Elements that stand within a sentence. Every other tag divides what is before it from what is after it. */
const INLINE = wordSet(`
  a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark meter nobr output
  progress q s samp small span strike strong sub sup time tt u var wbr`);

export interface Tag {
  readonly end: number;
  readonly breaks: boolean;
}

/** Reads the tags of one text; it remembers what it looked for in vain, so that no text makes it search twice. */
export function tagReader(
  text: string,
  { openQuotations }: { readonly openQuotations: boolean },
): (start: number) => Tag | undefined {
  const isClosed = (name: string) => OPAQUE.has(name) || (!openQuotations && QUOTING.has(name));
  const named = Map.groupBy(text.matchAll(/<\/([a-z]+)/gi), ([, name]) => name!.toLowerCase());
  const closers = new Map(
    [...named]
      .filter(([name]) => isClosed(name))
      .map(([name, all]) => [name, firstFrom(all.map(({ index }) => index))]),
  );
  const lastClose = text.lastIndexOf(">");
  const after = searcher(text);
  // A tag with quotes that never ends can be long; after some of them, quotes no longer count.
  let patience = 32;

  function tagEnd(start: number): number | undefined {
    let end = patience > 0 ? quotedEnd(start) : undefined;
    if (end === undefined) {
      patience -= 1;
      const close = after(">", start);
      const open = after("<", start + 1);
      end = close !== undefined && (open === undefined || close < open) ? close + 1 : undefined;
    }
    return end;
  }

  function quotedEnd(start: number): number | undefined {
    for (let position = start + 1; position < text.length; position += 1) {
      const character = text[position];
      if (character === ">") return position + 1;
      if (character === "<") return undefined;
      if ((character === '"' || character === "'") && /=\s?$/.test(text.slice(position - 2, position))) {
        const close = after(character, position + 1);
        if (close === undefined) return undefined;
        position = close;
      }
    }
    return undefined;
  }

  return (start) => {
    if (start >= lastClose) return undefined;
    const between = (opener: string, closer: string): Tag | undefined => {
      if (!text.startsWith(opener, start)) return undefined;
      const close = after(closer, start + opener.length);
      return close === undefined ? undefined : { end: close + closer.length, breaks: false };
    };
    const next = text[start + 1];
    if (next === "!") {
      const special = between("<!--", "-->") ?? between("<![CDATA[", "]]>");
      if (special !== undefined) return special;
      if (!/[A-Za-z[-]/.test(text[start + 2] ?? "")) return undefined;
      const end = tagEnd(start);
      return end === undefined ? undefined : { end, breaks: true };
    }
    if (next === "%") return between("<%", "%>");
    if (next === "?") return between("<?", "?>") ?? between("<?", ">");
    const name = /^<\/?([A-Za-z][A-Za-z0-9:-]{0,60})(?=[\s/>]|$)/
      .exec(text.slice(start, start + 70))?.[1]
      ?.toLowerCase();
    if (name === undefined) {
      const link = /^<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/.exec(
        text.slice(start, start + 2100),
      );
      return link === null ? undefined : { end: start + link[0].length, breaks: false };
    }
    const end = tagEnd(start);
    if (end === undefined) return undefined;
    const breaks = !INLINE.has(name);
    const closing = closers.get(name);
    if (next === "/" || closing === undefined || text[end - 2] === "/") return { end, breaks };
    const close = closing(end);
    if (close === undefined) return { end, breaks };
    const bracket = after(">", close);
    return { end: bracket === undefined ? text.length : bracket + 1, breaks };
  };
}

/** `indexOf` for growing positions, in time linear in the text however often it is asked. */
function searcher(text: string): (wanted: string, from: number) => number | undefined {
  const found = new Map<string, { from: number; at: number }>();
  return (wanted, from) => {
    const known = found.get(wanted);
    if (known !== undefined && known.from <= from && (known.at === -1 || from <= known.at)) {
      return known.at === -1 ? undefined : known.at;
    }
    const at = text.indexOf(wanted, from);
    found.set(wanted, { from, at });
    return at === -1 ? undefined : at;
  };
}

/** Characters of the entities that matter to reading; others read as a letter. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  bdquo: "„",
  sbquo: "‚",
  middot: "·",
  bull: "•",
  shy: "",
  zwj: "",
  zwnj: "",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  euro: "€",
  pound: "£",
  times: "×",
};

/** The entity at a place and the character it means. */
export function entityAt(text: string, start: number): { readonly end: number; readonly reads: string } | undefined {
  const match = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/i.exec(text.slice(start, start + 34));
  if (match === null) return undefined;
  const [whole, decimal, hexadecimal, name] = match;
  const end = start + whole.length;
  if (name !== undefined) return { end, reads: ENTITIES[name] ?? name.slice(0, 1) };
  const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal!, 16);
  const reads = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  return { end, reads: reads === "\u00a0" ? " " : reads };
}
