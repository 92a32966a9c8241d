import { existsSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { defineTaskPlugin } from "scriptorium";
import { z } from "zod";

/**
 * A task type whose lines do one effect each, at the ledger whose address is in the data (see outside.ts), and leave a
 * row with what became of it. Where the ledger says so, a line blocks the event loop, or waits and heeds no signal.
 */
export const ledgerWork = defineTaskPlugin({
  type: "ledgerwork",
  words: "ledger work",
  title: "Ledger Work",
  summary: "Does one effect for every line.",
  options: z.object({
    lines: z.array(z.string()).default([]),
    ledger: z.string().default(""),
    pauseMs: z.int().default(0),
  }),
  inputs: ({ lines }) => lines,
  begin: (context) => report(context, "begun", ""),
  async run(line, context) {
    const { options, signal, effect, output } = context;
    const orders = await report(context, "taken", line);
    const { blockUntil, deafMs = 0, pauseMs = options.pauseMs } = orders;
    signal.addEventListener("abort", () => void report(context, "cut", line).catch(() => {}), { once: true });
    try {
      while (blockUntil !== undefined && !existsSync(blockUntil)) blockFor(100);
      if (deafMs > 0) await wait(deafMs);
      if (pauseMs > 0) await wait(pauseMs, undefined, { signal });
      const outcome = await effect(`send ${line}`, async () => {
        await report(context, "sent", line);
        return {};
      });
      output.row({ line, state: outcome.state, pid: process.pid });
    } finally {
      await report(context, "over", line);
    }
  },
});

function blockFor(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** What the ledger answers. */
async function report({ taskId, runId, options }, what, line) {
  const body = JSON.stringify({ what, taskId, runId, line, pid: process.pid });
  return (await fetch(options.ledger, { method: "POST", body })).json();
}
