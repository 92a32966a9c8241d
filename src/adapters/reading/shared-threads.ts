import { readingThreads } from "./thread.js";

/** The threads of this process. There are two, so that one page that takes its whole time does not hold up all others. */
export const sharedThreads = readingThreads({
  program: () => threadProgram(import.meta.url),
  pageLimitMs: 30_000,
  pdfLimitMs: 60_000,
  idleMs: 60_000,
  maxHeapMb: 256,
  maxBytesMb: 512,
  threads: 2,
});

/** The program as it is shipped, found from where this module is: in the sources, or in the build in whatever part of it. */
export function threadProgram(module: string): URL {
  const inSources = /\/src\/adapters\/reading\/[^/]+$/.exec(module);
  const root = inSources === null ? module.lastIndexOf("/dist/") : inSources.index;
  return new URL(`${module.slice(0, Math.max(0, root))}/dist/adapters/reading/worker.js`);
}
