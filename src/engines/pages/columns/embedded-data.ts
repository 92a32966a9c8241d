import type { AnyNode, Document, Element } from "domhandler";
import { isPlainObject, type Json } from "../../../kernel/values/json.js";
import { exactJson } from "./exact-json.js";
import { textOf } from "./node-text.js";

/** What a page says of itself for programs. */
export interface EmbeddedData {
  /** The objects of its JSON-LD scripts, those of `@graph` by themselves. */
  readonly jsonld: readonly Json[];
  /** Its microdata, as objects with `@type`. */
  readonly microdata: readonly Json[];
  /** Its meta elements, by name or property. */
  readonly meta: Readonly<Record<string, string>>;
  /** JSON that frameworks put into the page for their scripts: `__NEXT_DATA__`, `__NUXT_DATA__` and other scripts of JSON. */
  readonly state: Readonly<Record<string, Json>>;
}

const MOST_DEPTH = 100;

export function embeddedData(page: Document): EmbeddedData {
  const jsonld: Json[] = [];
  const meta: Record<string, string> = {};
  const state: Record<string, Json> = {};
  const items: Element[] = [];
  let unnamed = 0;
  for (const element of elementsOf(page)) {
    const { name, attribs } = element;
    if (name === "meta") {
      const key = attribs["property"] ?? attribs["name"] ?? attribs["itemprop"];
      if (key !== undefined && attribs["content"] !== undefined) meta[key.toLowerCase()] ??= attribs["content"];
    }
    if (name === "script") {
      const type = (attribs["type"] ?? "").toLowerCase();
      const text = element.children.map((child) => (child.type === "text" ? child.data : "")).join("");
      if (type === "application/ld+json") jsonld.push(...linked(jsonIn(text)));
      else if (/json$/.test(type)) {
        const value = jsonIn(text);
        if (value === undefined) continue;
        unnamed += attribs["id"] === undefined ? 1 : 0;
        state[attribs["id"] ?? `script${unnamed}`] = value;
      } else {
        for (const [, key, rest] of text.matchAll(ASSIGNED)) {
          const value = jsonIn(rest!.replace(/;\s*$/, ""));
          if (value !== undefined) state[key!] = value;
        }
      }
    }
    if ("itemscope" in attribs && !("itemprop" in attribs)) items.push(element);
  }
  return { jsonld, microdata: items.map((item) => itemOf(item, 0)), meta, state };
}

/** `window.__STATE__ = {...}` on a line of its own, or to the end of the script. */
const ASSIGNED = /^\s*window\.([A-Za-z_$][\w$]*)\s*=\s*(\{.*\}|\[.*\]);?\s*$/gms;

function linked(value: Json | undefined): Json[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one) => linked(one));
  const graph = isPlainObject(value) ? value["@graph"] : undefined;
  return Array.isArray(graph) ? (graph as Json[]) : [value];
}

/** An item of microdata: https://html.spec.whatwg.org/multipage/microdata.html */
function itemOf(item: Element, depth: number): Json {
  const type = (item.attribs["itemtype"] ?? "").split(/\s+/)[0] ?? "";
  const found: Record<string, Json> = type === "" ? {} : { "@type": type.replace(/^https?:\/\/schema\.org\//, "") };
  if (depth > MOST_DEPTH) return found;
  const open: AnyNode[] = [...item.children].reverse();
  while (open.length > 0) {
    const node = open.pop()!;
    if (!("attribs" in node)) continue;
    const names = (node.attribs["itemprop"] ?? "").split(/\s+/).filter((name) => name !== "");
    const isItem = "itemscope" in node.attribs;
    for (const name of names) {
      const value = isItem ? itemOf(node, depth + 1) : contentOf(node);
      const earlier = Object.hasOwn(found, name) ? found[name] : undefined;
      Object.defineProperty(found, name, {
        value: earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value],
        ...{ enumerable: true, writable: true, configurable: true },
      });
    }
    if (!isItem) for (let child = node.children.length - 1; child >= 0; child -= 1) open.push(node.children[child]!);
  }
  return found;
}

function contentOf(element: Element): string {
  const { name, attribs } = element;
  if (attribs["content"] !== undefined) return attribs["content"];
  if (/^(?:a|area|link)$/.test(name)) return attribs["href"] ?? "";
  if (/^(?:audio|embed|iframe|img|source|track|video)$/.test(name)) return attribs["src"] ?? "";
  if (name === "object") return attribs["data"] ?? "";
  if (name === "time") return attribs["datetime"] ?? textOf([element]);
  if (name === "data" || name === "meter") return attribs["value"] ?? "";
  return textOf([element]);
}

function jsonIn(text: string): Json | undefined {
  try {
    return exactJson(text.replace(/^\s*(?:<!--|\/\*.*?\*\/)|(?:-->)\s*$/g, ""));
  } catch {
    return undefined;
  }
}

function* elementsOf(page: Document): Generator<Element> {
  const open: AnyNode[] = [...page.children].reverse();
  while (open.length > 0) {
    const node = open.pop()!;
    if (!("children" in node)) continue;
    if ("attribs" in node) yield node;
    for (let child = node.children.length - 1; child >= 0; child -= 1) open.push(node.children[child]!);
  }
}
