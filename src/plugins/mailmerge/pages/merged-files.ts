import type { Output } from "../../../kernel/index.js";
import type { OutputFormat } from "../options.js";
import type { Header } from "../tables/header.js";
import { contentOf, csvHead, csvRow, HTML_FOOT, htmlHead, MEDIA_TYPES, type Page, record } from "./page.js";

/** The one file of each form that holds all pages. Pages are gathered and appended with the next checkpoint. */
export class MergedFiles {
  private readonly ready = new Map<OutputFormat, string[]>();
  /** Characters that are gathered. */
  size = 0;
  /** Whether the files are those of this run, and not of an earlier one. */
  private isBegun: boolean;

  /** `count` pages are in the files already. */
  constructor(
    private readonly formats: readonly OutputFormat[],
    private readonly header: Header,
    private readonly separator: string,
    /** Whether each page is an HTML document of its own. */
    private readonly isWhole: boolean,
    private count: number,
  ) {
    this.isBegun = count > 0;
  }

  static path(format: OutputFormat): string {
    return `articles/merged.${format}`;
  }

  put(page: Page): void {
    for (const format of this.formats) {
      const piece = this.piece(page, format);
      this.size += piece.length;
      const ready = this.ready.get(format);
      if (ready === undefined) this.ready.set(format, [piece]);
      else ready.push(piece);
    }
    this.count += 1;
  }

  /** Hands over what is gathered. */
  flush(output: Output): void {
    for (const [format, pieces] of this.ready) {
      const put = this.isBegun ? output.append : output.file;
      put.call(output, MergedFiles.path(format), pieces.join(""), MEDIA_TYPES[format]);
    }
    this.isBegun ||= this.ready.size > 0;
    this.ready.clear();
    this.size = 0;
  }

  /** What ends the files. */
  end(output: Output): void {
    this.flush(output);
    for (const format of this.formats) {
      const foot =
        format === "json" ? "\n]\n" : format === "csv" ? "" : format === "html" && !this.isWhole ? HTML_FOOT : "\n";
      if (foot !== "") output.append(MergedFiles.path(format), foot, MEDIA_TYPES[format]);
    }
  }

  private piece(page: Page, format: OutputFormat): string {
    const isFirst = this.count === 0;
    if (format === "csv") return (isFirst ? csvHead(this.header) : "") + csvRow(page, this.header);
    if (format === "json") return `${isFirst ? "[\n" : ",\n"}${JSON.stringify(record(page, this.header))}`;
    const content = contentOf(page, format);
    if (!isFirst) return this.separator + content;
    return format === "html" && !this.isWhole ? htmlHead("Merged") + content : content;
  }
}
