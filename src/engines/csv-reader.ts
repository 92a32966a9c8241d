/** A record that does not end: most often a quotation mark that nobody closed. */
export class EndlessRecord extends Error {
  /** `record` counts from 1. */
  constructor(
    readonly record: number,
    readonly isQuoted: boolean,
  ) {
    super(`Record ${record} does not end.`);
  }
}

export interface CsvReaderOptions {
  readonly separator: string;
  /** Most characters of a record. */
  readonly maxRecord?: number;
}

/**
 * Reads a table (RFC 4180) as its text comes in, in any pieces. A record ends at a line feed, a carriage return or both, also
 * mixed; quotation marks count at the beginning of a cell only, and what follows the closing one belongs to the cell. A blank
 * line is a record of one empty cell.
 */
export class CsvReader {
  private rest = "";
  private count = 0;

  constructor(private readonly options: CsvReaderOptions) {}

  /** The records that are complete now. Throws EndlessRecord. */
  push(text: string): string[][] {
    return this.read(text, false);
  }

  /** The last record. An open quotation mark ends at the end of the text with `lenient`, and throws EndlessRecord otherwise. */
  end({ lenient = false } = {}): string[][] {
    return this.read("", true, lenient);
  }

  private read(more: string, isLast: boolean, lenient = false): string[][] {
    const { separator, maxRecord = Number.POSITIVE_INFINITY } = this.options;
    const text = this.rest + more;
    const mark = separator.charCodeAt(0);
    const records: string[][] = [];
    let begin = 0;
    let at = 0;
    let row: string[] = [];
    let isQuoted = false;
    scan: while (at < text.length || row.length > 0) {
      let cell = "";
      isQuoted = text.charCodeAt(at) === QUOTE;
      if (isQuoted) {
        at += 1;
        for (;;) {
          const quote = text.indexOf('"', at);
          if (quote < 0) {
            if (!isLast) break scan;
            if (!lenient) throw new EndlessRecord(this.count + 1, true);
            cell += text.slice(at);
            at = text.length;
            break;
          }
          cell += text.slice(at, quote);
          at = quote + 1;
          // Whether it is a doubled one is known from the next character.
          if (at >= text.length && !isLast) break scan;
          if (text.charCodeAt(at) !== QUOTE) break;
          cell += '"';
          at += 1;
        }
        isQuoted = false;
      }
      let end = at;
      let code = text.charCodeAt(end);
      while (end < text.length && code !== mark && code !== LF && code !== CR) {
        end += 1;
        code = text.charCodeAt(end);
      }
      if (!isLast && (end >= text.length || (code === CR && end + 1 >= text.length))) break;
      row.push(cell === "" ? text.slice(at, end) : cell + text.slice(at, end));
      if (end < text.length && code === mark) {
        at = end + 1;
        continue;
      }
      at = end + (code === CR && text.charCodeAt(end + 1) === LF ? 2 : 1);
      if (at - begin > maxRecord) throw new EndlessRecord(this.count + 1, false);
      records.push(row);
      this.count += 1;
      row = [];
      begin = at;
    }
    this.rest = text.slice(begin);
    if (this.rest.length > maxRecord) throw new EndlessRecord(this.count + 1, isQuoted);
    return records;
  }
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * What divides the cells: of comma, semicolon, tab and bar the one that occurs in most of the first lines, and equally often,
 * outside of quotation marks.
 */
export function separatorOf(text: string): string {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, "")
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, 20);
  const [first = ""] = lines;
  const score = (separator: string) => {
    const count = first.split(separator).length - 1;
    const alike = lines.filter((line) => line.split(separator).length - 1 === count).length;
    return count === 0 ? 0 : alike * 1000 + Math.min(count, 999);
  };
  const scores = ["\t", ";", ",", "|"].map((separator) => [separator, score(separator)] as const);
  return scores.reduce<readonly [string, number]>((best, one) => (one[1] > best[1] ? one : best), [",", 0])[0];
}
