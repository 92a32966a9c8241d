import { opendir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { ProviderWorld } from "../../../kernel/index.js";
import { endsWithin, type Follower } from "./follower.js";
import type { IndexFile } from "./index-file.js";
import { Intake } from "./intake.js";
import { endingOf, readingRank, textOfFile } from "./read-text.js";

export interface FolderFollowerOptions {
  readonly folder: string;
  /** Where its files are on the web; empty where they are not. */
  readonly address: string;
  readonly index: IndexFile;
  readonly world: Pick<ProviderWorld, "clock" | "logger" | "reader">;
}

/** A query looks for changed files when the last look is longer ago. */
const LOOK_AGAIN_MS = 5000;
const MOST_FILES = 500_000;
const MOST_DEPTH = 32;
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Follows the files of a folder and those below it: html, md, txt, json and pdf. Hidden ones and links are left out. A file is read
 * again when its size or its time has changed.
 */
export function folderFollower({ folder, address, index, world }: FolderFollowerOptions): Follower {
  const { clock, logger, reader } = world;
  const ending = new AbortController();
  const { signal } = ending;
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let leftOut = 0;

  function look(): Promise<void> {
    looking ??= wholeLook()
      .then(() => {
        lookedAt = clock.monotonic();
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  async function wholeLook(): Promise<void> {
    const top = await found();
    const known = new Map((await index.known("")).map((page) => [page.path, page]));
    const intake = new Intake(index);
    let missed = 0;
    for (const path of await pagesBelow(top, signal)) {
      signal.throwIfAborted();
      const mark = await markOf(join(top, path));
      if (mark === undefined) continue;
      const before = known.get(path);
      known.delete(path);
      if (before?.mark === mark) {
        if (!before.isDescribed) missed += 1;
        continue;
      }
      const bytes = await readFile(join(top, path), { signal }).catch(() => {
        signal.throwIfAborted();
        return undefined;
      });
      const read = bytes && bytes.length <= MOST_BYTES ? await textOfFile(bytes, path, reader, signal) : undefined;
      if (read === undefined) missed += 1;
      const { title = "", text = "", date = "", language = "" } = read ?? {};
      // One that cannot be read is noted without words, and tried again when it has changed.
      const page = { source: "", path, mark, url: addressOf(top, path), title, text, date, language };
      await intake.add({ ...page, isDescribed: read !== undefined });
    }
    await intake.flush();
    const gone = [...known.keys()];
    for (let at = 0; at < gone.length; at += 100) await index.remove("", gone.slice(at, at + 100));
    if (gone.length > 0) await index.scrub();
    leftOut = missed;
  }

  async function found(): Promise<string> {
    try {
      const top = await realpath(folder);
      if ((await stat(top)).isDirectory()) return top;
    } catch {
      // It is said below.
    }
    throw new ScriptoriumError(
      "SEARCH_FAILED",
      `The folder of the local index, "${folder}", cannot be read. Check "folder" in the settings, and that the server may read it.`,
      { setting: "providers.search" },
    );
  }

  function addressOf(top: string, path: string): string {
    if (address === "") return pathToFileURL(join(top, path)).href;
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    return new URL(encoded, address.endsWith("/") ? address : `${address}/`).href;
  }

  return {
    start() {
      look().catch((error: unknown) => {
        if (!signal.aborted) logger.error(`The local index of the folder "${folder}" could not be made.`, error);
      });
    },
    async ready(longestMs, caller) {
      if (looking === undefined && clock.monotonic() - lookedAt < LOOK_AGAIN_MS) return true;
      return await endsWithin(look(), longestMs, caller);
    },
    restart() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
    check: async () => void (await found()),
    get leftOut() {
      return leftOut;
    },
    async close() {
      ending.abort();
      await looking?.catch(() => {});
    },
  };
}

async function markOf(path: string): Promise<string | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} ${mtimeMs}`;
  } catch {
    // It went meanwhile.
    return undefined;
  }
}

/** By the ending: of several forms of one text next to each other, such as `a.html` and `a.txt`, the one that says most of itself. */
const PREFERRED = ["html", "xhtml", "htm", "md", "markdown", "txt", "json", "pdf"];

async function pagesBelow(top: string, signal: AbortSignal): Promise<Iterable<string>> {
  const best = new Map<string, { readonly path: string; readonly rank: number }>();
  for await (const path of filesBelow(top, signal)) {
    const ending = endingOf(path);
    const name = path.slice(0, -ending.length - 1);
    const rank = PREFERRED.indexOf(ending);
    const other = best.get(name);
    if (other === undefined || rank < other.rank) best.set(name, { path, rank });
  }
  return [...best.values()].map(({ path }) => path);
}

/** Paths with `/` between segments. */
async function* filesBelow(top: string, signal: AbortSignal): AsyncGenerator<string> {
  const waiting = [{ below: "", depth: 0 }];
  let files = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { below, depth } = next;
    const folder = await opendir(join(top, below)).catch(() => undefined);
    if (folder === undefined) continue;
    for await (const entry of folder) {
      signal.throwIfAborted();
      if (entry.name.startsWith(".")) continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && depth < MOST_DEPTH) waiting.push({ below: path, depth: depth + 1 });
      if (!entry.isFile() || readingRank(path) < 0) continue;
      files += 1;
      if (files > MOST_FILES) return;
      yield path;
    }
  }
}
