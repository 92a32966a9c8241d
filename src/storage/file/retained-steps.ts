import type { ContentIndex, Step } from "./content-index.js";
import type { Place } from "./lines.js";

interface Kept {
  readonly kept: Step;
  readonly keptPlaces: readonly Place[];
}

/**
 * Gives for the steps of a log, one after the other, what of each was neither replaced nor dropped nor belongs to a run that is
 * gone. What replaced an article or an effect comes at its position, so that they keep their order.
 */
export function createRetainedSteps(
  index: ContentIndex,
): (step: Step, places: readonly Place[], isRun: boolean) => Kept {
  const seenArticles = new Set<string>();
  const seenEffects = new Map<number, Set<string>>();

  return (step, places, isRun) => {
    const keptPlaces: Place[] = [];
    let next = 0;
    const keeps = (known: Place | undefined | true): boolean => {
      const place = places[next++]!;
      const isKept = known === true || known?.at === place.at;
      if (isKept) keptPlaces.push(place);
      return isKept;
    };
    const keepsFirst = (key: string, seen: Set<string>, known: ReadonlyMap<string, Place> | undefined): boolean => {
      next += 1;
      const newest = known?.get(key);
      if (newest === undefined || seen.has(key)) return false;
      seen.add(key);
      keptPlaces.push(newest);
      return true;
    };
    const {
      line,
      effects: keys = [],
      first: _first,
      dropped: _dropped,
      rewritten: _rewritten,
      removed: _removed,
      ...rest
    } = step;
    const keepsLine = line !== undefined && keeps(isRun ? index.lines.get(step.n)?.get(line) : undefined);
    const articles = step.articles.filter((keyword) => keepsFirst(keyword, seenArticles, index.keywords));
    const files = step.files.filter(({ path, blob }) => {
      const known = index.files.get(path);
      return blob === undefined ? keeps(known?.place) : known?.blob === blob;
    });
    let rows = 0;
    for (let row = 0; row < step.rows; row += 1) {
      if (keeps(isRun && !index.rows.isReplaced(places[next]!) ? true : undefined)) rows += 1;
    }
    // The oldest are the dropped ones, so those that are kept follow one another.
    const numbers: number[] = [];
    for (let entry = 0; entry < step.log; entry += 1) {
      const number = index.log.numberAt(places[next]!);
      if (keeps(number === undefined ? undefined : true)) numbers.push(number!);
    }
    const seen = seenEffects.get(step.n) ?? new Set();
    seenEffects.set(step.n, seen);
    const ofRun = isRun ? index.effects.get(step.n) : undefined;
    const effects = keys.filter((key) => keepsFirst(key, seen, ofRun));
    const kept: Step = {
      ...rest,
      ...(keepsLine ? { line } : {}),
      articles,
      rows,
      files,
      log: numbers.length,
      ...(numbers[0] === undefined ? {} : { first: numbers[0] }),
      ...(effects.length === 0 ? {} : { effects }),
    };
    return { kept, keptPlaces };
  };
}
