import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { taskNamed } from "../connection/task-named.js";
import { needed, OPTIONAL } from "../flags.js";
import { print, printJson } from "../printing.js";

export const articlesCommand: Command = {
  args: {
    task: { type: "positional", description: "Id or name of the task", required: false },
    keyword: {
      type: "positional",
      description: "Keyword whose article is printed; without one the keywords are listed",
      required: false,
      valueHint: OPTIONAL,
    },
    json: { type: "boolean", description: "Answer in JSON" },
    ...SERVER_FLAGS,
  },
  async run(given, assembly) {
    const word = needed(given["task"], "the id or name of a task", "articles");
    await connected(given, assembly, { use: "read" }, async ({ client }) => {
      const { id } = await taskNamed(client, word);
      const keyword = given["keyword"];
      if (typeof keyword === "string") {
        const article = await client.article(id, keyword);
        if (given["json"] === true) await printJson(article);
        else await print(article.sentences);
        return;
      }
      const { keywords } = await client.content(id);
      if (given["json"] === true) await printJson(keywords);
      else if (keywords.length === 0) process.stderr.write("The task has no articles.\n");
      else await print(keywords);
    });
  },
};
