import { XMLParser } from "fast-xml-parser";
import { isPlainObject } from "../../kernel/values/json.js";
import { cleanText } from "./texts.js";

/** What XML-RPC carries. Bytes go as base64, dates as `dateTime.iso8601` in UTC. */
export type RpcValue =
  | string
  | number
  | boolean
  | Uint8Array
  | Date
  | readonly RpcValue[]
  | { readonly [name: string]: RpcValue | undefined };

export type RpcAnswer =
  | { readonly value: unknown }
  | { readonly fault: { readonly code: number; readonly says: string } };

export function rpcCall(method: string, params: readonly RpcValue[]): string {
  const values = params.map((param) => `<param><value>${written(param)}</value></param>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${method}</methodName><params>${values}</params></methodCall>`;
}

function written(value: RpcValue): string {
  if (typeof value === "string") return `<string>${escaped(value)}</string>`;
  if (typeof value === "number") return Number.isInteger(value) ? `<int>${value}</int>` : `<double>${value}</double>`;
  if (typeof value === "boolean") return `<boolean>${value ? 1 : 0}</boolean>`;
  if (value instanceof Date) return `<dateTime.iso8601>${dateText(value)}</dateTime.iso8601>`;
  if (value instanceof Uint8Array) return `<base64>${Buffer.from(value).toString("base64")}</base64>`;
  if (isList(value)) {
    return `<array><data>${value.map((one) => `<value>${written(one)}</value>`).join("")}</data></array>`;
  }
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`<member><name>${escaped(name)}</name><value>${written(member)}</value></member>`],
  );
  return `<struct>${members.join("")}</struct>`;
}

function isList(value: RpcValue): value is readonly RpcValue[] {
  return Array.isArray(value);
}

function escaped(text: string): string {
  // Of a bare ]]> the last sign is escaped too; a carriage return would become a line feed.
  return cleanText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n");
}

function dateText(date: Date): string {
  return date
    .toISOString()
    .replace(/\.\d{3}Z$/, "")
    .replaceAll("-", "");
}

interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  /** Of itself, entities as they came. */
  readonly text: string;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  // What a document declares of its own is no business of an answer.
  processEntities: false,
  cdataPropName: "#cdata",
});

/** The answer to a call; undefined for what is none. Values may be padded with white space, and a warning may stand before. */
export function rpcAnswer(text: string): RpcAnswer | undefined {
  const start = text.search(/<\?xml|<methodResponse/);
  if (start < 0) return undefined;
  const root = parsedDocument(text.slice(start))?.find(({ name }) => name === "methodResponse");
  const fault = root && inside(root, "fault", "value");
  if (fault !== undefined) {
    const read = readValue(fault);
    const { faultCode, faultString } = isPlainObject(read) ? read : {};
    return { fault: { code: Number(faultCode) || 0, says: String(faultString ?? "") } };
  }
  const value = root && inside(root, "params", "param", "value");
  return value === undefined ? undefined : { value: readValue(value) };
}

function parsedDocument(text: string): readonly Element[] | undefined {
  try {
    return elementsOf(parser.parse(text));
  } catch {
    return undefined;
  }
}

/** Of what the parser gives: objects with one member each, the name of an element or of text. */
function elementsOf(nodes: unknown): Element[] {
  return listOf(nodes).flatMap((node) =>
    Object.entries(node)
      .filter(([name]) => !name.startsWith("#") && name !== ":@")
      .map(([name, children]) => ({ name, children: elementsOf(children), text: textOf(children) })),
  );
}

function textOf(nodes: unknown): string {
  const parts = listOf(nodes).map((node) => {
    if ("#text" in node) return unescapedXml(String(node["#text"]));
    return "#cdata" in node
      ? listOf(node["#cdata"])
          .map((one) => String(one["#text"] ?? ""))
          .join("")
      : "";
  });
  return parts.join("");
}

function listOf(nodes: unknown): Record<string, unknown>[] {
  return Array.isArray(nodes) ? nodes.filter(isPlainObject) : [];
}

function inside(element: Element, ...path: readonly string[]): Element | undefined {
  let at: Element | undefined = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at;
}

function readValue(element: Element): unknown {
  const [typed] = element.children;
  // A value without a type is a text.
  if (typed === undefined) return element.text;
  switch (typed.name) {
    case "int":
    case "i4":
    case "double":
      return Number(typed.text.trim());
    case "boolean":
      return typed.text.trim() === "1";
    case "array":
      return (inside(typed, "data")?.children ?? []).filter(({ name }) => name === "value").map(readValue);
    case "struct":
      return Object.fromEntries(typed.children.filter(({ name }) => name === "member").map(memberOf));
    case "nil":
      return undefined;
    default:
      return typed.text;
  }
}

function memberOf(member: Element): [string, unknown] {
  const value = inside(member, "value");
  return [inside(member, "name")?.text.trim() ?? "", value === undefined ? undefined : readValue(value)];
}

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapedXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return XML_ENTITIES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
