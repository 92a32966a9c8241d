import { randomBytes, randomInt } from "node:crypto";
import type { Clock } from "./clock.js";

/** Makes the ids of tasks and runs. */
export interface Ids {
  /** 24 lower-case hexadecimal characters, never the same twice. */
  next(): string;
}

/**
 * Ids in the ObjectId form of the BSON specification: 4 bytes of seconds since 1970, 5 random bytes of this process, and
 * a 3-byte counter that starts at a random number.
 */
export function objectIds(clock: Clock): Ids {
  const process = randomBytes(5).toString("hex");
  let counter = randomInt(0x1000000);
  return {
    next() {
      const seconds = Math.floor(clock.now().getTime() / 1000) >>> 0;
      counter = (counter + 1) & 0xffffff;
      return seconds.toString(16).padStart(8, "0") + process + counter.toString(16).padStart(6, "0");
    },
  };
}
