// The API below /content of an application that has routes of its own.
//   node examples/embed-in-node-http.mjs [port]
import { createServer } from "node:http";
import { createScriptorium, nodeListener } from "scriptorium";

const scriptorium = createScriptorium(); // tasks in memory; pass a storage to keep them
await scriptorium.start();
const content = nodeListener(scriptorium.api, { basePath: "/content" });

const server = createServer((request, response) => {
  content(request, response, () => {
    response.setHeader("content-type", "text/plain");
    response.end("The application's own page. The API is below /content, for example /content/test.\n");
  });
});
server.listen(Number(process.argv[2] ?? 3000), "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});

// The same kernel without HTTP:
const task = await scriptorium.kernel.tasks.create("articlecreator", {
  articleKeywordsFile: ["tea"],
  sourceMode: ["text"],
  sourceTextFile: [
    "Tea is made from the young leaves of Camellia sinensis, an evergreen shrub that grows in warm and wet hills. " +
      "Green tea is heated soon after picking, which stops the leaves from turning brown and keeps the taste fresh. " +
      "Black tea is rolled and left to oxidise for some hours, and the dark leaves give a strong and malty cup. " +
      "Water of 80 degrees suits green tea, while black tea wants water that has just boiled.",
  ],
  articleLengthFrom: 40,
});
await scriptorium.kernel.tasks.run(task._id);
const { status } = await scriptorium.kernel.tasks.settled(task._id);
const article = await scriptorium.kernel.content.article(task._id, "tea");
console.log(`The task is ${status}:\n${article.sentences.join(" ")}`);
