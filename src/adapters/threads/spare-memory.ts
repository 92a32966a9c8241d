import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

const EVERY_MS = 1000;
/** Share of a second in work, above which a thread is too busy to tidy up. */
const BUSY = 0.1;
/** Growth that is worth a collection, in bytes. */
const WORTH = 32 * 1024 * 1024;
/** A collection of more than this would hold up the next request. Garbage counts too, since nobody knows its share. */
const MOST = 512 * 1024 * 1024;
/** How many times as long as a collection took there is none after it, so that they take a sixth of the time at most. */
const REST = 5;
/** After so many collections that freed little, what is left is taken to be in use. */
const TRIES = 3;

/**
 * Gives memory of the calling thread back to the system whenever the process has grown and the thread has nothing to do. By
 * itself V8 keeps what one heavy request needed, up to hundreds of megabytes, until other work forces it to collect.
 */
export function keepMemorySpare(): void {
  let least = process.memoryUsage.rss();
  let futile = 0;
  let restUntil = 0;
  let before = performance.eventLoopUtilization();
  const look = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const grown = process.memoryUsage.rss();
    least = Math.min(least, grown);
    if (utilization > BUSY || grown < least + WORTH || performance.now() < restUntil) return;
    if (getHeapStatistics().used_heap_size > MOST) return;
    const begun = performance.now();
    await collected();
    const ended = performance.now();
    restUntil = ended + REST * (ended - begun);
    // What is freed now can be the smaller part: replies may still be on their way.
    const left = process.memoryUsage.rss();
    futile = left > grown - WORTH ? futile + 1 : 0;
    if (futile < TRIES) return;
    least = left;
    futile = 0;
  };
  setInterval(() => void look(), EVERY_MS).unref();
}

/** The one way that Node.js has without a flag. Does nothing where it is built or started without the inspector. */
async function collected(): Promise<void> {
  try {
    const { Session } = await import("node:inspector/promises");
    const session = new Session();
    session.connect();
    await session.post("HeapProfiler.collectGarbage");
    session.disconnect();
  } catch {
    // The memory stays with V8.
  }
}
