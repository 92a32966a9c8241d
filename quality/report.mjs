/** Said when what an area needs is not on this machine: the area counts as skipped, not as failed. */
export class Absent extends Error {}

/** Said when a file that was given is not as it has to be. */
export class Refused extends Error {}

/** A figure that has to be at most, or at least, `gate`; `goal` is where we want it. */
export const atMost = (gate, goal) => ({ fits: (value, limit) => value <= limit, sign: "at most", gate, goal });
export const atLeast = (gate, goal) => ({ fits: (value, limit) => value >= limit, sign: "at least", gate, goal });

/** Collects the rows of an area and prints them with their bars. */
export function createReport(title, write) {
  const rows = [];
  return {
    /** `digits` after the point; `bar` is absent for figures that are only reported. */
    figure(name, value, { digits = 2, unit = "", bar } = {}) {
      const missed = bar !== undefined && !bar.fits(value, bar.gate);
      const short = bar?.goal !== undefined && !bar.fits(value, bar.goal);
      const bars =
        bar === undefined ? "" : `${bar.sign} ${bar.gate}${bar.goal === undefined ? "" : `, goal ${bar.goal}`}`;
      const mark = bar === undefined ? "" : missed ? "GATE MISSED" : short ? "gate met" : "met";
      rows.push([name, `${value.toFixed(digits)}${unit}`, bars, mark]);
      return missed;
    },
    note(text) {
      rows.push([text]);
    },
    print() {
      const cells = rows.filter((row) => row.length > 1);
      const widths = [0, 1, 2].map((column) => Math.max(0, ...cells.map((row) => row[column].length)));
      write(`\n## ${title}\n`);
      for (const [name, ...rest] of rows) {
        if (rest.length === 0) write(`${name}\n`);
        else {
          const [value, bars, mark] = rest;
          const line = `${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${bars.padEnd(widths[2])}  ${mark}`;
          write(`${line.trimEnd()}\n`);
        }
      }
    },
    get empty() {
      return rows.length === 0;
    },
    /** The rows that miss their gate. */
    get missed() {
      return rows.filter((row) => row[3] === "GATE MISSED").map(([name, value, bars]) => `${name}: ${value} (${bars})`);
    },
  };
}
