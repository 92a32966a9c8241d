import type { Json } from "../../../kernel/index.js";
import { csvLine } from "../../../kernel/values/csv-line.js";
import { GrowingFile, type PutFile } from "./growing-file.js";

/** Characters that are put into the file at once. */
const BATCH = 32 * 1024;

/** A table of any length. What programs would take for formulas is kept from them. */
export class CsvFile {
  private readonly file: GrowingFile;
  private text = "";

  private readonly batch: number;

  constructor(name: string, columns: readonly string[], put: PutFile, partLength?: number) {
    this.file = new GrowingFile({ path: `${name}.csv`, type: "text/csv", head: csvLine(columns) }, put, partLength);
    this.batch = Math.min(BATCH, partLength ?? BATCH);
  }

  get paths(): readonly string[] {
    return this.file.paths;
  }

  /** A promise where rows have to be stored before more are added. */
  add(row: readonly Json[]): Promise<void> | undefined {
    this.text += csvLine(row);
    return this.text.length < this.batch ? undefined : this.flush();
  }

  /** A table without rows is a file with its header alone. */
  async end(): Promise<void> {
    await this.flush();
    await this.file.end();
  }

  private flush(): Promise<void> | undefined {
    const { text } = this;
    this.text = "";
    return text === "" ? undefined : this.file.add(text);
  }
}
