import { createHash } from "node:crypto";
import type { TaskContext } from "../../../kernel/index.js";

type Memory = Pick<TaskContext<never>, "remembered">;
type Keeping = Pick<TaskContext<never>["output"], "remember">;

/** Translations in one record: it is written again with every text that adds to it, so it must not grow without end. */
const IN_ONE = 1000;
/** Records of one pair of languages. */
const MOST = 300;

/**
 * What a task has translated between two languages, kept from run to run, so that equal texts are translated once. `setting` is
 * all else that bears on a translation, such as the glossary: after a change of it nothing is taken from before.
 */
export class TranslationMemory {
  private readonly known = new Map<string, string>();
  private record: [string, string][] = [];
  private number = 0;
  private hasNews = false;

  private constructor(
    private readonly name: string,
    private readonly setting: string,
  ) {}

  static async open(languages: string, setting: string, context: Memory): Promise<TranslationMemory> {
    const memory = new TranslationMemory(`translations/${languages}`, setting);
    for (let number = 0; number < MOST; number += 1) {
      const bytes = await context.remembered(`${memory.name}.${number}.json`);
      if (bytes === undefined) break;
      memory.number = number;
      memory.record = entriesOf(bytes);
      for (const [key, translation] of memory.record) memory.known.set(key, translation);
    }
    return memory;
  }

  get(text: string): string | undefined {
    return this.known.get(this.keyOf(text));
  }

  /** What comes after the last record is full is forgotten when the run ends. */
  put(text: string, translation: string, output: Keeping): void {
    const key = this.keyOf(text);
    if (this.known.has(key)) return;
    this.known.set(key, translation);
    if (this.record.length >= IN_ONE) {
      this.keep(output);
      this.record = [];
      this.number += 1;
    }
    this.record.push([key, translation]);
    this.hasNews = true;
  }

  /** Has it stored with what the line puts out next. */
  keep(output: Keeping): void {
    if (!this.hasNews || this.number >= MOST) return;
    output.remember(`${this.name}.${this.number}.json`, JSON.stringify(this.record));
    this.hasNews = false;
  }

  private keyOf(text: string): string {
    return createHash("sha256").update(`${this.setting}\n${text}`).digest("base64url").slice(0, 22);
  }
}

function entriesOf(bytes: Uint8Array): [string, string][] {
  const entries: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return Array.isArray(entries) ? (entries as [string, string][]) : [];
}
