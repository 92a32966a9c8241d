import { afterAll, beforeAll, describe, it } from "vitest";
import { inProcessQueue, pgBossQueue } from "../../src/adapters/queue/index.js";
import { type ContractLimits, queueContract } from "../../src/kernel/contracts/queue-contract.js";
import { type PostgresServer, startPostgres } from "../storage/postgres-server.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

let schemas = 0;
const inPostgres = async (limits: ContractLimits) =>
  pgBossQueue({ connectionString: server.url(), schema: `queue_${schemas}`, ...limits });

const QUEUES = [
  { name: "in process", shared: false, create: async (limits: ContractLimits) => inProcessQueue(limits) },
  {
    name: "in Postgres",
    shared: true,
    create: (limits: ContractLimits) => {
      schemas += 1;
      return inPostgres(limits);
    },
    beside: inPostgres,
  },
];

describe.each(QUEUES)("the queue $name", ({ shared, ...harness }) => {
  it.each(queueContract.filter(({ sharedOnly }) => shared || !sharedOnly))("$name", ({ run }) => run(harness));
});
