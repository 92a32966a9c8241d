import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Running, start } from "../cli/command.js";
import { call, type ServerProcess, startServer } from "../cli/server-process.js";
import { eventually } from "../storage/postgres-support.js";

/** One API process that works nothing itself, and any number of workers, as several machines would be. */
export interface Deployment {
  readonly api: ServerProcess;
  worker(args?: readonly string[]): Promise<WorkerProcess>;
  /** Makes a task with these members of its data object, sets it going and gives its id. */
  run(type: string, data: object): Promise<string>;
  statuses(): Promise<ReadonlyMap<string, string>>;
  end(): Promise<void>;
}

export interface WorkerProcess extends Running {
  /** The one line it prints. */
  readonly line: string;
}

export async function deploy(postgresUrl: string, serve: readonly string[] = []): Promise<Deployment> {
  const root = mkdtempSync(join(tmpdir(), "scriptorium-deployment-"));
  const env = {
    SCRIPTORIUM_STORAGE: "postgres",
    SCRIPTORIUM_QUEUE: "pg-boss",
    SCRIPTORIUM_POSTGRES_URL: postgresUrl,
    SCRIPTORIUM_KEY: randomBytes(32).toString("hex"),
  };
  const args = ["--port", "0", "--work", "false", ...serve];
  const api = await startServer({ cwd: root, args, env: { ...env, SCRIPTORIUM_DATA: join(root, "api") } });
  const workers: WorkerProcess[] = [];
  return {
    api,
    async worker(more = []) {
      const running = start(root, ["worker", "--data", join(root, `worker-${workers.length}`), ...more], env);
      const line = await new Promise<string>((resolve, reject) => {
        running.process.stdout?.once("data", resolve);
        void running.ended.then(({ said }) => reject(new Error(said)));
      });
      const worker = { ...running, line };
      workers.push(worker);
      return worker;
    },
    async run(type, data) {
      const { id } = (await call(api.address, `/create/${type}`)).result;
      await call(api.address, `/project/data/${id}`, data);
      await call(api.address, `/project/run/${id}`);
      return id;
    },
    async statuses() {
      const { result } = await call(api.address, "/all-tasks");
      return new Map(result.map(({ id, status }: { id: string; status: string }) => [id, status]));
    },
    async end() {
      for (const { process } of workers) process.kill("SIGKILL");
      api.kill("SIGKILL");
      await Promise.all([api.ended, ...workers.map(({ ended }) => ended)]);
      await eventually(2000, () => rmSync(root, { recursive: true, force: true }));
    },
  };
}
