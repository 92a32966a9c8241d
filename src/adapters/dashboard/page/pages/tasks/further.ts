import { useEffect, useState } from "preact/hooks";
import { bringIn, type Filter, isCut } from "./tasks-store.js";

export interface Further {
  /** False until the server has answered. */
  readonly isThere: boolean;
  /** Whether more match than are listed. */
  readonly isCut?: boolean;
  readonly problem?: string;
}

const PATHS = ["name", "type", "group", "status", "_id", "data.tags"];

/** What the search box and the filters ask for, as a query for the server; undefined for a query that is no JSON yet. */
function filterOf(text: string, filters: Readonly<Record<string, string | null>>): Filter | undefined {
  const { tag, ...others } = filters;
  const all: Filter[] = Object.entries(others).flatMap(([path, value]) => (value ? [{ [path]: value }] : []));
  if (tag) all.push({ "data.tags": tag });
  if (text.trim().startsWith("{")) {
    try {
      all.push(JSON.parse(text) as Filter);
    } catch {
      return undefined;
    }
  } else {
    for (const word of text.split(/\s+/).filter(Boolean)) {
      const like = { $regex: word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), $options: "i" };
      all.push({ $or: PATHS.map((path) => ({ [path]: like })) });
    }
  }
  return all.length === 0 ? {} : { $and: all };
}

/** Where there are more tasks than are listed, brings in those that a search, the filters or an order is about. Undefined where not. */
export function useFurther(
  text: string,
  filters: Readonly<Record<string, string | null>>,
  sort: string,
): Further | undefined {
  const filter = filterOf(text, filters);
  const isNeeded = isCut.value && filter !== undefined && (Object.keys(filter).length > 0 || sort !== "-createdAt");
  const key = isNeeded ? JSON.stringify([filter, sort]) : undefined;
  const [found, set] = useState<Further & { readonly key?: string }>({ isThere: false });
  useEffect(() => {
    if (key === undefined || filter === undefined) return;
    const control = new AbortController();
    const { signal } = control;
    const timer = setTimeout(async () => {
      try {
        const isWhole = await bringIn(filter, sort.replace("nextAt", "schedule.nextAt"), { signal });
        set({ key, isThere: true, isCut: !isWhole });
      } catch (error) {
        if (!signal.aborted) set({ key, isThere: true, problem: (error as Error).message });
      }
    }, 250);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [key]);
  if (key === undefined) return undefined;
  return found.key === key ? found : { isThere: false };
}
