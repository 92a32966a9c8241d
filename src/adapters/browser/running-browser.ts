import type { Browser } from "playwright-core";
import { inTime } from "../../kernel/values/in-time.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";
import type { Settled } from "./browser-options.js";
import { type ChromiumProcess, startChromium } from "./chromium-process.js";
import { Contexts, type SavedCookies } from "./contexts.js";
import { type FilteringProxy, startFilteringProxy } from "./filtering-proxy.js";
import { findChromium, noBrowser } from "./find-chromium.js";
import { flagsOf } from "./flags.js";
import { memoryOf } from "./process-memory.js";

/** A browser that runs, with its proxy and its contexts. */
export interface RunningBrowser {
  readonly contexts: Contexts;
  readonly version: string;
  readonly pid: number;
  /** Pages open in it. */
  pages: number;
  /** Settles when it is gone, whoever ended it. */
  readonly gone: Promise<void>;
  isGone(): boolean;
  /** Whether processes of it were ended just now for what they needed. */
  wasTooLarge(): boolean;
  kill(): void;
  close(): Promise<void>;
}

const START_MS = 30_000;
const LOOK_MS = 400;
/** Looks at which it still needed too much after its largest page was ended. */
const PATIENT_LOOKS = 3;
/** How soon a page notices that its process was ended. */
const NOTICED_MS = 5_000;

/** Throws no-browser. */
export async function startBrowser(options: Settled, saved: SavedCookies): Promise<RunningBrowser> {
  const program = findChromium(options.path);
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !options.allowNoSandbox) throw noBrowser(AS_ROOT);
  const { chromium } = await loadLibrary().catch((error: unknown) => {
    throw noBrowser(
      "The package playwright-core is not installed, by which the browser is led. Install it next to scriptorium: npm install playwright-core.",
      error,
    );
  });
  const proxy = await startFilteringProxy();
  const running = startChromium(program, (profile) =>
    flagsOf({
      profile,
      proxyPort: proxy.port,
      sandbox: !isRoot,
      pageMemoryMb: options.memoryMb,
    }),
  );
  try {
    const connecting = chromium.connectOverCDP(running.transport, { artifactsDir: running.folder, timeout: START_MS });
    const ended = running.exited.then(() => undefined);
    const browser = await Promise.race([connecting, ended]);
    connecting.catch(() => {});
    if (browser === undefined) throw new Error(running.output());
    return watched(browser, running, proxy, options, saved);
  } catch (error) {
    running.kill();
    await Promise.all([running.exited, proxy.close()]);
    throw noBrowser(/sandbox/i.test(running.output()) ? NO_SANDBOX : NOT_STARTED, error);
  }
}

const loadLibrary = () => runtimeImport<typeof import("playwright-core")>("playwright-core");

const AS_ROOT =
  "Chromium does not start as root with its sandbox. Run the server as another user, or set allowNoSandbox of the browser provider to true, which holds pages back less.";
const NO_SANDBOX =
  "Chromium cannot make its sandbox on this machine. Allow user namespaces to the server (in a container: its seccomp profile), or name another browser with the option path of the browser provider.";
const NOT_STARTED =
  "The browser was found and could not be started. Start it by hand to see why, or name another with the option path of the browser provider.";

function watched(
  browser: Browser,
  running: ChromiumProcess,
  proxy: FilteringProxy,
  options: Settled,
  saved: SavedCookies,
): RunningBrowser {
  let isGone = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let looks = 0;
  const gone = running.exited.then(async () => {
    isGone = true;
    clearInterval(timer);
    await proxy.close();
  });

  const look = async () => {
    if (self.pages === 0) return;
    const memory = await memoryOf(running.pid);
    if (memory === undefined || isGone || memory.bytes <= options.memoryMb * 1024 * 1024) {
      looks = 0;
      return;
    }
    endedAt = performance.now();
    looks += 1;
    if (looks > PATIENT_LOOKS || memory.largest === undefined) running.kill();
    else {
      try {
        process.kill(memory.largest, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
  timer.unref();

  const self: RunningBrowser = {
    contexts: new Contexts(browser, proxy.gates, saved),
    version: browser.version(),
    pid: running.pid,
    pages: 0,
    gone,
    isGone: () => isGone || !browser.isConnected(),
    wasTooLarge: () => performance.now() - endedAt < NOTICED_MS,
    kill: running.kill,
    async close() {
      await running.close();
      await inTime(START_MS, gone, () => {});
    },
  };
  return self;
}
