import { signal } from "@preact/signals";

/** What the address says after `#/`: `#/tasks?status=failed`, `#/task/ID/log`. */
export interface Route {
  /** The first segment; the name of a page. */
  readonly page: string;
  /** The segments after it, decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** All of it, as it stands in the address. */
  readonly path: string;
}

export const HOME = "tasks";

function routeOf(hash: string): Route {
  const path = hash.replace(/^#?\/?/, "");
  const mark = path.indexOf("?");
  const [page = "", ...parts] = (mark < 0 ? path : path.slice(0, mark)).split("/").map(decoded);
  const query = new URLSearchParams(mark < 0 ? "" : path.slice(mark + 1));
  return { page: page || HOME, parts: parts.filter((part) => part !== ""), query, path };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const route = signal<Route>(routeOf(location.hash));

/** Asked before the address changes; one that answers false keeps the page, because something is not saved. */
const guards = new Set<() => boolean>();
/** A form with unsaved changes: `const off = holdPage(() => confirmed)`. */
export function holdPage(mayLeave: () => boolean): () => void {
  guards.add(mayLeave);
  return () => guards.delete(mayLeave);
}

let shownHash = location.hash;
addEventListener("hashchange", () => {
  if (location.hash === shownHash) return;
  const samePage =
    routeOf(location.hash).page === route.value.page && routeOf(location.hash).parts[0] === route.value.parts[0];
  if (!samePage && ![...guards].every((mayLeave) => mayLeave())) {
    history.replaceState(null, "", shownHash || "#/");
    return;
  }
  shownHash = location.hash;
  route.value = routeOf(location.hash);
});

/** The address of a page: `href("task", id, "log")`, with a query as the last argument where there is one. */
export function href(
  page: string,
  ...rest: readonly (string | Readonly<Record<string, string | undefined>>)[]
): string {
  const parts = rest.filter((one) => typeof one === "string").map(encodeURIComponent);
  const query = rest.find((one) => typeof one === "object");
  const given = Object.entries(query ?? {}).filter((one): one is [string, string] => Boolean(one[1]));
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return `#/${[page, ...parts].join("/")}${search}`;
}

export function go(...to: Parameters<typeof href>): void {
  location.hash = href(...to);
}

/** Changes the query of the present page without a step in the history. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const { page, parts, query } = route.value;
  const merged = { ...Object.fromEntries(query), ...changes };
  shownHash = href(page, ...parts, merged);
  history.replaceState(null, "", shownHash);
  route.value = routeOf(shownHash);
}
