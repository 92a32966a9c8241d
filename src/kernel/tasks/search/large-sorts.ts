import { ScriptoriumError } from "../../errors.js";
import { inTime } from "../../values/in-time.js";

/** How many searches sort more tasks at once than they keep in memory. */
const MOST = 2;
/** How long others wait for that. */
const PATIENCE_MS = 60_000;

/** Lets a few searches at a time do a large sort. */
export interface LargeSorts {
  /** Resolves when it is the turn of the search, with the function that ends its turn. Throws SEARCH_BUSY. */
  begin(): Promise<() => void>;
}

export function createLargeSorts(): LargeSorts {
  const waiting: (() => void)[] = [];
  let present = 0;

  function end(): void {
    const next = waiting.shift();
    if (next === undefined) present -= 1;
    else next();
  }

  return {
    async begin() {
      if (present < MOST) present += 1;
      else {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        await inTime(PATIENCE_MS, promise, () => {
          // The turn may have come at this very moment.
          if (!waiting.includes(resolve)) return;
          waiting.splice(waiting.indexOf(resolve), 1);
          throw searchBusy();
        });
      }
      let isOver = false;
      return () => {
        if (!isOver) end();
        isOver = true;
      };
    },
  };
}

function searchBusy(): ScriptoriumError {
  return new ScriptoriumError(
    "SEARCH_BUSY",
    "Other searches are sorting very many tasks. Try again later, or ask for fewer tasks with a limit.",
  );
}
