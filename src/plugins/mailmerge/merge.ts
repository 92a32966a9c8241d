import { countWords } from "../../engines/pages/terms.js";
import { type Random, seededRandom, shown } from "../../kernel/index.js";
import type { MailMergeOptions, OutputFormat } from "./options.js";
import { type Page, plainText } from "./pages/page.js";
import { type RowFilter, rowFilterOf } from "./row-filter.js";
import type { Header } from "./tables/header.js";
import type { Filling, Template } from "./templates/template.js";
import { type Templates, templatesFor } from "./templates/templates.js";

/** Longest title that is kept. */
const MAX_TITLE = 300;

/** A row that was merged, or why it was not. */
export interface Merged {
  readonly page: Page;
  readonly fileName: string;
  readonly text: string;
  readonly words: number;
  readonly missing: readonly string[];
  /** Empty for a page that can be used. */
  readonly problem: string;
}

/** Fills the templates of a task for one row after the other. The same row gives the same page, whatever was before it. */
export class Merge {
  readonly isWanted: RowFilter;
  readonly templates: Templates;
  private readonly needsHtml: boolean;

  /** Throws bad-input. */
  constructor(
    body: string,
    private readonly options: MailMergeOptions,
    formats: readonly OutputFormat[],
    readonly header: Header,
    private readonly seed: string,
    warn: (message: string) => void,
  ) {
    this.templates = templatesFor(body, options, header, warn);
    this.isWanted = rowFilterOf(options.rowFilter, header);
    this.needsHtml = this.templates.text === undefined || formats.includes("html");
  }

  row(cells: readonly string[], row: number): Merged {
    const missing = new Set<string>();
    const { title: ofTitle, fileName, html, text } = this.templates;
    const filled = this.fill(ofTitle, { cells, number: row, title: "", missing }, "title");
    const title = oneLine(filled) || `Row ${row}`;
    const filling = { cells, number: row, title, missing };
    const page: Page = {
      row,
      title,
      cells,
      html: this.needsHtml ? this.fill(html!, filling, "body") : undefined,
      text: text === undefined ? undefined : this.fill(text, filling, "body"),
    };
    const plain = plainText(page);
    const names = [...missing];
    const problem =
      names.length === 0 || this.options.onMissing !== "fail-row"
        ? ""
        : `${names.length === 1 ? "This cell is" : "These cells are"} empty: ${names.map((name) => shown(name, 60)).join(", ")}. Fill ${names.length === 1 ? "it" : "them"}, or set onMissing to "empty".`;
    return {
      page,
      fileName: this.fill(fileName, { ...filling, missing: new Set() }, "name"),
      text: plain,
      words: countWords(plain),
      missing: names,
      problem,
    };
  }

  /** Spintax in each template is chosen by the row alone, so that all forms of a page say the same. */
  private fill(template: Template, filling: Omit<Filling, "random">, what: string): string {
    let random: Random | undefined;
    const lazily = () => {
      random ??= seededRandom(`${this.seed}\n${filling.number}\n${what}`);
      return random;
    };
    return template.filled({
      ...filling,
      get random() {
        return lazily();
      },
    });
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_TITLE || /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/.test(line)
    ? shown(line, MAX_TITLE)
    : line;
}
