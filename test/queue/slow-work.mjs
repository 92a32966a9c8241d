import { setTimeout as wait } from "node:timers/promises";
import { defineTaskPlugin } from "scriptorium";
import { z } from "zod";

/** A task type whose lines take as long as the data say, heed an abort or not, and leave a row each. */
export const slowWork = defineTaskPlugin({
  type: "slowwork",
  words: "slow work",
  title: "Slow Work",
  summary: "Waits for a while with every line.",
  options: z.object({
    lines: z.array(z.string()).default([]),
    pauseMs: z.int().default(0),
    deaf: z.boolean().default(false),
  }),
  inputs: ({ lines }) => lines,
  async run(line, { options: { pauseMs, deaf }, output, signal }) {
    await wait(pauseMs, undefined, deaf ? {} : { signal });
    output.row({ line, pid: process.pid });
  },
});
