import { absoluteAddress } from "../links/absolute-address.js";
import { turnOf } from "./page-cues.js";
import type { Anchor, LinkTag } from "./page-evidence.js";

export interface Neighbours {
  readonly nextPage: string;
  readonly previousPage: string;
}

/**
 * The pages before and after this one where they make up one text: their addresses differ in the number of the page alone.
 * `rel=next` leads to another article as often, so that it counts only within these.
 */
export function neighbours(
  links: readonly LinkTag[],
  anchors: readonly Anchor[],
  page: string,
  base: string,
): Neighbours {
  const here = pageNumber(page);
  if (here === undefined) return { nextPage: "", previousPage: "" };
  const pointers = [
    ...links.map((link) => ({ ...link, text: "" })),
    ...anchors.filter((anchor) => anchor.rel.includes("next") || anchor.rel.includes("prev")),
    ...anchors,
  ];
  const to = (direction: "next" | "previous") => {
    const rels = direction === "next" ? ["next"] : ["prev", "previous"];
    for (const { rel, href, text } of pointers) {
      const marked = rels.some((one) => rel.includes(one));
      if (!marked && turnOf(text) !== direction) continue;
      const address = absoluteAddress(href, base).replace(/#.*$/, "");
      const there = address === "" ? undefined : pageNumber(address);
      if (there === undefined || address === page || there.family !== here.family) continue;
      if (there.number === here.number + (direction === "next" ? 1 : -1)) return address;
    }
    return "";
  };
  return { nextPage: to("next"), previousPage: to("previous") };
}

/** Names of the parameters that hold the number of a page. */
const PARAMETERS = ["page", "p", "paged", "pg", "pagenum", "pageno", "page_no", "seite", "cpage", "currentpage"];

/** Which page of its text an address is, and what the addresses of all pages of the text have in common. */
function pageNumber(address: string): { family: string; number: number } | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  let number = 1;
  for (const name of PARAMETERS) {
    const value = url.searchParams.get(name);
    if (value === null || !/^\d{1,3}$/.test(value)) continue;
    number = Number(value);
    url.searchParams.delete(name);
    break;
  }
  let path = url.pathname.replace(/\/+$/, "");
  const marked = number > 1 ? null : PATH_NUMBER.exec(path);
  if (marked !== null) {
    number = Number(marked[1] ?? marked[2] ?? marked[3]);
    path = path.slice(0, marked.index) + (marked[4] ?? "");
  }
  url.searchParams.sort();
  const host = url.host.replace(/^www\./, "");
  return { family: `${host}${path.replace(/\/(index\.\w+)?$/, "")}?${url.searchParams}`, number };
}

/** `/page/2`, `/page2`, `/2`; `-2.html`, `_2.html`; `-p2`, `-page-2.html`. */
const PATH_NUMBER = /(?:\/(?:page|seite|p)[-/]?(\d{1,3})|\/(\d{1,2})|[-_](?:page-?|p|seite-?)?(\d{1,2}))(\.\w{3,5})?$/;
