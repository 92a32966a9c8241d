/**
 * How the address of a page follows from that of another page of the same text: it names the number as that of a page
 * (`named`: `/page/2`, `?page=2`, `-p2`), has a number below the other (`below`: `/bees`, `/bees/2`) or beside it (`beside`:
 * `/bees.html`, `/bees-2.html`), or both have a number (`running`: `/bees/2`, `/bees/3`), as chapters and days have, too.
 */
export type MarkForm = "named" | "below" | "beside" | "running";

export interface PageStep {
  readonly form: MarkForm;
  /** The number in the address of the other page. */
  readonly number: number;
  /** Pages from here to there; of addresses that count entries a larger number. */
  readonly step: number;
  /** The number counts entries, as in `?start=20`. */
  readonly counts?: true;
  /** The address ends like that of a file: `/bees-2.html`. */
  readonly hasEnding?: boolean;
  /** The other page is the first, and its address has no mark. */
  readonly isFirst?: boolean;
}

/** Names of the parameters that hold the number of a page. */
const PARAMETERS = ["page", "paged", "pg", "pagenum", "pageno", "page_no", "seite", "currentpage", "p"];
/** Names of those that hold the number of the first entry of a page. */
const OFFSETS = ["start", "offset", "st"];

/** From one page to another when their addresses differ in the mark of the page alone, undefined when in more or nothing. */
export function pageStep(from: string, to: string): PageStep | undefined {
  const [here, there] = [URL.parse(from), URL.parse(to)];
  if (here === null || there === null || hostOf(here) !== hostOf(there)) return undefined;
  return byParameter(here, there) ?? byPath(here, there);
}

function byParameter(here: URL, there: URL): PageStep | undefined {
  for (const name of [...PARAMETERS, ...OFFSETS]) {
    const [value, own] = [numberOf(there, name), numberOf(here, name)];
    if (value === undefined && own === undefined) continue;
    if (restOf(here, name) !== restOf(there, name) || isFront(there, name)) continue;
    if (OFFSETS.includes(name)) {
      const [to, from] = [value ?? 0, own ?? 0];
      return { form: "named", number: to, step: to - from, counts: true };
    }
    // A number that both have may be that of the text: `?p=7`.
    const form = name === "p" && own !== undefined && value !== undefined ? "running" : "named";
    return { form, number: value ?? 1, step: (value ?? 1) - (own ?? 1) };
  }
  return undefined;
}

function byPath(here: URL, there: URL): PageStep | undefined {
  if (queryOf(here) !== queryOf(there)) return undefined;
  const [own, other] = [marked(here), marked(there)];
  const isSame = own.path === other.path && own.form === other.form;
  if (isSame && own.number !== undefined && other.number !== undefined) {
    if (isFrontPath(own.path)) return undefined;
    const form = own.form === "named" ? "named" : "running";
    return { form, number: other.number, step: other.number - own.number, hasEnding: other.hasEnding };
  }
  if (other.path === plainPath(here) && other.form !== undefined && !isFrontPath(other.path)) {
    return { form: other.form, number: other.number ?? 1, step: (other.number ?? 1) - 1, hasEnding: other.hasEnding };
  }
  if (own.path === plainPath(there) && own.form !== undefined && !isFrontPath(own.path)) {
    return { form: own.form, number: 1, step: 1 - (own.number ?? 1), hasEnding: own.hasEnding, isFirst: true };
  }
  return undefined;
}

/** `/page/2`, `/page2`, `/page-2`, `-page-2.html`, `-p2`; `/2`; `-2.html`, `_2.html`. */
const NAMED = /(?:[/_-](?:page|seite)[-/_]?|[/_-]p-?)(\d{1,3})(\.\w{3,5})?$/i;
const BARE = /([/_-])(\d{1,2})(\.\w{3,5})?$/;

interface MarkedPath {
  /** Without the mark. */
  readonly path: string;
  readonly number?: number;
  readonly form?: "named" | "below" | "beside";
  readonly hasEnding: boolean;
}

function marked(url: URL): MarkedPath {
  const path = plainPath(url);
  const named = NAMED.exec(path);
  if (named !== null) {
    const ending = named[2] ?? "";
    return markedPath(path, named.index, ending, Number(named[1]), "named");
  }
  const bare = BARE.exec(path);
  if (bare === null) return { path, hasEnding: false };
  return markedPath(path, bare.index, bare[3] ?? "", Number(bare[2]), bare[1] === "/" ? "below" : "beside");
}

function markedPath(
  path: string,
  at: number,
  ending: string,
  number: number,
  form: "named" | "below" | "beside",
): MarkedPath {
  return { path: path.slice(0, at) + ending, number, form, hasEnding: ending !== "" };
}

function plainPath({ pathname }: URL): string {
  return pathname.replace(/\/(index\.\w+)?$/, "");
}

/** The pages of a site's front page are lists. */
function isFrontPath(path: string): boolean {
  return path === "" || path === "/";
}

function isFront(url: URL, name: string): boolean {
  return isFrontPath(plainPath(url)) && [...url.searchParams.keys()].every((one) => one === name);
}

function numberOf(url: URL, name: string): number | undefined {
  const value = url.searchParams.get(name);
  return value !== null && /^\d{1,4}$/.test(value) ? Number(value) : undefined;
}

function restOf(url: URL, name: string): string {
  const rest = new URLSearchParams(url.searchParams);
  rest.delete(name);
  rest.sort();
  return `${plainPath(url)}?${rest}`;
}

function queryOf({ searchParams }: URL): string {
  const sorted = new URLSearchParams(searchParams);
  sorted.sort();
  return sorted.toString();
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, "");
}
