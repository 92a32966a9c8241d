export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Prints rows of texts and numbers with their columns aligned. */
export function printTable(head, rows) {
  const text = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === "number" ? cell.toFixed(2) : String(cell))),
  );
  const widths = head.map((_, column) => Math.max(...text.map((row) => row[column].length)));
  for (const row of text) {
    process.stdout.write(
      `${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ")}\n`,
    );
  }
}

export const verdict = (value, limit) => (value <= limit ? "met" : "NOT MET");
