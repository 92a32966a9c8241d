/** A node of a document, as far as it is read here. */
interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}
interface DomElement extends DomNode {
  readonly outerHTML: string;
  getAttribute(name: string): string | null;
}

/** The body of a post in Markdown. What Markdown has no signs for, such as a table, stays HTML, which it may hold. */
export async function asMarkdown(html: string): Promise<string> {
  const { parseHTML } = await import("linkedom");
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  // The parser makes several texts of one that holds escapes.
  document.body.normalize();
  return `${blocks(document.body as unknown as DomNode).join("\n\n")}\n`;
}

const TEXT = 3;
const ELEMENT = 1;
const INLINE: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo br cite code data del dfn em i img ins kbd mark q s samp small span strong sub sup time u var".split(
    " ",
  ),
);
const CONTAINERS: ReadonlySet<string> = new Set("article body div footer header main section".split(" "));

/** The children as blocks; text between them is a paragraph. */
function blocks(node: DomNode): string[] {
  const found: string[] = [];
  let line = "";
  const end = () => {
    const text = paragraph(line);
    if (text !== "") found.push(text);
    line = "";
  };
  for (const child of node.childNodes) {
    if (child.nodeType === TEXT || (isElement(child) && INLINE.has(nameOf(child)))) line += inline(child);
    else if (isElement(child)) {
      end();
      found.push(...block(child));
    }
  }
  end();
  return found;
}

function block(element: DomElement): string[] {
  const name = nameOf(element);
  const heading = /^h([1-6])$/.exec(name);
  if (heading) return given(`${"#".repeat(Number(heading[1]))} ${oneLine(inlines(element))}`);
  if (name === "p") return given(paragraph(inlines(element)));
  if (CONTAINERS.has(name)) return blocks(element);
  if (name === "hr") return ["---"];
  if (name === "blockquote") return given(indented(blocks(element), "> ", "> "));
  if (name === "ul" || name === "ol") return given(list(element, name === "ol"));
  if (name === "pre") return [fenced(element.textContent ?? "")];
  return given(element.outerHTML.replace(/\n\s*\n/g, "\n"));
}

function given(text: string): string[] {
  return /^[#>\s-]*$/.test(text) ? [] : [text];
}

function list(element: DomElement, isOrdered: boolean): string {
  const start = Number(element.getAttribute("start") ?? 1) || 1;
  const items = [...element.childNodes].filter((child) => isElement(child) && nameOf(child) === "li");
  return items
    .map((item, index) => {
      const sign = isOrdered ? `${start + index}. ` : "- ";
      return indented(blocks(item), sign, " ".repeat(sign.length), "\n");
    })
    .join("\n");
}

/** Blocks one below the other, the first line after `first` and the others after `rest`. */
function indented(parts: readonly string[], first: string, rest: string, between = "\n\n"): string {
  const lines = parts.join(between).split("\n");
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd()).join("\n");
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}

function inlines(node: DomNode): string {
  return [...node.childNodes].map(inline).join("");
}

function inline(node: DomNode): string {
  if (node.nodeType === TEXT) return escaped((node.textContent ?? "").replace(/\s+/g, " "));
  if (!isElement(node)) return "";
  switch (nameOf(node)) {
    case "br":
      return "\\\n";
    case "strong":
    case "b":
      return marked(inlines(node), "**");
    case "em":
    case "i":
      return marked(inlines(node), "*");
    case "code":
      return code(node.textContent ?? "");
    case "a": {
      const address = node.getAttribute("href") ?? "";
      const words = inlines(node);
      return address === "" ? words : `[${words}](${destination(address)}${titleOf(node)})`;
    }
    case "img":
      return `![${escaped(oneLine(node.getAttribute("alt") ?? ""))}](${destination(node.getAttribute("src") ?? "")}${titleOf(node)})`;
    case "span":
      return inlines(node);
    default:
      return node.outerHTML.replace(/\n\s*\n/g, "\n");
  }
}

/** Signs stand next to the words, so that blanks go outside. */
function marked(text: string, sign: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return words === "" ? text : `${before}${sign}${words}${sign}${after}`;
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const sign = "`".repeat(longest + 1);
  const pad = /^`|`$/.test(text) ? " " : "";
  return text.trim() === "" ? "" : `${sign}${pad}${oneLine(text)}${pad}${sign}`;
}

function destination(address: string): string {
  const plain = address.replace(/[\u0000-\u001f]/g, "");
  return /[\s()<>]/.test(plain) ? `<${plain.replaceAll("<", "%3C").replaceAll(">", "%3E")}>` : plain;
}

function titleOf(element: DomElement): string {
  const title = oneLine(element.getAttribute("title") ?? "");
  return title === "" ? "" : ` "${title.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** What would be markup at the start of a line is escaped. */
function paragraph(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+$|-+$|~~~)/, "\\$1")
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2"),
    )
    .join("\n")
    .replace(/\\$/, "");
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<]/g, "\\$&").replace(/&(?=#?\w+;)/g, "&amp;");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function isElement(node: DomNode): node is DomElement {
  return node.nodeType === ELEMENT;
}

function nameOf(element: DomElement): string {
  return element.nodeName.toLowerCase();
}
