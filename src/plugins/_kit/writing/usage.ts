import { csvLine } from "../../../kernel/values/csv-line.js";

/** What one call of a writer took. */
export interface UsageRow {
  /** What it was for, such as a keyword or a file. */
  readonly for: string;
  /** The step of the work, such as `draft`. */
  readonly step: string;
  readonly provider: string;
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Absent where the prices are not known. */
  readonly cost?: number | undefined;
  readonly currency: string;
  /** It was answered from what is kept, for nothing. */
  readonly cached: boolean;
}

/** What the calls of a run took, and what those on their way may take. */
export interface UsageLedger {
  readonly rows: readonly UsageRow[];
  add(row: UsageRow): void;
  /** The cost of all rows and of what is reserved. */
  cost(): number;
  /** Counts a cost that may come until what it gives back is called. */
  reserve(cost: number): () => void;
}

/** A ledger of a run; `earlier` are the rows that the run had before it was resumed. */
export function usageLedger(earlier: readonly UsageRow[] = []): UsageLedger {
  const rows = [...earlier];
  let spent = rows.reduce((sum, one) => sum + (one.cost ?? 0), 0);
  let reserved = 0;
  return {
    rows,
    add(row) {
      rows.push(row);
      spent += row.cost ?? 0;
    },
    cost: () => spent + reserved,
    reserve(cost) {
      reserved += cost;
      let isOpen = true;
      return () => {
        if (isOpen) reserved -= cost;
        isOpen = false;
      };
    },
  };
}

const COLUMNS = ["for", "step", "provider", "model", "tokensIn", "tokensOut", "cost", "currency", "cached"] as const;

/** The file `usage.csv`. */
export function usageCsv(rows: readonly UsageRow[]): string {
  return [csvLine(COLUMNS), ...rows.map((row) => csvLine(COLUMNS.map((name) => shownCell(row[name]))))].join("");
}

function shownCell(value: string | number | boolean | undefined): string {
  // Fractions of a cent, without the digits that binary numbers add.
  return typeof value === "number" ? String(Number(value.toFixed(6))) : String(value ?? "");
}
