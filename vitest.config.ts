import { existsSync, readFileSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// The build imports the tables of data/ as text; Vite would give their addresses.
const textTables = {
  name: "text-tables",
  enforce: "pre" as const,
  load: (id: string) =>
    id.endsWith(".txt") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))};` : undefined,
};

const MEMORY_DISK = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;

/** Of the temporary folder: a disk in memory, where there is one with room for all that the tests write. */
function temporaryFolder(): Record<string, string> {
  if (process.env["TMPDIR"] !== undefined || !existsSync(MEMORY_DISK)) return {};
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= ROOM_BYTES ? { TMPDIR: MEMORY_DISK } : {};
}

/** The file name of a test says in which project it runs. CONTRIBUTING.md says which name is for what. */
export default defineConfig({
  plugins: [textTables],
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ["test/setup.ts"],
    coverage: { provider: "v8", include: ["src/**"], exclude: ["src/**/*.test.ts"] },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["{src,test}/**/*.test.ts"],
          exclude: ["**/*.{slow,timing}.test.ts"],
          // How long a disk takes is tested by the slow tests.
          env: temporaryFolder(),
          // The files of a worker share its modules: loading them again for each file took longer than the tests.
          isolate: false,
          // One per core and one more, because many files wait for a disk or a timer; by default two cores get one.
          maxWorkers: availableParallelism() + 1,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: ["{src,test}/**/*.slow.test.ts"],
          // Ends what hangs; how long servers, commands and databases take is up to the machine.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // The same for what a test waits for: a page that shows something, a file that comes.
          expect: { poll: { timeout: 15_000 } },
          // One per core and one more: half of the time is spent waiting for processes, timers and limits.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "timing",
          include: ["{src,test}/**/*.timing.test.ts"],
          // Nothing else works meanwhile, and what is late on a busy machine is tried again.
          maxWorkers: 1,
          retry: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
