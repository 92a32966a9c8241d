import type { JsonObject } from "../../../kernel/index.js";
import { type Frontier, NOBODY } from "../frontier.js";
import { List } from "./list.js";

const MAX_STEPS = 20;

/** Where an address leads in the end; itself when it redirects in a circle or not at all. */
export function endOf(frontier: Frontier, page: number): number {
  let end = page;
  for (let steps = 0; steps < MAX_STEPS && frontier.target(end) !== NOBODY; steps += 1) end = frontier.target(end);
  return frontier.target(end) === NOBODY ? end : page;
}

/** The way from an address over its redirects, as far as it is known, and whether it never ends. */
export function chainFrom(
  frontier: Frontier,
  page: number,
): { readonly pages: readonly number[]; readonly isLoop: boolean } {
  const pages = [page];
  for (let at = frontier.target(page); at !== NOBODY && pages.length <= MAX_STEPS; at = frontier.target(at)) {
    const isLoop = pages.includes(at);
    pages.push(at);
    if (isLoop) return { pages, isLoop };
  }
  return { pages, isLoop: false };
}

/** Redirects that lead to redirects, and those that never end. */
export function redirectReport(frontier: Frontier): JsonObject {
  const size = frontier.addresses.size;
  const led = new Uint8Array(size);
  let count = 0;
  for (let page = 0; page < size; page += 1) {
    const target = frontier.target(page);
    if (target === NOBODY) continue;
    count += 1;
    if (target !== page) led[target] = 1;
  }
  const seen = new Uint8Array(size);
  const chains = new List<JsonObject>();
  const loops = new List<JsonObject>();
  const walk = (page: number) => {
    const steps: number[] = [];
    let at = page;
    while (at !== NOBODY && seen[at] === 0 && steps.length < MAX_STEPS) {
      seen[at] = 1;
      steps.push(at);
      at = frontier.target(at);
    }
    const circle = at !== NOBODY && steps.includes(at);
    const whole = at === NOBODY ? steps : [...steps, at];
    const urls = whole.map((step) => frontier.address(step));
    if (circle) loops.add({ urls });
    else if (urls.length > 2) chains.add({ urls, status: frontier.status(whole.at(-1)!) });
  };
  for (const heads of [true, false]) {
    for (let page = 0; page < size; page += 1) {
      if (frontier.target(page) !== NOBODY && seen[page] === 0 && heads === (led[page] === 0)) walk(page);
    }
  }
  return { count, chains: chains.report(), loops: loops.report() };
}
