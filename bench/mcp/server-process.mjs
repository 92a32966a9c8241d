// A server with 60 tasks, one of which has run and has 100 rows. It sends its port and the id of that task.
import { createApiServer, createScriptorium, defineTaskPlugin } from "scriptorium";
import { z } from "zod";

const rows = defineTaskPlugin({
  type: "rows",
  words: "rows",
  title: "Rows",
  summary: "Stores a row a line.",
  options: z.object({ linesFile: z.array(z.string()).default([]) }),
  inputs: ({ linesFile }) => linesFile,
  async run(line, { output }) {
    output.row({ line, text: "Some words that a page could have had." });
  },
});

const { api, kernel, start } = createScriptorium({ plugins: [rows] });
await start();
const linesFile = Array.from({ length: 100 }, (_, index) => `line ${index}`);
const { _id } = await kernel.tasks.create("rows", { linesFile });
await kernel.tasks.run(_id);
await kernel.tasks.settled(_id);
for (let index = 0; index < 59; index += 1) await kernel.tasks.create("rows", { jobName: `Task ${index}` });
const server = createApiServer(api);
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port, id: _id }));
