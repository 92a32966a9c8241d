// Uses the built client as a program would: node client-process.mjs address. Prints what it has seen as JSON.
import { createClient, NotFoundError } from "../../dist/client.js";

const client = createClient({ url: process.argv[2] });
const { id } = await client.create("articlecreator");
await client.setData(id, { articleKeywordsFile: ["bees", "tea"] });
const control = new AbortController();
const events = client.events({ task: id, types: ["task.complete"], signal: control.signal });
const first = events.next();
await client.test();
const { status } = await client.run(id, { wait: 10 });
const missing = await client.data("nobody").catch((error) => error);
const seen = {
  node: process.versions.node.split(".")[0],
  status,
  waited: (await client.waitForCompletion(id)).status,
  rows: (await Array.fromAsync(client.rows(id, { pageSize: 1 }))).map(({ keyword }) => keyword),
  log: (await Array.fromAsync(client.logs(id, { follow: true }))).length > 0,
  event: (await first).value.name,
  file: await (await client.file(id, "texts/bees.txt")).text(),
  missing: [missing instanceof NotFoundError, missing.code],
};
control.abort();
process.stdout.write(JSON.stringify(seen));
