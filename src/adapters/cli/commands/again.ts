import type { ScriptoriumClient } from "../../client/index.js";
import type { Command } from "../command.js";
import { connected, WORK_FLAGS } from "../connection/connect.js";
import { taskNamed } from "../connection/task-named.js";
import { needed, unknown } from "../flags.js";
import { finish, formatIn, RUN_FLAGS } from "./run.js";

/** A command that begins the run of a stored task in another way than `run` does, and follows it alike. */
function again(name: "restart" | "retry", begin: (client: ScriptoriumClient, id: string) => Promise<unknown>): Command {
  return {
    args: {
      task: { type: "positional", description: "Id or name of the task", required: false },
      ...RUN_FLAGS,
      ...WORK_FLAGS,
    },
    async run(given, assembly) {
      const word = needed(given["task"], "the id or name of a task", name);
      formatIn(given);
      await connected(given, assembly, { use: "read", quiet: given["quiet"] === true }, async (connection) => {
        const { client, url } = connection;
        if (given["detach"] === true && url === undefined) {
          throw unknown('The option "--detach" needs a server that goes on with the run. Name it with --server.', name);
        }
        const { id } = await taskNamed(client, word);
        await connection.work(id);
        await begin(client, id);
        await finish(connection, id, given);
      });
    },
  };
}

export const restartCommand = again("restart", (client, id) => client.restart(id, { origin: "cli" }));
export const retryCommand = again("retry", (client, id) => client.retry(id, { origin: "cli" }));
