import { asText } from "../../../engines/pages/extraction/as-text.js";
import type { ExtractedPage } from "../../../engines/pages/extraction/page.js";
import type { JsonObject, Output } from "../../../kernel/index.js";
import { csvLine } from "../../../kernel/values/csv-line.js";
import type { ArticleFacts } from "../article-files.js";
import type { Entry, RowSink } from "../row-order/row-order.js";
import type { CorpusFormat } from "./options.js";

/** What a page is, besides what is read from it. */
export interface CorpusPlace {
  readonly line: number;
  readonly url: string;
  readonly finalUrl: string;
  /** Of the article. */
  readonly file: string;
}

const MEDIA_TYPES = { jsonl: "application/jsonl", csv: "text/csv" } as const;

/** The rows of a run, and the one file with the text and metadata of all its articles. */
export class Corpus implements RowSink {
  private isBegun = false;

  constructor(private readonly format: CorpusFormat) {}

  /** The line of an article, of a page as `keptOf` left it; undefined where no corpus is wanted. */
  line(page: ExtractedPage, facts: ArticleFacts, place: CorpusPlace): string | undefined {
    if (this.format === "none") return undefined;
    const record = recordOf(page, facts, place);
    if (this.format === "jsonl") return `${JSON.stringify(record)}\n`;
    return csvLine(Object.values({ ...record, tags: record.tags.join(", ") }), { lineBreak: "\r\n" });
  }

  /** Adds the line of an entry to what this run has put out; the first one replaces the corpus of an earlier run. */
  put({ rows, corpus: line }: Entry, output: Output): void {
    for (const row of rows) output.row(row);
    if (line === undefined || this.format === "none") return;
    const path = `corpus.${this.format}`;
    if (this.isBegun) output.append(path, line, MEDIA_TYPES[this.format]);
    else output.file(path, this.format === "csv" ? HEAD + line : line, MEDIA_TYPES[this.format]);
    this.isBegun = true;
  }

  /** A note that says whether the corpus has begun. */
  noted(note: JsonObject): JsonObject {
    return this.isBegun ? { ...note, corpus: true } : note;
  }

  restore({ corpus }: JsonObject): void {
    this.isBegun ||= corpus === true;
  }
}

/** A line of the corpus, of a page that another line of the run has now; both formats begin with its number. */
export function renumbered(text: string, line: number): string {
  return text.replace(/^(\{"line":)?\d+/, (_all, before: string = "") => `${before}${line}`);
}

function recordOf(page: ExtractedPage, facts: ArticleFacts, { line, url, finalUrl, file }: CorpusPlace) {
  const { title, author, date, language, licence, words, hash, archive } = facts;
  const { modified, site, description, canonical, image, tags } = page.metadata;
  return {
    line,
    url,
    finalUrl,
    canonical,
    archiveUrl: archive?.archiveUrl ?? "",
    archivedAt: archive?.archivedAt ?? "",
    title,
    author,
    date,
    modified,
    site,
    description,
    language,
    licence,
    image,
    tags,
    type: page.type,
    words,
    hash,
    file,
    text: asText(page.content),
    comments: asText(page.comments),
  };
}

const HEAD =
  "line,url,finalUrl,canonical,archiveUrl,archivedAt,title,author,date,modified,site,description,language,licence,image,tags,type,words,hash,file,text,comments\r\n";
