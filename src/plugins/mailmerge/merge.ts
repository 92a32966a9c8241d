import { countWords } from "../../engines/pages/terms.js";
import { type Random, ScriptoriumError, seededRandom, shown } from "../../kernel/index.js";
import type { MailMergeOptions, OutputFormat } from "./options.js";
import { type Page, plainText } from "./pages/page.js";
import { type RowFilter, rowFilterOf } from "./row-filter.js";
import type { Header } from "./tables/header.js";
import { type Head, headOf, NO_HEAD } from "./templates/front-matter.js";
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
  private readonly isSingle: boolean;
  private isHeadless = false;

  /** Throws bad-input. */
  constructor(
    body: string,
    private readonly options: MailMergeOptions,
    formats: readonly OutputFormat[],
    readonly header: Header,
    private readonly seed: string,
    private readonly warn: (message: string) => void,
  ) {
    this.templates = templatesFor(body, options, header, warn);
    this.isWanted = rowFilterOf(options.rowFilter, header);
    this.isSingle = options.mode === "single";
    this.needsHtml = this.templates.text === undefined || formats.includes("html");
  }

  row(cells: readonly string[], row: number): Merged {
    const { title: ofTitle, fileName, html, frontMatter, text, markdown } = this.templates;
    const filling = new RowFilling(cells, row, this.seed);
    filling.title = oneLine(filling.filled(ofTitle, "title")) || `Row ${row}`;
    const page: Page = {
      row,
      title: filling.title,
      cells,
      head: frontMatter && this.head(filling.filled(frontMatter, "body")),
      html: this.needsHtml ? filling.filled(html!, "body") : undefined,
      text: text && filling.filled(text, "body"),
      markdown: markdown && filling.filled(markdown, "body"),
    };
    const missing = [...filling.missing];
    const plain = plainText(page);
    return {
      page,
      // Nobody misses what a name of a file lacks.
      fileName: this.isSingle ? "" : filling.filled(fileName, "name"),
      text: plain,
      words: countWords(plain),
      missing,
      problem: missing.length === 0 || this.options.onMissing !== "fail-row" ? "" : emptyCells(missing),
    };
  }

  /** What a cell makes unreadable is said once. */
  private head(frontMatter: string): Head {
    try {
      return headOf(frontMatter);
    } catch (error) {
      if (!ScriptoriumError.is(error)) throw error;
      if (!this.isHeadless) this.warn(error.message);
      this.isHeadless = true;
      return NO_HEAD;
    }
  }
}

function emptyCells(missing: readonly string[]): string {
  const names = missing.map((name) => shown(name, 60)).join(", ");
  return missing.length === 1
    ? `This cell is empty: ${names}. Fill it, or set onMissing to "empty".`
    : `These cells are empty: ${names}. Fill them, or set onMissing to "empty".`;
}

/**
 * What the templates of one row are filled with. Spintax in each is chosen by the row alone, so that all forms of a page say the
 * same.
 */
class RowFilling implements Filling {
  title = "";
  readonly missing = new Set<string>();
  private what = "";
  private chosen: Random | undefined;

  constructor(
    readonly cells: readonly string[],
    readonly number: number,
    private readonly seed: string,
  ) {}

  /** Made when it is first needed: most templates have nothing to choose. */
  get random(): Random {
    this.chosen ??= seededRandom(`${this.seed}\n${this.number}\n${this.what}`);
    return this.chosen;
  }

  filled(template: Template, what: string): string {
    this.what = what;
    this.chosen = undefined;
    return template.filled(this);
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_TITLE || /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/.test(line)
    ? shown(line, MAX_TITLE)
    : line;
}
