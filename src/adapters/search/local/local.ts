import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { DateRange } from "../../../engines/date-range.js";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { ProviderWorld } from "../../../kernel/index.js";
import { settingsFor } from "../../../kernel/values/provider-settings.js";
import type { Engine, EnginePage, EngineQuery } from "../engine.js";
import { ENGINE_FACTS } from "../facts.js";
import { folderFollower } from "./folder-follower.js";
import type { Follower } from "./follower.js";
import { IndexFile } from "./index-file.js";
import { bestPassage } from "./passage.js";
import { TaskFollower } from "./task-follower.js";
import { readQuery } from "./words.js";

export interface LocalOptions {
  /** @default "local" */
  readonly name?: string;
  /** A folder, whose files are indexed; or the id of a task; without both everything that the server has stored. */
  readonly folder?: string;
  readonly task?: string;
  /** Where the files of the folder are on the web, or where this server is. */
  readonly address?: string;
}

/** An engine with work of its own between queries. */
export interface LocalEngine extends Engine {
  /** How many pages are in it, in a sentence. Throws SEARCH_FAILED where what it is of is not there. */
  state(): Promise<string>;
  close(): Promise<void>;
}

/** Stands in the index for the address of the server, which another start may change. */
const SERVER = "http://localhost:8008/";
/** How long a query waits for what was stored a moment ago. */
const PATIENCE_MS = 3000;
const DAY_MS = 86_400_000;
const RANGE_MS = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS, m: 31 * DAY_MS, y: 366 * DAY_MS } as const;

/**
 * Searches an index of this server: full text, by BM25, kept in a file of SQLite (FTS5) in the folder of the provider, or where it
 * has none in memory. Throws CONFIG_INVALID for a folder and a task at once.
 */
export async function localEngine(options: LocalOptions, world: ProviderWorld): Promise<LocalEngine> {
  const { name = "local", folder = "", task = "", address = "" } = options;
  if (folder !== "" && task !== "") {
    throw new ScriptoriumError(
      "CONFIG_INVALID",
      `The local index "${name}" is of a folder or of a task. Leave out "folder" or "task", or set up two of them.`,
      { setting: "providers.search" },
    );
  }
  const scope = JSON.stringify([folder, task, address]);
  const index = new IndexFile(await placeOf(name, world.folder), scope, () => {
    world.logger.warn(`The local index "${name}" was damaged. It is made from the beginning.`);
    follower.restart();
  });
  const follower: Follower =
    folder === ""
      ? new TaskFollower({ ...(task === "" ? {} : { task }), address: address || SERVER, index, world })
      : folderFollower({ folder, address, index, world });
  follower.start();

  async function ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
    try {
      const isWhole = await follower.ready(PATIENCE_MS, signal);
      return await answered(query, isWhole, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (ScriptoriumError.is(error)) throw error;
      throw new ScriptoriumError(
        "SEARCH_FAILED",
        `The local index "${name}" cannot be read or written. See that its disk has room and that the server may write there.`,
        { setting: "providers.search" },
        { cause: error },
      );
    }
  }

  async function answered(query: EngineQuery, isWhole: boolean, signal: AbortSignal): Promise<EnginePage> {
    const { page, size, language, range, includeDomains, excludeDomains, sortByDate } = query;
    const offset = page * size;
    const most = offset + size + 1;
    const inAny = {
      ...{ text: query.query, most, includeDomains, excludeDomains, sortByDate },
      ...(range === undefined ? {} : datesOf(range, world.clock.now())),
    };
    const found = await index.find(language === undefined ? inAny : { ...inAny, language });
    const isCut = language !== undefined && found.length < most && (await index.find(inAny)).length > found.length;
    const { groups } = readQuery(query.query);
    const hits = [];
    for (const { id, source, url: kept, title, date } of found.slice(offset, offset + size)) {
      signal.throwIfAborted();
      const isOwn = folder === "" && address === "" && kept.startsWith(`${SERVER}task/content/${source}/`);
      const url = isOwn ? `${world.serverAddress?.() ?? SERVER}${kept.slice(SERVER.length)}` : kept;
      hits.push({ url, title, date, snippet: bestPassage(await index.text(id), groups) });
    }
    const { pages, undated } =
      range === undefined && found.length > 0 ? { pages: 1, undated: 0 } : await index.counts();
    const files = follower.leftOut === 0 ? "" : ` ${counted(follower.leftOut, "file")} without text were left out.`;
    const notes = [
      ...(isWhole ? [] : ["The local index is still taking in pages: those that wait are not among the results."]),
      ...(pages === 0 ? [`The local index "${name}" is empty.${files} ${filling(options)}`] : []),
      ...(isCut
        ? [
            `The local index left out pages in other languages than "${language}". Set another language, or none, to have those.`,
          ]
        : []),
      ...(range !== undefined && undated > 0
        ? ["Pages without a known date were left out of the local index's results."]
        : []),
      ...unheeded(query),
    ];
    return { hits, isPlain: true, hasMore: found.length > offset + size, notes };
  }

  return {
    name,
    title: "Local index",
    ...ENGINE_FACTS.local,
    ask,
    async state() {
      const isChecked = await follower.check().then(
        () => true,
        // Outside of a running server there is nothing to compare it with.
        (error: unknown) => {
          if (ScriptoriumError.is(error) && error.code === "NOT_STARTED") return false;
          throw error;
        },
      );
      const isWhole = !isChecked || (await follower.ready(PATIENCE_MS, new AbortController().signal));
      const { pages, sources } = await index.counts();
      const of = folder === "" ? ` of ${counted(sources, "task")}` : "";
      const missed = follower.leftOut === 0 ? "" : `; ${counted(follower.leftOut, "file")} without text left out`;
      return `The local index holds ${counted(pages, "page")}${of}${missed}${isWhole ? "" : ", and is still taking in more"}.`;
    },
    async close() {
      await follower.close();
      index.close();
    },
  };
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

/** What to do for pages in an empty index. */
function filling({ folder = "", task = "" }: LocalOptions): string {
  const where = settingsFor("search");
  if (folder !== "") return `Put html, md, txt, json or pdf files into its "folder" of ${where}, or name another.`;
  if (task !== "") return `Run its task (GET /project/run/${task}), or name another as "task" in ${where}.`;
  return `Run a task that stores pages (GET /project/run/:id), or give it a "folder" in ${where}.`;
}

/** A file of its own for each index. */
async function placeOf(name: string, folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return join(folder, `local-${slug}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}.db`);
}

function datesOf(range: DateRange, now: Date): { readonly from?: string; readonly to?: string } {
  if ("last" in range) return { from: new Date(now.getTime() - RANGE_MS[range.last]).toISOString().slice(0, 10) };
  return range;
}

function unheeded({ country, safeSearch, device, location }: EngineQuery): string[] {
  return [
    ...(country === undefined ? [] : ["The local index knows no countries: the country was not used."]),
    ...(safeSearch === "off" ? [] : ["The local index does not filter: safeSearch was not used."]),
    ...(device === "mobile" ? ["The local index does not tell devices apart."] : []),
    ...(location === undefined ? [] : ["The local index knows no places: location was not used."]),
  ];
}
