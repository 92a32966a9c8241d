import { absoluteAddress } from "../links/absolute-address.js";
import type { Anchor, LinkTag } from "./evidence.js";
import { isTurn, leadsToAnother, turnOf } from "./page-cues.js";
import { type PageStep, pageStep } from "./page-marks.js";

export interface Neighbours {
  readonly nextPage: string;
  readonly previousPage: string;
  readonly nextLink: string;
}

const RELATIONS: ReadonlySet<string> = new Set(["next", "prev", "previous"]);

type Direction = "next" | "previous";

interface Pointer extends Pick<Anchor, "rel" | "text"> {
  /** Whole, without its fragment. */
  readonly address: string;
  readonly isTag: boolean;
}

/** What the links to a page say of it. */
interface Evidence {
  /** Their text is the number of the page, or calls it a page. */
  isPage: boolean;
  /** Their text is "next" or as much. */
  isTurn: boolean;
  /** Their relation says so. */
  isRelated: boolean;
  /** Their text calls it a post, a chapter or the like. */
  isAnother: boolean;
}

/**
 * The pages before and after this one where they make up one text: their addresses differ in the mark of the page alone, and
 * the links to them are those of a pager. `rel=next` and "next" lead to another article as often, so that they count only where
 * the address says more than that there is a number. `nextLink` is what the page calls the next one, whatever it is.
 */
export function neighbours(
  links: readonly LinkTag[],
  anchors: readonly Anchor[],
  page: string,
  base: string,
): Neighbours {
  const pointers = [
    ...links.map(({ rel, href }) => ({ rel, href, text: "", isTag: true })),
    ...anchors.map(({ rel, href, text }) => ({ rel, href, text, isTag: false })),
  ]
    .filter(({ rel, text }) => isTurn(text) || rel.some((one) => RELATIONS.has(one)))
    .map(({ href, ...rest }): Pointer => ({ ...rest, address: absoluteAddress(href, base).replace(/#.*$/, "") }))
    .filter(({ address }) => address !== "" && address !== page);
  const nextPage = neighbour(pointers, page, "next");
  return {
    nextPage,
    previousPage: neighbour(pointers, page, "previous"),
    nextLink: nextPage || successor(pointers),
  };
}

function neighbour(pointers: readonly Pointer[], page: string, direction: Direction): string {
  const steps = new Map<string, { readonly step: PageStep; readonly evidence: Evidence }>();
  for (const pointer of pointers) {
    const known = steps.get(pointer.address);
    const step = known?.step ?? pageStep(page, pointer.address);
    if (step === undefined) continue;
    const evidence = known?.evidence ?? { isPage: false, isTurn: false, isRelated: false, isAnother: false };
    observe(evidence, pointer, step, direction);
    if (known === undefined) steps.set(pointer.address, { step, evidence });
  }
  const hasPager = [...steps.values()].some(({ step, evidence }) => evidence.isPage || isStart(step));
  let found = "";
  let nearest = Number.POSITIVE_INFINITY;
  for (const [address, { step, evidence }] of steps) {
    const distance = direction === "next" ? step.step : -step.step;
    if (!isNeighbour(step, distance, evidence) || !isTrusted(step, evidence, hasPager)) continue;
    if (distance < nearest) [found, nearest] = [address, distance];
  }
  return found;
}

function observe(evidence: Evidence, { rel, text, isTag }: Pointer, step: PageStep, direction: Direction): void {
  const rels = direction === "next" ? ["next"] : ["prev", "previous"];
  const turn = turnOf(text);
  const number = /^\D*(\d{1,3})\b/.exec(text)?.[1];
  const isNumber = number !== undefined && (step.counts === true || Number(number) === step.number);
  const isNumbered = turn === "next" && number !== undefined;
  evidence.isPage ||= isNumbered ? isNumber : turn === direction && PAGE.test(text);
  evidence.isTurn ||= turn === direction && !isNumbered;
  evidence.isAnother ||= leadsToAnother(text) !== undefined;
  const isNamed = rels.some((one) => rel.includes(one));
  evidence.isRelated ||= isNamed && (isTag || text === "" || turn === direction || step.form === "named");
}

/** Zero is the first page of some programs, and its number is left out of the address: the second one is 1. */
function isNeighbour(
  { counts, number, form, step }: PageStep,
  distance: number,
  { isTurn, isRelated }: Evidence,
): boolean {
  if (counts) return distance > 0;
  return distance === 1 || (form === "named" && step === 0 && number === 1 && (isTurn || isRelated));
}

function isTrusted({ form, hasEnding }: PageStep, evidence: Evidence, hasPager: boolean): boolean {
  const { isPage, isTurn, isRelated, isAnother } = evidence;
  if (isPage) return true;
  if (isAnother) return false;
  if (form === "named" || form === "below") return isTurn || isRelated;
  // A second post of the same title is called `/notes-2` by many programs.
  if (form === "beside") return hasEnding === true && (isTurn || isRelated);
  return isTurn && hasPager;
}

function isStart({ isFirst, form, hasEnding }: PageStep): boolean {
  return isFirst === true && (form === "below" || hasEnding === true);
}

function successor(pointers: readonly Pointer[]): string {
  const marked = pointers.filter(({ rel }) => rel.includes("next"));
  const named = pointers.filter(
    ({ text }) => leadsToAnother(text) === "next" || (turnOf(text) === "next" && !/\d/.test(text)),
  );
  return [...marked.filter(({ isTag }) => isTag), ...marked, ...named][0]?.address ?? "";
}

/** Words for a page, as links to one have them. */
const PAGE = /page|seite|p\u00e1gina|pagina|sida|strona|\u4e0b\u4e00\u9875|\u30da\u30fc\u30b8/i;
