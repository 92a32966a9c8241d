import { createServer } from "node:http";
import { createScriptorium, nodeListener, pgBossQueue, postgresStorage } from "scriptorium";
import { ledgerWork } from "./ledger-work.mjs";

/**
 * One process of a deployment on Postgres, for tests that end it, stop it or take its database away:
 * `node member.mjs '{"connectionString": "...", "serve": true, "runner": {"work": false}}'` prints the address of its API,
 * or that it works. It ends cleanly with SIGTERM, and at once with the process that started it.
 */
const { connectionString, serve, runner, maxRunning = 3 } = JSON.parse(process.argv[2] ?? "{}");

const logger = {
  info() {},
  warn: (message) => process.stderr.write(`${message}\n`),
  error: (message, error) => process.stderr.write(`${message} ${error?.stack ?? error ?? ""}\n`),
};
const { api, start, stop } = createScriptorium({
  // Many members share one small server.
  storage: postgresStorage({ connectionString, maxConnections: 4 }),
  queue: pgBossQueue({ connectionString, maxRunning, logger }),
  plugins: [ledgerWork],
  runner: { worker: `process ${process.pid}`, ...runner },
  logger,
});
await start();
process.on("SIGTERM", () =>
  stop().then(
    () => process.exit(0),
    () => process.exit(1),
  ),
);
if (serve) {
  const server = createServer(nodeListener(api));
  server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
} else process.stdout.write("works\n");
process.stdin.on("end", () => process.exit()).resume();
