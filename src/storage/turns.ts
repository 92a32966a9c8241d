import { setImmediate as nextTurn } from "node:timers/promises";

/** How long a scan may keep the process to itself, in milliseconds. */
const SPELL_MS = 10;
/** Reading the clock costs as much as looking at a task, so it is not read for every one. */
const STEPS_PER_LOOK = 16;

/** Lets other work of the process go on in the middle of a long loop: `if (turns.due()) await turns.give();` */
export interface Turns {
  due(): boolean;
  give(): Promise<void>;
}

export function createTurns(): Turns {
  let since = performance.now();
  let steps = 0;
  return {
    due() {
      steps += 1;
      return steps % STEPS_PER_LOOK === 0 && performance.now() - since > SPELL_MS;
    },
    async give() {
      await nextTurn();
      since = performance.now();
    },
  };
}
