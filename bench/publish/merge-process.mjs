// One merge in a process of its own: merge-process.mjs ours|bare ROWS FOLDER. Prints what it took as JSON.
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse";

const [who, count, folder] = process.argv.slice(2);
const rows = Number(count);
const inputs = join(folder, "in");
await mkdir(inputs);
const csv = join(inputs, "people.csv");
await writeTable();
const template =
  "<h1>{{service}} in {{city}}</h1>\n<p>{Hello|Good day} {{first}} {{last}}, we {repair|mend|service} bicycles of every make in {{city}} and " +
  "around, six days a week. Bring yours to {{street}}, {{zip}} {{city}}, or call {{phone}}.</p>\n{{#note}}<p>{{note}}</p>{{/note}}\n" +
  "<p>A {{service}} is {{price}} Euro, with two years of warranty. Write to {{mail}} for an appointment, and we answer on the same day.</p>";

let peak = 0;
const watch = setInterval(look, 20);
let cpu;
let begun;
const outputMb = who === "ours" ? await ours() : await bare();
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpu);
clearInterval(watch);
look();
const inputMb = statSync(csv).size / 1e6;
process.stdout.write(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, peakMb: peak, inputMb, outputMb }));

/** Called when everything is loaded. */
function begin() {
  globalThis.gc?.();
  cpu = process.cpuUsage();
  begun = performance.now();
}

function look() {
  peak = Math.max(peak, process.memoryUsage.rss() / 1e6);
}

async function ours() {
  const { createKernel, inProcessQueue, sqliteStorage } = await import("scriptorium");
  const { createFolders } = await import("scriptorium/adapters/folder");
  const { mailmerge } = await import("scriptorium/plugins/mailmerge");
  const kernel = createKernel({
    storage: sqliteStorage({ path: join(folder, "store.db") }),
    queue: inProcessQueue(),
    plugins: [mailmerge],
    providers: { folder: createFolders({ roots: [inputs] }) },
  });
  await kernel.start();
  const { _id } = await kernel.tasks.create("mailmerge", {
    csvFile: "people.csv",
    template,
    titleTemplate: "{{service}} in {{city}}",
    mode: "single",
    separator: "\n<hr>\n",
    onMissing: "empty",
  });
  begin();
  await kernel.tasks.run(_id);
  const { status, error } = await kernel.tasks.settled(_id);
  if (status !== "complete") throw new Error(`The merge is ${status}: ${error?.message}`);
  const [file] = await Array.fromAsync(kernel.content.files(_id));
  await kernel.stop();
  return file.size / 1e6;
}

/** The same pages, escaped likewise. */
async function bare() {
  const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  begin();
  const path = join(folder, "merged.html");
  const out = createWriteStream(path);
  const table = createReadStream(csv).pipe(parse({ columns: true, bom: true }));
  for await (const row of table) {
    const note =
      row.note === ""
        ? template.replace(/\{\{#note\}\}.*?\{\{\/note\}\}/, "")
        : template.replace(/\{\{[#/]note\}\}/g, "");
    const page = note
      .replace(/\{\{(\w+)\}\}/g, (_, name) => (row[name] ?? "").replace(/[&<>"']/g, (mark) => escapes[mark]))
      .replace(/\{([^{}]*)\}/g, (_, options) => {
        const all = options.split("|");
        return all[Math.floor(Math.random() * all.length)];
      });
    if (!out.write(`${page}\n<hr>\n`)) await new Promise((resolve) => out.once("drain", resolve));
  }
  await new Promise((resolve) => out.end(resolve));
  return statSync(path).size / 1e6;
}

async function writeTable() {
  const file = await open(csv, "w");
  let text = "first,last,city,street,zip,phone,mail,service,price,note\n";
  for (let row = 0; row < rows; row += 1) {
    const note = row % 3 === 0 ? `"Asked for ""parts"", & in a hurry, ${row}"` : "";
    text += `Anna ${row},Müller,City ${row % 900},"Long Street ${row % 200}, yard",${10_000 + (row % 80_000)},+49 30 ${row},a${row}@example.org,service ${row % 12},${row % 90}.50,${note}\n`;
    if (text.length > 1_000_000) {
      await file.write(text);
      text = "";
    }
  }
  await file.write(text);
  await file.close();
}
