import { Agent, request } from "node:http";
import { type Random, seededRandom } from "../../src/kernel/values/random.js";
import { dataOf, type Entry, type Ledger } from "./ledger.js";

export interface Reply {
  readonly success: boolean;
  readonly message: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a result has the form of its route
  readonly result: any;
}

export type Connection = ReturnType<typeof connectionTo>;

/** Keeps connections open, as a busy client does; a call rejects when the server is gone. */
export function connectionTo(address: string) {
  const agent = new Agent({ keepAlive: true });
  const call = (path: string, body?: unknown, waitMs = 30_000): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const headers = { "content-type": "application/json" };
      const method = body === undefined ? "GET" : "POST";
      const call = request(address + path, { agent, method, headers, timeout: waitMs }, async (response) => {
        try {
          resolve(JSON.parse(Buffer.concat(await Array.fromAsync(response)).toString()));
        } catch (error) {
          reject(error);
        }
      });
      call.on("timeout", () => call.destroy(new Error(`${path} was not answered`)));
      call.on("error", reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { call, close: () => agent.destroy() };
}

export interface Load {
  readonly address: string;
  readonly ledger: Ledger;
  readonly clients: number;
  readonly seed: string;
  /** Told of every refusal; while the server is well there is none. */
  refused(path: string, message: string): void;
}

/** Several clients at work until the server is gone. Every task belongs to one of them. */
export async function load({ address, ledger, clients, seed, refused }: Load): Promise<void> {
  const shares = Array.from({ length: clients }, (): Entry[] => []);
  for (const [index, entry] of [...ledger.entries.values()].entries()) {
    if (entry.deleted === "no") shares[index % clients]?.push(entry);
  }
  const connection = connectionTo(address);
  try {
    await Promise.all(
      shares.map((own, index) =>
        client({ own, ledger, random: seededRandom(`${seed} client ${index}`), call: connection.call, refused }),
      ),
    );
  } finally {
    connection.close();
  }
}

interface Client {
  readonly own: Entry[];
  readonly ledger: Ledger;
  readonly random: Random;
  readonly call: Connection["call"];
  readonly refused: Load["refused"];
}

async function client({ own, ledger, random, call, refused }: Client): Promise<void> {
  /** The result when it was acknowledged, else undefined. */
  const asked = async (path: string, body?: unknown) => {
    const { success, message, result } = await call(path, body);
    if (!success) {
      refused(path, message ?? "");
      return undefined;
    }
    ledger.acknowledged += 1;
    return { result };
  };
  const made = async (path: string, versions: readonly number[]) => {
    ledger.uncertainTasks += 1;
    const reply = await asked(path);
    if (reply === undefined) return undefined;
    ledger.uncertainTasks -= 1;
    const entry = ledger.add(reply.result.id ?? reply.result, versions);
    own.push(entry);
    return entry;
  };
  const post = async (entry: Entry) => {
    const version = ledger.nextVersion();
    entry.versions.push(version);
    if (await asked(`/project/data/${entry.id}`, dataOf(version))) entry.versions = [version];
  };
  const run = async (entry: Entry) => {
    if (entry.versions.includes(0)) return;
    entry.complete = false;
    if (entry.run === "no") entry.run = "maybe";
    const words = random.next() < 0.25 ? "task/restart" : "project/run";
    if (await asked(`/${words}/${entry.id}`, words === "task/restart" ? {} : undefined)) entry.run = "yes";
    else entry.mayHaveEnded = true;
  };
  const actions: readonly [number, (entry: Entry) => Promise<unknown>][] = [
    [0.2, post],
    [0.45, run],
    [
      0.7,
      async (entry) => {
        const reply = await call(`/project/status/${entry.id}`);
        if (reply.success && reply.result[0].status === "complete") entry.complete = true;
      },
    ],
    [0.78, (entry) => made(`/project/duplicate/${entry.id}`, entry.versions)],
    [
      0.86,
      async (entry) => {
        entry.mayHaveEnded = true;
        await asked(`/project/abort/${entry.id}`);
      },
    ],
    [
      1,
      async (entry) => {
        entry.deleted = "maybe";
        // Its run is aborted first, and the server may end before the task is gone.
        entry.mayHaveEnded = true;
        own.splice(own.indexOf(entry), 1);
        if (await asked(`/project/delete/${entry.id}`)) entry.deleted = "yes";
      },
    ],
  ];

  try {
    for (;;) {
      // Rather the newest of its tasks than an old one, but now and then any of them.
      const place = random.next() < 0.8 ? own.length - 1 - random.integer(0, 8) : random.integer(0, own.length);
      const entry = own[place];
      if (entry === undefined || random.next() < 0.25) {
        const fresh = await made("/create/crashwork", [0]);
        if (fresh !== undefined) await post(fresh);
        if (fresh !== undefined && random.next() < 0.5) await run(fresh);
        continue;
      }
      entry.touched = true;
      const choice = random.next();
      await actions.find(([below]) => choice < below)?.[1](entry);
    }
  } catch {
    // The server is gone: what was asked last was not acknowledged.
  }
}
