import type { AnyNode, Document, Element } from "domhandler";

/** A node as the XPath library wants it: the members of the DOM that it reads, and what it stands for. */
export interface XpathNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly localName: string | null;
  readonly namespaceURI: null;
  readonly prefix: null;
  readonly nodeValue: string | null;
  readonly data?: string;
  readonly value?: string;
  /** Of an attribute. */
  readonly name?: string;
  readonly ownerDocument: XpathNode | null;
  readonly ownerElement?: XpathNode;
  parentNode: XpathNode | null;
  firstChild: XpathNode | null;
  lastChild: XpathNode | null;
  nextSibling: XpathNode | null;
  previousSibling: XpathNode | null;
  readonly childNodes: XpathNode[];
  attributes?: XpathNode[] & { item(index: number): XpathNode | null };
  documentElement?: XpathNode | undefined;
  compareDocumentPosition(other: XpathNode): number;
  /** The node of the page; undefined for an attribute. */
  readonly source: AnyNode | undefined;
}

const PRECEDING = 2;
const FOLLOWING = 4;

/** The tree of a page as the XPath library reads it, and each of its nodes by that of the page. */
export function xpathTree(page?: Document): {
  readonly root: XpathNode;
  of(node: AnyNode): XpathNode | undefined;
} {
  const bySource = new Map<AnyNode, XpathNode>();
  const order = new Map<XpathNode, number>();
  let root: XpathNode | undefined;

  const made = (members: Partial<XpathNode> & Pick<XpathNode, "nodeType" | "nodeName">): XpathNode => {
    const node: XpathNode = {
      ...{
        localName: null,
        namespaceURI: null,
        prefix: null,
        nodeValue: null,
        ownerDocument: root ?? null,
        source: undefined,
      },
      ...{
        parentNode: null,
        firstChild: null,
        lastChild: null,
        nextSibling: null,
        previousSibling: null,
        childNodes: [],
      },
      ...members,
      compareDocumentPosition(other) {
        const [own, its] = [order.get(node) ?? 0, order.get(other) ?? 0];
        return own === its ? 0 : own < its ? FOLLOWING : PRECEDING;
      },
    };
    order.set(node, order.size);
    if (node.source !== undefined) bySource.set(node.source, node);
    return node;
  };

  const nodeOf = (source: AnyNode): XpathNode | undefined => {
    if (source.type === "text" || source.type === "cdata") {
      const data = source.type === "text" ? source.data : "";
      return made({ nodeType: 3, nodeName: "#text", nodeValue: data, data, source });
    }
    if (source.type === "comment")
      return made({ nodeType: 8, nodeName: "#comment", nodeValue: source.data, data: source.data, source });
    if (source.type === "root" || !("children" in source)) return undefined;
    const { name, attribs } = source as Element;
    const element = made({ nodeType: 1, nodeName: name, localName: name.replace(/^.*:/, ""), source });
    const attributes = Object.entries(attribs).map(([key, value]) =>
      made({ nodeType: 2, nodeName: key, name: key, localName: key, nodeValue: value, value, ownerElement: element }),
    );
    element.attributes = Object.assign(attributes, { item: (index: number) => attributes[index] ?? null });
    return element;
  };

  root = made({ nodeType: 9, nodeName: "#document", source: page });
  const open: { readonly to: XpathNode; readonly children: readonly AnyNode[] }[] = [
    { to: root, children: page?.children ?? [] },
  ];
  while (open.length > 0) {
    const { to, children } = open.pop()!;
    for (const child of children) {
      const node = nodeOf(child);
      if (node === undefined) continue;
      node.parentNode = to;
      node.previousSibling = to.lastChild;
      if (to.lastChild !== null) to.lastChild.nextSibling = node;
      to.firstChild ??= node;
      to.lastChild = node;
      to.childNodes.push(node);
      if ("children" in child) open.push({ to: node, children: child.children });
    }
  }
  renumber(root, order);
  root.documentElement = root.childNodes.find(({ nodeType }) => nodeType === 1);
  return { root, of: (node) => bySource.get(node) };
}

/** Numbers in document order: the tree was made level by level. */
function renumber(root: XpathNode, order: Map<XpathNode, number>): void {
  order.clear();
  const open = [root];
  while (open.length > 0) {
    const node = open.pop()!;
    order.set(node, order.size);
    for (const attribute of node.attributes ?? []) order.set(attribute, order.size);
    for (let child = node.childNodes.length - 1; child >= 0; child -= 1) open.push(node.childNodes[child]!);
  }
}
