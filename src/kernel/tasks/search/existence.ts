import type { Effort } from "./effort.js";
import { memberOf, readerOf, segmentsOf } from "./paths.js";

/**
 * Whether there is anything at a path. Where lists lie on the way one element that has it is enough; a list in which the
 * last list on the way lies is taken to have it, as mingo does.
 */
export function existenceAt(path: string, effort: Effort): (document: unknown) => boolean {
  const segments = segmentsOf(path);
  const last = segments.at(-1)!;
  if (segments.length === 1 || last.isIndex) {
    const read = readerOf(path, effort, false);
    return (document) => read(document) !== undefined;
  }
  const parents = segments.slice(0, -1);
  return (document) => {
    let value = document;
    for (let place = 0; place < parents.length; place += 1) {
      const segment = parents[place]!;
      if (Array.isArray(value) && !segment.isIndex) return isIn(value, (item) => isBelow(item, place));
      value = memberOf(value, segment);
    }
    return Array.isArray(value) ? isIn(value, hasLast) : hasLast(value);
  };

  function isIn(list: readonly unknown[], test: (item: unknown) => boolean): boolean {
    effort.spend(list.length);
    return list.some(test);
  }

  function isBelow(item: unknown, start: number): boolean {
    let value = item;
    for (let place = start; place < parents.length; place += 1) {
      const segment = parents[place]!;
      if (Array.isArray(value) && !segment.isIndex) return true;
      value = memberOf(value, segment);
    }
    return hasLast(value);
  }

  function hasLast(value: unknown): boolean {
    return Array.isArray(value) || memberOf(value, last) !== undefined;
  }
}
