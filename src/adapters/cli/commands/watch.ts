import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { taskNamed } from "../connection/task-named.js";
import { needed } from "../flags.js";
import { interruption } from "../interruption.js";
import { printJson } from "../printing.js";
import { endLine, exitOf, followRun } from "../runs/follow-run.js";

export const watchCommand: Command = {
  args: {
    task: { type: "positional", description: "Id or name of the task", required: false },
    json: { type: "boolean", description: "Answer in JSON when the run has ended" },
    quiet: { type: "boolean", description: "Show no progress" },
    ...SERVER_FLAGS,
  },
  async run(given, assembly) {
    const word = needed(given["task"], "the id or name of a task", "watch");
    await connected(given, assembly, { use: "read" }, async (connection) => {
      const { id } = await taskNamed(connection.client, word);
      const { signal, end } = interruption();
      try {
        const task = await followRun(connection, id, { quiet: given["quiet"] === true, aborts: false, signal });
        process.exitCode = exitOf(task);
        if (given["json"] === true) await printJson(task);
        else process.stderr.write(`${endLine(task)}\n`);
      } finally {
        end();
      }
    });
  },
};
