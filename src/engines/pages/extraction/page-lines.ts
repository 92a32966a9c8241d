import { oneLine } from "../blocks.js";

/** Elements that are part of a line. */
const IN_LINE = new Set(
  "b i em strong u s sub sup mark wbr abbr font a span time label small svg img cite address".split(" "),
);
/** Elements that do not part words. */
const INLINE = new Set("b i em strong u s sub sup mark wbr abbr font".split(" "));

const MAX_LINE = 160;
const UNEVEN_SPACE = /\s\s|[^\S ]/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const CREDIT =
  /^(?:this (?:post|article|story|guide) (?:was|is) )?(?:written|authored|verfasst|geschrieben|escrito|\u00e9crit|r\u00e9dig\u00e9) (?:by|von|por|par)\s+\p{Lu}/iu;
const MAX_CREDITS = 5;
const MAX_DATED_LINES = 100;
const MAX_DATED_LINE = 110;
const MAX_LABEL = 40;
/** Words that do not say what a date is of, as the name of a column or a row of data. */
const OF_NOTHING = /^(?:the )?(?:date|datum|fecha|data|dato|\u0434\u0430\u0442\u0430|\u65e5\u671f)[^\p{L}]*\d/iu;
const LINES_ABOVE = 12;
const LINES_BELOW = 40;

/** Whether an element of this name joins the words before it with those behind it. */
export function joinsWords(name: string): boolean {
  return INLINE.has(name);
}

/** Picks the short lines of a page that may say who wrote it, and when, while the page is read from end to end. */
export class PageLines {
  /** The short lines with a year; where there is a short line above one, both together too. */
  readonly dated: string[] = [];
  /** The short lines that say who wrote the text. */
  readonly credits: string[] = [];
  /** Whether what comes is in a table or a list of data: a year there is one of its values, unless words say what it is of. */
  inData = false;
  /** Whether what comes is in an item of a list: below a paragraph a year there is of the text. */
  inItem = false;
  private belowText = false;
  private above: string[] = [];
  private readonly below: string[] = [];
  private readonly first: string[] = [];
  private line = "";
  private before = "";
  private underHeading = false;

  add(text: string): void {
    if (this.line.length > MAX_LINE) return;
    // How a page is indented says nothing of how long its lines are.
    const plain = UNEVEN_SPACE.test(text) ? text.replace(/\s+/g, " ") : text;
    if (this.line !== "" || plain !== " ") this.line += plain.slice(0, MAX_LINE + 1);
  }

  /** An element of this name begins or ends. */
  part(name: string): void {
    if (this.line === "") return;
    if (!IN_LINE.has(name)) this.end();
    else if (!INLINE.has(name) && this.line.length <= MAX_LINE) this.line += " ";
  }

  /** The first heading of level 1 begins, or the title of the page has been found further down. */
  heading(isTitle: boolean): void {
    this.underHeading = true;
    this.belowText = false;
    if (!isTitle) return;
    this.above = [...this.above, ...this.below].slice(-LINES_ABOVE);
    this.below.length = 0;
  }

  /** Those around the heading, those below it first; of a page without one its first. */
  around(): readonly string[] {
    return this.underHeading ? [...this.below, ...this.above.slice(-LINES_ABOVE)] : this.first;
  }

  private end(): void {
    const written = this.line;
    this.line = "";
    this.belowText ||= written.length > MAX_LINE;
    if (written.length > MAX_LINE || !/\S/.test(written)) return;
    const isDated = this.dated.length < MAX_DATED_LINES && YEAR.test(written);
    const isCredit = this.credits.length < MAX_CREDITS && CREDIT.test(written.trimStart());
    const isKept = !this.underHeading || this.below.length < LINES_BELOW || this.first.length < LINES_BELOW;
    if (isDated || isCredit || isKept) this.keep(oneLine(written), isDated, isCredit);
    this.before = written;
  }

  private keep(text: string, isDated: boolean, isCredit: boolean): void {
    if (isDated && text.length <= MAX_DATED_LINE) {
      const label = oneLine(this.before);
      const said = label !== "" && label.length <= MAX_LABEL ? [text, `${label} ${text}`] : [text];
      this.dated.push(...(this.inData ? said.filter((line) => !OF_NOTHING.test(line)) : said));
    }
    if (isCredit) this.credits.push(text);
    if (isDated && (this.inData || (this.inItem && this.belowText))) return;
    if (this.first.length < LINES_BELOW) this.first.push(text);
    if (this.underHeading) {
      if (this.below.length < LINES_BELOW) this.below.push(text);
    } else if (this.above.push(text) > 4 * LINES_ABOVE) this.above = this.above.slice(-LINES_ABOVE);
  }
}
