import { badField } from "../../../engines/pages/fields.js";
import {
  countVariants,
  escapeSpintax,
  parseSpintax,
  type Random,
  renderSpintax,
  type Spintax,
  shown,
  unescapeSpintax,
} from "../../../kernel/index.js";
import { slug } from "../../_kit/slug.js";
import type { Header } from "../tables/header.js";
import type { Range } from "./markdown-cells.js";
import { type Placeholder, placeholdersOf, type Style } from "./placeholders.js";

/** Sections within sections at most. */
const DEEPEST = 20;

export interface TemplateRules {
  readonly header: Header;
  readonly style: Style;
  readonly spintax: boolean;
  readonly onMissing: "fail-row" | "empty" | "keep";
  readonly listSeparator: string;
  /** What becomes of a cell that is text. */
  readonly escaped: (text: string) => string;
  /** Places of the columns that are not escaped. */
  readonly raw: ReadonlySet<number>;
  /** Parts of the template in which no cell is escaped. */
  readonly literal?: readonly Range[];
  /** Names that are no columns, such as `title`, with what they stand for in a row. */
  readonly own?: ReadonlyMap<string, (row: Filling) => string>;
}

/** What a template is filled with. */
export interface Filling {
  readonly cells: readonly string[];
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly random: Random;
  /** Gets the names of cells that are wanted and empty. */
  readonly missing: Set<string>;
}

type Node =
  | {
      readonly kind: "value";
      readonly of: (filling: Filling) => string;
      readonly source: string;
      readonly name: string;
      readonly escaped: (text: string) => string;
    }
  | { readonly kind: "item"; readonly escaped: (text: string) => string }
  | {
      readonly kind: "section";
      readonly of: (filling: Filling) => string;
      readonly inverted: boolean;
      readonly repeated: boolean;
      readonly body: Body;
    };

/** Texts with nodes between them; with spintax, the text with marks in place of the nodes. */
interface Body {
  readonly texts: readonly string[];
  readonly nodes: readonly Node[];
  readonly spintax: Spintax | undefined;
}

/** A noncharacter, which no text has: in spintax it stands before a character for the number of a node. */
const MARK = "\ufdd0";
/** Beyond what spintax gives a meaning to, and below surrogates. */
const FIRST_NODE = 0x100;
const MOST_NODES = 50_000;

/**
 * A template that is read once and filled in for each row, in one pass: what is filled in is never looked at again, neither for
 * placeholders nor for spintax.
 */
export class Template {
  private readonly body: Body;
  /** Names in placeholders that no column has. */
  readonly unknown: readonly string[];

  /** `field` is what it was given in. Throws bad-input for sections that do not pair up. */
  constructor(
    template: string,
    private readonly rules: TemplateRules,
    field: string,
  ) {
    const text = template.replaceAll(MARK, "");
    const own = new Set(rules.own?.keys() ?? []);
    const unknown = new Set<string>();
    const places = placeholdersOf(text, rules.style, rules.header, own);
    this.body = new TemplateReader(text, places, rules, field, unknown).read();
    this.unknown = [...unknown];
  }

  filled(filling: Filling): string {
    return this.write(this.body, filling, "");
  }

  private write({ texts, nodes, spintax }: Body, filling: Filling, item: string): string {
    if (spintax !== undefined) {
      const chosen = renderSpintax(spintax, filling.random);
      let written = "";
      let at = 0;
      for (let mark = chosen.indexOf(MARK); mark >= 0; mark = chosen.indexOf(MARK, at)) {
        const node = nodes[chosen.charCodeAt(mark + 1) - FIRST_NODE]!;
        written += chosen.slice(at, mark) + this.node(node, filling, item);
        at = mark + 2;
      }
      return written + chosen.slice(at);
    }
    let written = texts[0]!;
    for (let index = 0; index < nodes.length; index += 1) {
      written += this.node(nodes[index]!, filling, item) + texts[index + 1]!;
    }
    return written;
  }

  private node(node: Node, filling: Filling, item: string): string {
    if (node.kind === "item") return node.escaped(item);
    const value = node.of(filling);
    if (node.kind === "section") return this.section(node, value, filling, item);
    if (value !== "") return node.escaped(value);
    filling.missing.add(node.name);
    return this.rules.onMissing === "keep" ? node.source : "";
  }

  private section(node: Extract<Node, { kind: "section" }>, value: string, filling: Filling, item: string): string {
    if (isOff(value) !== node.inverted) return "";
    if (!node.repeated) return this.write(node.body, filling, item);
    let written = "";
    for (const one of value.split(this.rules.listSeparator || "\n")) {
      if (one.trim() !== "") written += this.write(node.body, filling, one.trim());
    }
    return written;
  }
}

/** A template has no way to compare, so a column of true and false must be one that sections understand. */
const isOff = (value: string) => value === "" || value.toLowerCase() === "false";

const AROUND: Readonly<Record<Style, readonly [open: string, close: string]>> = {
  curly: ["{{", "}}"],
  percent: ["%", "%"],
  bracket: ["[", "]"],
};

class TemplateReader {
  private at = 0;
  private place = 0;

  constructor(
    private readonly text: string,
    private readonly places: readonly Placeholder[],
    private readonly rules: TemplateRules,
    private readonly field: string,
    private readonly unknown: Set<string>,
  ) {}

  read(): Body {
    const { body } = this.until(undefined, 0);
    return body;
  }

  private until(section: Placeholder | undefined, depth: number): { readonly body: Body; readonly hasItem: boolean } {
    if (depth > DEEPEST) throw badField(this.field, `${this.field} has sections ${DEEPEST} deep and more. Use fewer.`);
    const texts: string[] = [];
    const nodes: Node[] = [];
    let hasItem = false;
    let left = "";
    for (;;) {
      const next = this.places[this.place];
      this.place += 1;
      const [from, to] = next === undefined ? [this.text.length, this.text.length] : this.extent(next);
      const text: string = left + this.text.slice(Math.min(this.at, from), from);
      left = "";
      this.at = Math.max(this.at, to);
      if (next?.kind === "note") {
        left = text;
        continue;
      }
      texts.push(text);
      if (next === undefined || next.kind === "close") {
        this.refuseUnpaired(section, next);
        return { body: this.body(texts, nodes), hasItem };
      }
      if (next.kind === "item" || next.kind === "raw item") {
        if (depth === 0)
          throw badField(
            this.field,
            `${this.field} has ${this.source(next)} outside of a section. Put it between ${this.tag("#column")} and ${this.tag("/column")}.`,
          );
        hasItem = true;
        nodes.push({ kind: "item", escaped: this.escaping(next, next.kind === "raw item") });
        continue;
      }
      if (next.kind === "open" || next.kind === "inverted") {
        const inner = this.until(next, depth + 1);
        const repeated = next.kind === "open" && inner.hasItem;
        // An item of a section that has none of its own belongs to the one around it.
        hasItem ||= inner.hasItem && !repeated;
        nodes.push({
          kind: "section",
          of: this.value(next),
          inverted: next.kind === "inverted",
          repeated,
          body: inner.body,
        });
        continue;
      }
      nodes.push(this.valueNode(next));
    }
  }

  private valueNode(place: Placeholder): Node {
    const of = this.value(place);
    const column = this.rules.header.find(place.name);
    const isRaw = place.kind === "raw" || (column !== undefined && this.rules.raw.has(column));
    return {
      kind: "value",
      of: place.kind === "slug" ? (filling) => (of(filling) === "" ? "" : slug(of(filling))) : of,
      source: this.source(place),
      name: place.name,
      escaped: this.escaping(place, isRaw),
    };
  }

  private escaping({ from }: Placeholder, isRaw: boolean): (text: string) => string {
    const isLiteral = this.rules.literal?.some(([start, end]) => start <= from && from < end) === true;
    return isRaw || isLiteral ? asIs : this.rules.escaped;
  }

  private value({ name }: Placeholder): (filling: Filling) => string {
    const { header, own } = this.rules;
    const made = own?.get(name.toLowerCase());
    if (made !== undefined) return made;
    const column = header.find(name);
    if (column !== undefined) return ({ cells }) => cells[column] ?? "";
    this.unknown.add(name);
    return () => "";
  }

  /** A tag of a section that stands on a line of its own takes the line with it. */
  private extent({ from, to, kind }: Placeholder): readonly [from: number, to: number] {
    if (kind !== "open" && kind !== "inverted" && kind !== "close" && kind !== "note") return [from, to];
    const before = /(?:^|[\n\r])([ \t]*)$/.exec(this.text.slice(Math.max(0, from - 200), from));
    const after = /^[ \t]*(?:\r\n|\r|\n|$)/.exec(this.text.slice(to, to + 200));
    if (before === null || after === null) return [from, to];
    return [from - before[1]!.length, to + after[0].length];
  }

  private refuseUnpaired(section: Placeholder | undefined, end: Placeholder | undefined): void {
    if (section === undefined && end !== undefined)
      throw badField(
        this.field,
        `${this.field} has ${this.source(end)}, which closes nothing. Open it before, or leave it out.`,
      );
    if (section !== undefined && end === undefined)
      throw badField(
        this.field,
        `${this.field} has ${this.source(section)}, which is never closed. Close it with ${this.tag(`/${shown(section.name)}`)}.`,
      );
    if (section !== undefined && end !== undefined && section.name !== end.name)
      throw badField(
        this.field,
        `${this.field} closes ${this.source(section)} with ${this.source(end)}. Close the inner section first.`,
      );
  }

  /** As it is written in the style of the template. */
  private tag(name: string): string {
    const [open, close] = AROUND[this.rules.style];
    return `${open}${name}${close}`;
  }

  private source({ from, to }: Placeholder): string {
    return shown(this.text.slice(from, to));
  }

  private body(texts: readonly string[], nodes: readonly Node[]): Body {
    if (!this.rules.spintax) return { texts, nodes, spintax: undefined };
    if (nodes.length > MOST_NODES)
      throw badField(this.field, `${this.field} has more than ${MOST_NODES} placeholders. Use fewer.`);
    const marked = texts
      .map((text, index) => (index === 0 ? text : MARK + String.fromCharCode(FIRST_NODE + index - 1) + text))
      .join("");
    // Braces and bars of scripts and styles are not ours.
    const source = marked.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, escapeSpintax);
    const spintax = parseSpintax(source);
    if (countVariants(spintax) === 1n) {
      return { texts: texts.map(unescapeSpintax), nodes, spintax: undefined };
    }
    return { texts, nodes, spintax };
  }
}

const asIs = (text: string) => text;
