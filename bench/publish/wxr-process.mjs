// One export in a process of its own: wxr-process.mjs POSTS FOLDER. Prints what it took as JSON.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createKernel, inProcessQueue, sqliteStorage } from "scriptorium";
import { createFolders } from "scriptorium/adapters/folder";
import { wpxmlgenerator } from "scriptorium/plugins/wpxmlgenerator";

const [count, folder] = process.argv.slice(2);
const posts = Number(count);
const articles = join(folder, "articles");
await mkdir(articles);
let bytes = 0;
for (let number = 0; number < posts; number += 1) {
  const paragraph = `<p>Bees of hive ${number} fly out for nectar &amp; pollen, and come back to <a href="https://example.org/${number}">the meadow</a>.</p>`;
  const text = `---\ntitle: "Hive ${number} in summer"\ncategories: [Garden, "Bees > Hive ${number % 40}"]\ntags: [wax, "tag ${number % 200}"]\n---\n<h2>One</h2>\n${paragraph.repeat(12)}\n<figure><img src="https://img.example/${number}.jpg" alt="Hive"><figcaption>A hive</figcaption></figure>\n<h2>Two</h2>\n${paragraph.repeat(12)}\n`;
  bytes += text.length;
  await writeFile(join(articles, `${number}.html`), text);
}

const kernel = createKernel({
  storage: sqliteStorage({ path: join(folder, "store.db") }),
  queue: inProcessQueue(),
  plugins: [wpxmlgenerator],
  providers: { folder: createFolders({ roots: [folder] }) },
});
await kernel.start();
const { _id: id } = await kernel.tasks.create("wpxmlgenerator", {
  articleFolder: articles,
  articleTitle: "Use metadata",
  postTimezone: "UTC",
});
let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss() / 1e6);
};
globalThis.gc?.();
const before = process.memoryUsage.rss() / 1e6;
const watch = setInterval(look, 20);
const cpu = process.cpuUsage();
const begun = performance.now();
await kernel.tasks.run(id);
const { status, error } = await kernel.tasks.settled(id);
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpu);
clearInterval(watch);
look();
if (status !== "complete") throw new Error(`The export is ${status}: ${error?.message}`);
const files = await Array.fromAsync(kernel.content.files(id));
await kernel.stop();
const outputMb = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
process.stdout.write(
  JSON.stringify({
    seconds,
    cpuSeconds: (user + system) / 1e6,
    before,
    peakMb: peak,
    inputMb: bytes / 1e6,
    outputMb,
    parts: files.length,
  }),
);
