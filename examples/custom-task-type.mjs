// A task type of your own: it counts the words of pages. It has a route, defaults, runs, progress, resume and abort like
// the built-in ones.
//   node examples/custom-task-type.mjs
import { createScriptorium, defineTaskPlugin } from "scriptorium";
import { z } from "zod";

const wordCounter = defineTaskPlugin({
  type: "wordcounter",
  words: "word counter",
  title: "Word Counter",
  summary: "Counts the words of web pages.",
  needs: ["web"],
  options: z.object({
    urlsFile: z.array(z.string()).default([]),
    ignoreCase: z.boolean().default(true),
  }),
  inputs: (options) => options.urlsFile,
  async run(url, { options, providers, output, signal }) {
    const page = await providers.web.fetch(url, { signal });
    const text = page.text.replace(/<[^>]*>/g, " ");
    const words = (options.ignoreCase ? text.toLowerCase() : text).match(/[\p{L}\p{N}]+/gu) ?? [];
    output.row({ url, words: words.length, different: new Set(words).size });
  },
});

const web = {
  fetch: async (url) => ({ url, status: 200, mediaType: "text/html", text: "<p>To be or not to be</p>", bytes: 25 }),
};
const scriptorium = createScriptorium({ plugins: [wordCounter], providers: { web } }); // leave `providers` out to use the real web
await scriptorium.start();
const task = await scriptorium.kernel.tasks.create("wordcounter", { urlsFile: ["https://example.com/"] });
await scriptorium.kernel.tasks.run(task._id);
await scriptorium.kernel.tasks.settled(task._id);
console.log(await Array.fromAsync(scriptorium.kernel.content.rows(task._id)));
await scriptorium.stop();
