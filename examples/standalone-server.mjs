// A server of your own in a dozen lines: what `npx scriptorium serve` does, without flags and signals.
//   node examples/standalone-server.mjs [port]
import { mkdirSync } from "node:fs";
import { createApiServer, createScriptorium, sqliteStorage } from "scriptorium";

const folder = "scriptorium-data";
mkdirSync(folder, { recursive: true });
const scriptorium = createScriptorium({
  storage: sqliteStorage({ path: `${folder}/scriptorium.db` }),
  outputFolder: `${folder}/projects`,
});
await scriptorium.start();

const server = createApiServer(scriptorium.api);
server.listen(Number(process.argv[2] ?? 8008), "127.0.0.1", () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
process.once("SIGTERM", async () => {
  server.close();
  await scriptorium.stop();
});
