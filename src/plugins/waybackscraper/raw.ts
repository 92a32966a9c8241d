import { type ArchivedCopy, addressKey, readArchiveAddress } from "../../engines/pages/archive/archive-addresses.js";
import { encodingOf } from "../../engines/pages/archive/archived-text.js";
import {
  pageReferences,
  type Reference,
  styleReferences,
  withAddresses,
} from "../../engines/pages/archive/references.js";
import { ScriptoriumError } from "../../kernel/index.js";
import { archiveFailure } from "../_kit/archive/archive-errors.js";
import { type FetchedCopy, fetchCopy } from "../_kit/archive/fetch-copy.js";
import { linkTarget, nearestFile, rawFile } from "./linked.js";
import type { PageWork } from "./reading.js";

/** Most images, style sheets and scripts that are asked for for one page. */
const MOST_REQUISITES = 200;
/** Style sheets name others; these are not followed for ever. */
const MOST_DEPTH = 3;

export interface SavedRaw {
  readonly file: string;
  readonly notes: readonly string[];
  /** What was asked for besides the page: pairs of key and file. */
  readonly requisites: readonly (readonly string[])[];
}

/** Puts out the bytes of a copy: as they came, or with other links in them, and with what the page needs to look right. */
export async function saveRaw(
  copy: ArchivedCopy,
  fetched: FetchedCopy,
  html: boolean,
  work: PageWork,
): Promise<SavedRaw> {
  const { options, output } = work.context;
  const file = rawFile(copy, options);
  const type = fetched.mediaType || "application/octet-stream";
  const plain = !html || (!options.rewriteLinks && !options.pageRequisites);
  const encoding = plain ? "" : encodingOf(fetched.body, fetched.contentType);
  // In these an address is not written in the bytes of ASCII, or its bytes are part of other signs.
  const foreign = /^(utf-16|iso-2022|hz-)/.test(encoding);
  if (plain || foreign) {
    output.file(file, fetched.body, type);
    return { file, notes: foreign ? ["Its links were not changed, because of its encoding."] : [], requisites: [] };
  }
  const bytes = Buffer.from(fetched.body).toString("latin1");
  const references = pageReferences(bytes, copy.original, encoding);
  const requisites = new Requisites(work, fetched.timestamp);
  if (options.pageRequisites) await requisites.save(references, 1);
  const changed = options.rewriteLinks ? requisites.linked(bytes, references, file) : bytes;
  output.file(file, Buffer.from(changed, "latin1"), type);
  return { file, notes: requisites.notes(), requisites: requisites.asked };
}

/** What one page needs besides itself. */
class Requisites {
  readonly asked: (readonly [key: string, file: string])[] = [];
  private readonly files = new Map<string, string>();
  private missing = 0;
  private tooMany = false;

  constructor(
    private readonly work: PageWork,
    private readonly timestamp: string,
  ) {}

  async save(references: readonly Reference[], depth: number): Promise<void> {
    for (const reference of references) {
      if (reference.kind === "page" || reference.kind === "base") continue;
      const original = readArchiveAddress(reference.url, this.work.context.state.place)?.original ?? reference.url;
      const key = addressKey(original);
      if (key === undefined || this.isKnown(key)) continue;
      if (this.asked.length >= MOST_REQUISITES) {
        this.tooMany = true;
        return;
      }
      await this.fetch(original, key, reference.kind === "style", depth);
    }
  }

  /** The bytes of a page or a style sheet with links that lead to what is saved. */
  linked(bytes: string, references: readonly Reference[], file: string): string {
    const { links, notes, context } = this.work;
    const saved = (key: string, timestamp: string) =>
      nearestFile(links, key, timestamp) ?? (this.files.get(key) || notes.requisites.get(key) || undefined);
    const from = { file, timestamp: this.timestamp };
    return withAddresses(bytes, references, (one) => linkTarget(one, from, context.state.place, saved));
  }

  notes(): string[] {
    const { missing } = this;
    return [
      ...(missing === 0
        ? []
        : [`${missing === 1 ? "1 file of the page was" : `${missing} files of the page were`} not to be had.`]),
      ...(this.tooMany ? [`Of its files no more than ${MOST_REQUISITES} were asked for.`] : []),
    ];
  }

  private isKnown(key: string): boolean {
    const { links, notes } = this.work;
    return links.has(key) || this.files.has(key) || notes.requisites.has(key);
  }

  private async fetch(original: string, key: string, style: boolean, depth: number): Promise<void> {
    const { web, ask, context } = this.work;
    const { options, state, output, signal } = context;
    let fetched: FetchedCopy;
    try {
      const { copies } = state.place;
      fetched = await ask(() => fetchCopy({ copies, timestamp: this.timestamp, original }, web, state.place));
    } catch (error) {
      // An error of the archive is that of the page, which is fetched again with all it needs.
      if (signal.aborted || !ScriptoriumError.is(error) || archiveFailure(error) !== undefined) throw error;
      this.lost(key);
      return;
    }
    if (fetched.status < 200 || fetched.status > 299 || fetched.body.length === 0) {
      this.lost(key);
      return;
    }
    const mime = fetched.mediaType || (style ? "text/css" : "application/octet-stream");
    const file = rawFile({ original, timestamp: this.timestamp, mime }, options);
    // Before what it names, which may name it.
    this.keep(key, file);
    let body = fetched.body;
    if (style && mime === "text/css" && depth <= MOST_DEPTH) {
      const encoding = encodingOf(body, fetched.contentType);
      if (!/^(utf-16|iso-2022|hz-)/.test(encoding)) {
        const bytes = Buffer.from(body).toString("latin1");
        const references = styleReferences(bytes, original, encoding);
        await this.save(references, depth + 1);
        if (options.rewriteLinks) body = Buffer.from(this.linked(bytes, references, file), "latin1");
      }
    }
    output.file(file, body, mime);
  }

  private keep(key: string, file: string): void {
    this.asked.push([key, file]);
    this.files.set(key, file);
  }

  private lost(key: string): void {
    this.missing += 1;
    this.keep(key, "");
  }
}
