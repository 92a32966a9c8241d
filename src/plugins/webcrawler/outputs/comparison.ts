import type { JsonObject } from "../../../kernel/index.js";
import { storedJson } from "../../_kit/stored-json.js";
import { AddressTable, grown } from "../address-table.js";
import type { CrawlSettings } from "../crawl-settings.js";
import type { CrawlContext } from "../options.js";
import type { PageRecord } from "../record.js";
import { CsvFile } from "./csv.js";
import { List } from "./list.js";
import type { PutFile } from "./parted-file.js";

const MAX_PARTS = 1000;

/** The pages of the last crawl, as far as it takes to see what is different now. */
export class LastCrawl {
  private readonly pages = new AddressTable();
  private readonly spellings: string[] = [];
  private statuses = new Uint16Array(1024);
  private met = new Uint8Array(1024);
  private readonly hashes: string[] = [];
  private readonly fresh = new List<JsonObject>();
  private readonly gone = new List<JsonObject>();
  private readonly changed = new List<JsonObject>();
  private readonly moved = new List<JsonObject>();

  private constructor(
    private readonly settings: CrawlSettings,
    private readonly table: CsvFile,
  ) {}

  /** Undefined when nothing is stored of an earlier crawl. */
  static async read(context: Pick<CrawlContext, "stored">, settings: CrawlSettings, put: PutFile) {
    const columns = ["change", "url", "statusBefore", "status"];
    const last = new LastCrawl(settings, new CsvFile("changes", columns, put));
    for (const path of await partsOf(context)) {
      const bytes = await context.stored(path);
      if (bytes === undefined) continue;
      last.take(Buffer.from(bytes).toString("utf8"));
    }
    return last.pages.size === 0 ? undefined : last;
  }

  async compare(normal: string, { url, status, hash = "" }: PageRecord): Promise<void> {
    const page = this.pages.find(normal);
    if (page === undefined) return await this.record(this.fresh, "new", { url, status });
    this.met[page] = 1;
    const statusBefore = this.statuses[page]!;
    if (statusBefore !== status) await this.record(this.moved, "status", { url, statusBefore, status });
    else if (this.hashes[page] !== hash) await this.record(this.changed, "changed", { url, statusBefore, status });
  }

  /** Lists what is no longer there, and says how much of everything there is. */
  async end(): Promise<JsonObject> {
    for (let page = 0; page < this.pages.size; page += 1) {
      if (this.met[page] === 1) continue;
      await this.record(this.gone, "gone", { url: this.spellings[page]!, statusBefore: this.statuses[page]! });
    }
    await this.table.end();
    return {
      new: this.fresh.report(),
      gone: this.gone.report(),
      changed: this.changed.report(),
      status: this.moved.report(),
    };
  }

  private async record(list: List<JsonObject>, change: string, item: JsonObject): Promise<void> {
    list.add(item);
    await this.table.add([change, item["url"]!, item["statusBefore"] ?? "", item["status"] ?? ""]);
  }

  private take(text: string): void {
    let at: { url: number; status: number; hash: number } | undefined;
    for (const row of csvRows(text)) {
      if (at === undefined) {
        at = { url: row.indexOf("url"), status: row.indexOf("status"), hash: row.indexOf("contentHash") };
        if (at.url < 0 || at.status < 0 || at.hash < 0) return;
        continue;
      }
      const url = row[at.url] ?? "";
      const normal = this.settings.normal(url);
      if (normal === undefined) continue;
      const page = this.pages.add(normal);
      if (page >= this.statuses.length) {
        this.statuses = grown(this.statuses, Uint16Array);
        this.met = grown(this.met, Uint8Array);
      }
      this.spellings[page] = url;
      this.statuses[page] = Number(row[at.status]) || 0;
      this.hashes[page] = row[at.hash] ?? "";
    }
  }
}

/** Names of the files that the last crawl's table of pages is in, as its report says. */
async function partsOf(context: Pick<CrawlContext, "stored">): Promise<readonly string[]> {
  const report = storedJson(await context.stored("report.json")) as { files?: { pages?: unknown } } | null | undefined;
  const pages = report?.files?.pages;
  return Array.isArray(pages) ? pages.filter((path) => typeof path === "string").slice(0, MAX_PARTS) : ["pages.csv"];
}

/** The rows of a table as text, with quotes as usual: one after the other, so that a large one fits. Never throws. */
export function* csvRows(text: string): Generator<readonly string[]> {
  let row: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const start = at;
    while (at < text.length && text[at] !== "," && text[at] !== "\n" && text[at] !== "\r") at += 1;
    row.push(cell + text.slice(start, at));
    if (text[at] === ",") {
      at += 1;
      if (at < text.length) continue;
      row.push("");
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    yield row;
    row = [];
  }
}
