import { afterAll, beforeAll } from "vitest";
import { pgBossQueue } from "../../src/adapters/queue/index.js";
import type { ContractLimits } from "../../src/kernel/contracts/queue-contract.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";
import { testQueueContract } from "./queue-contract.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

let schemas = 0;
const inPostgres = async (limits: ContractLimits) =>
  pgBossQueue({ connectionString: server.url(), schema: `queue_${schemas}`, ...limits });

testQueueContract({
  name: "in Postgres",
  shared: true,
  create: (limits) => {
    schemas += 1;
    return inPostgres(limits);
  },
  beside: inPostgres,
});
