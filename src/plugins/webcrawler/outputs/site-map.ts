import type { CrawlSettings } from "../crawl-settings.js";
import type { PageRecord } from "../record.js";
import { GrowingBytes } from "./growing-bytes.js";
import type { PutFile } from "./growing-file.js";

/** What the protocol allows one file; of its 50 MB some are left. */
const MAX_ENTRIES = 50_000;
const MAX_LENGTH = 45_000_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** `sitemap.xml` of the pages that search engines are to know; with more than one file holds it is an index of them. */
export class SiteMapFile {
  readonly paths: string[] = [];
  private readonly bytes = new GrowingBytes();
  private entries = 0;
  /** What pages in it share with others: of those that are the same one is enough. */
  private readonly shared = new Set<string>();

  constructor(
    private readonly settings: CrawlSettings,
    /** Where the files will lie. */
    private readonly origin: string,
    private readonly put: PutFile,
  ) {}

  /**
   * Takes a page in that search engines are to know. `isMissing` says that it is not there whatever its status says, and
   * `shared` what it shares with the pages that are the same.
   */
  async add(normal: string, record: PageRecord, { isMissing = false, shared = "" } = {}): Promise<void> {
    if (isMissing || this.shared.has(shared) || !this.belongs(normal, record)) return;
    if (shared !== "") this.shared.add(shared);
    const changed = record.changed === undefined ? "" : `<lastmod>${record.changed.slice(0, 10)}</lastmod>`;
    const entry = `<url><loc>${escaped(record.url)}</loc>${changed}</url>\n`;
    if (this.entries >= MAX_ENTRIES || this.bytes.length + entry.length > MAX_LENGTH) await this.writePart(false);
    if (this.entries === 0) this.bytes.add(`${HEAD}<urlset ${SPACE}>\n`);
    this.bytes.add(entry);
    this.entries += 1;
  }

  async end(): Promise<void> {
    if (this.paths.length === 0) return await this.write("sitemap.xml", true);
    await this.writePart(true);
    const parts = this.paths.map((path) => `<sitemap><loc>${escaped(`${this.origin}/${path}`)}</loc></sitemap>\n`);
    const index = `${HEAD}<sitemapindex ${SPACE}>\n${parts.join("")}</sitemapindex>\n`;
    this.paths.unshift("sitemap.xml");
    await this.put("sitemap.xml", index, "application/xml", { last: true });
  }

  private belongs(normal: string, { status, code, type, noindex, canonical, url }: PageRecord): boolean {
    const readable = type === "text/html" || type === "application/xhtml+xml" || type === "application/pdf";
    if (status !== 200 || code !== undefined || !readable || noindex) return false;
    const own = canonical === undefined || this.settings.normal(canonical) === normal;
    return own && this.settings.scope.ownSite(url);
  }

  private writePart(last: boolean): Promise<void> {
    return this.write(`sitemap-${this.paths.length + 1}.xml`, last);
  }

  private async write(path: string, last: boolean): Promise<void> {
    this.paths.push(path);
    if (this.entries === 0) this.bytes.add(`${HEAD}<urlset ${SPACE}>\n`);
    this.bytes.add("</urlset>\n");
    this.entries = 0;
    await this.bytes.emptied((bytes) => this.put(path, bytes, "application/xml", { last }));
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
