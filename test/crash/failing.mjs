// A task type whose lines do something outside once, and of which some fail twice before they are done.
import { appendFileSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

export default {
  type: "failing",
  words: "failing",
  title: "Failing",
  summary: "Fails, and is done later.",
  options: z.object({ linesFile: z.array(z.string()).default([]), ledger: z.string().default("") }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { taskId, options, output, attempt, effect }) {
    // So that kills come in the middle of lines, too.
    await pause(5);
    if (line.startsWith("bad") && attempt < 3) throw new Error(`The attempt ${attempt} fails.`);
    const entry = `${taskId} ${line}\n`;
    await effect("ledger", async () => appendFileSync(options.ledger, entry), {
      lookup: async () => (readFileSync(options.ledger, "utf8").includes(entry) ? {} : undefined),
    });
    output.row({ line, attempt });
    output.file(`${line}.txt`, line, "text/plain");
  },
  finish({ output }) {
    output.row({ line: "report" });
  },
};
