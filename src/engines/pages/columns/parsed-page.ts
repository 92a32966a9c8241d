import type { Document, Element } from "domhandler";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { Json } from "../../../kernel/values/json.js";
import { elementsBelow } from "./elements-below.js";
import { type EmbeddedData, embeddedData } from "./embedded-data.js";
import { exactJson } from "./exact-json.js";
import { shallowDocument } from "./shallow-document.js";
import { xpathTree } from "./xpath-tree.js";

/** A page as columns are read from it: a tree of HTML or XML, or JSON. What costs time is made when it is first wanted. */
export class ParsedPage {
  private tree: ReturnType<typeof shallowDocument> | undefined;
  private list: readonly Element[] | undefined;
  private data: EmbeddedData | undefined;
  private mirror: ReturnType<typeof xpathTree> | undefined;
  private ownBase: string | undefined;
  private value: { readonly json: Json | undefined } | undefined;

  constructor(
    readonly text: string,
    /** Of the page. */
    readonly url: string,
    private readonly mediaType: string,
  ) {}

  get isJson(): boolean {
    if (JSON_TYPE.test(this.mediaType) || JSON_LINES_TYPE.test(this.mediaType)) return true;
    const isLike = /^\s*[[{]/.test(this.text);
    return isLike && (this.mediaType === "" || (LOOSE_TYPE.test(this.mediaType) && this.isLoose));
  }

  /** JSON that comes under the type of something else. */
  private get isLoose(): boolean {
    try {
      this.value ??= { json: exactJson(this.text) };
    } catch {
      this.value = { json: undefined };
    }
    return this.value.json !== undefined;
  }

  get isXml(): boolean {
    return /[/+]xml$/.test(this.mediaType) && !/xhtml/.test(this.mediaType);
  }

  /** Throws PAGE_UNREADABLE for a page that is nested too deep. */
  get document(): Document {
    return this.parsed.document;
  }

  /** How deep its elements are nested. */
  get depth(): number {
    return this.parsed.depth;
  }

  /** All of its elements, in the order of the document. */
  get elements(): readonly Element[] {
    this.list ??= [...elementsBelow(this.document)];
    return this.list;
  }

  /** The address by which links become whole: that of the first base element with one, as in browsers, else the page's own. */
  get base(): string {
    this.ownBase ??= this.isJson || this.isXml ? this.url : (baseIn(this.elements, this.url) ?? this.url);
    return this.ownBase;
  }

  /** As the page names it; empty where it does not. */
  get language(): string {
    if (this.isJson) return "";
    const root = this.document.children.find((node) => "attribs" in node);
    return root === undefined ? "" : (root.attribs["lang"] ?? root.attribs["xml:lang"] ?? "").trim();
  }

  /** Undefined for a page that is no JSON. */
  get json(): Json | undefined {
    const { isJson } = this;
    this.value ??= { json: isJson ? parsedJson(this.text, JSON_LINES_TYPE.test(this.mediaType)) : undefined };
    return this.value.json;
  }

  /** What the page says of itself for programs. */
  get embedded(): EmbeddedData {
    this.data ??= embeddedData(this.document);
    return this.data;
  }

  get xpath(): ReturnType<typeof xpathTree> {
    this.mirror ??= xpathTree(this.document);
    return this.mirror;
  }

  private get parsed(): ReturnType<typeof shallowDocument> {
    this.tree ??= shallowDocument(this.text, { xmlMode: this.isXml });
    return this.tree;
  }
}

function baseIn(elements: readonly Element[], url: string): string | undefined {
  for (const { name, attribs } of elements) {
    if (name !== "base" || attribs["href"] === undefined) continue;
    const base = URL.parse(attribs["href"].trim(), URL.canParse(url) ? url : undefined);
    return base !== null && /^https?:$/.test(base.protocol) ? base.href : undefined;
  }
  return undefined;
}

const JSON_TYPE = /[/+](?:x-)?json$/;
/** A value on each line. */
const JSON_LINES_TYPE = /[/+](?:x-)?(?:ndjson|jsonl|jsonlines)$/;
/** Types under which servers send JSON that know no better. */
const LOOSE_TYPE = /^(?:text\/(?:plain|html|(?:x-)?javascript)|application\/(?:(?:x-)?javascript|octet-stream))$/;

/** Throws PAGE_UNREADABLE for a text that is said to be JSON and is none. */
function parsedJson(text: string, areLines: boolean): Json {
  try {
    if (!areLines) return exactJson(text);
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(exactJson);
  } catch (cause) {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      "The page is said to be JSON, and is none. Look at what its address gives.",
      {},
      { cause },
    );
  }
}
