import { decodedUri } from "../../engines/decoded-uri.js";
import { elementsOf, type HtmlNode, htmlOf, htmlTree } from "../_kit/articles-in/index.js";
import { counted } from "../_kit/counted.js";

const ENDING = /\.(?:x?html?|md|markdown|te?xt)$/i;
const ENDINGS = [".md", ".markdown", ".html", ".htm", ".xhtml", ".txt", ".text"];

export interface LinkWorld {
  /** The articles of the run. */
  readonly files: ReadonlySet<string>;
  /** The address of the post that an article becomes; undefined when it becomes none. */
  addressOf(file: string): Promise<string | undefined>;
  /** Of files that are put out, by what the article calls them. */
  readonly uploads: ReadonlyMap<string, string>;
  /** Called for each link to what is not there in the blog. */
  lost(href: string): void;
}

/** HTML whose links between files lead to the posts that these become; one that leads to no post leaves its words. */
export async function linked(html: string, file: string, world: LinkWorld): Promise<string> {
  const tree = htmlTree(html);
  const addresses = new Map<string, string>();
  for (const { name, attributes } of elementsOf(tree)) {
    const { href } = attributes;
    if (name !== "a" || href === undefined || addresses.has(href) || isElsewhere(href)) continue;
    const address = world.uploads.get(href) ?? (await postAddress(href, file, world));
    // What begins at the root of the blog may be there without being an article.
    if (address !== undefined || !href.startsWith("/")) addresses.set(href, address ?? "");
  }
  if (addresses.size === 0) return html;
  return htmlOf(withAddresses(tree, addresses, world));
}

const isElsewhere = (href: string) => /^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/i.test(href);

async function postAddress(href: string, from: string, world: LinkWorld): Promise<string | undefined> {
  const [, path = "", fragment = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const linkedTo = linkedFile(decodedUri(path), from, world.files);
  const address = linkedTo === undefined ? undefined : await world.addressOf(linkedTo);
  return address === undefined ? undefined : `${address}${fragment}`;
}

/** The article meant by a path, also by its name without ending or with that of the page that is made of it elsewhere. */
function linkedFile(path: string, from: string, files: ReadonlySet<string>): string | undefined {
  const whole = pathBelow(path, from);
  if (whole === undefined) return undefined;
  const stem = whole.replace(ENDING, "");
  const names = [whole, ...ENDINGS.map((ending) => stem + ending), ...ENDINGS.map((end) => `${whole}/index${end}`)];
  return names.find((name) => files.has(name));
}

/** Below the folder; undefined for what leaves it. */
function pathBelow(path: string, from: string): string | undefined {
  const segments = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

function withAddresses(
  nodes: readonly HtmlNode[],
  addresses: ReadonlyMap<string, string>,
  world: Pick<LinkWorld, "lost">,
): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === "string") return [node];
    const children = withAddresses(node.children, addresses, world);
    const { href } = node.attributes;
    const address = node.name === "a" && href !== undefined ? addresses.get(href) : undefined;
    if (address === undefined) return [{ ...node, children }];
    if (address !== "") return [{ ...node, attributes: { ...node.attributes, href: address }, children }];
    world.lost(href!);
    return children;
  });
}

/** Counts the links that had to go, and says so in one sentence. */
export class LostLinks {
  private count = 0;
  private first = "";

  add(href: string, file: string): void {
    this.count += 1;
    if (this.count === 1) this.first = `${href} in ${file}`;
  }

  get note(): string {
    const links = counted(this.count, "link");
    return this.count === 0
      ? ""
      : `${links} to files that are no articles of this run became plain text, since the blog does not have them. The first: ${this.first}.`;
  }
}
