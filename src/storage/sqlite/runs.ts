import { setImmediate as nextTurn } from "node:timers/promises";
import type { Effect, LineResult, RunStatus, RunStore } from "../../kernel/storage.js";
import { noTaskForRun, taken } from "../refusals.js";
import { type HoldRow, hasLapsed, sinceStart } from "./holds.js";
import type { Access, Sequenced } from "./open-store.js";
import { storingContent, storingOutput } from "./run-output.js";
import { columnsOf, insertedColumnsOf, type RunRow, runOf } from "./run-rows.js";
import { all, countOf, one, type Recorded, recordOf, some } from "./statement-results.js";
import { replacing } from "./tasks.js";

interface RunPlace {
  readonly run: number;
  readonly task: number;
  readonly status: RunStatus;
  readonly fence: number | null;
}

interface RunningRow extends Sequenced, HoldRow {
  readonly id: string;
}

interface LogSize {
  readonly n: number;
  readonly bytes: number;
}

/** Log entries of which the sizes are asked for at once. */
const SIZES = 1000;

export function runStore({ read, write, list, holds, inPortions }: Access): RunStore {
  return {
    async insert(run) {
      const columns = insertedColumnsOf(run);
      const { _id, taskId } = run;
      const problem = await write(({ insertRun, getRun }) => {
        if (insertRun.run(...columns, taskId).changes !== 0) return undefined;
        return getRun.get(_id) === undefined ? noTaskForRun() : taken("run");
      });
      if (problem !== undefined) throw problem;
    },
    async insertWithTask(run, task) {
      const columns = insertedColumnsOf(run);
      const replaced = replacing(task);
      return write((statements) => {
        if (!replaced(statements)) return false;
        // Thrown, it rolls back the task, too.
        if (statements.insertRun.run(...columns, task._id).changes === 0) throw taken("run");
        return true;
      });
    },
    get: (id) => read(({ statements }) => some(one<RunRow>(statements.getRun, id), runOf)),
    async replace(run) {
      const columns = columnsOf(run);
      return write(({ updateRun, deleteHold }) => {
        const row = one<Sequenced>(updateRun, ...columns);
        if (row === undefined) return false;
        if (run.status !== "running") deleteHold.run(row.seq);
        return true;
      });
    },
    async claim(run, ttlMs) {
      const columns = columnsOf(run);
      const holder = holds().take();
      return write(({ updateRun, putHold }) => {
        const row = one<Sequenced>(updateRun, ...columns);
        if (row === undefined) return false;
        putHold.run(row.seq, sinceStart(), ttlMs, holder);
        return true;
      });
    },
    async renew(runId, fence, ttlMs) {
      return holds().renew(runId, fence, ttlMs);
    },
    async *lapsed() {
      const holders = new Map<string, boolean>();
      for await (const row of list<RunningRow>("running", [])) if (hasLapsed(row, holders)) yield row.id;
    },
    delete: (id) => write(({ deleteRun }) => deleteRun.run(id).changes !== 0),
    async *of(taskId, page) {
      for await (const row of list<RunRow>("runsOf", [taskId], page)) yield runOf(row);
    },
    count: (taskId) => read(({ statements }) => countOf(statements.countRuns, taskId)),
    async *lines(runId, page) {
      for await (const row of list<Sequenced & Recorded>("lines", [runId], page)) yield recordOf<LineResult>(row);
    },
    async *effects(runId, page) {
      for await (const row of list<Sequenced & Recorded>("effects", [runId], page)) yield recordOf<Effect>(row);
    },
    effect: (runId, key) =>
      read(({ statements }) => some(one<Recorded>(statements.getEffect, runId, key), recordOf<Effect>)),
    async write(
      runId,
      { line, articles = [], rows = [], rowsFor, removed = [], files = [], log = [], effects = [] },
      fence,
    ) {
      const storeOutput = storingOutput({ lines: line === undefined ? [] : [line], effects, rows }, rowsFor);
      const storeContent = storingContent({ articles, files, log });
      const gone = [...removed];
      return write((statements) => {
        const place = one<RunPlace>(statements.placeOfRun, runId);
        if (place?.status !== "running" || place.fence !== fence) return false;
        storeOutput(statements, place.run, place.task);
        for (const path of gone) statements.removeFile.run(place.task, path);
        storeContent(statements, place.task);
        return true;
      });
    },
    async log(runId, entries) {
      const texts = entries.map((entry) => JSON.stringify(entry));
      return write(({ placeOfRun, insertLogEntry }) => {
        const place = one<RunPlace>(placeOfRun, runId);
        if (place === undefined) return false;
        for (const text of texts) insertLogEntry.run(place.task, text);
        return true;
      });
    },
    async trimLog(taskId, maxBytes) {
      const last = await lastToDrop(taskId, maxBytes);
      if (last === undefined) return 0;
      return inPortions(({ trimLog, putTrimmed }, most) => {
        putTrimmed.run(taskId, last);
        return Number(trimLog.run(taskId, last, most).changes);
      });
    },
  };

  /** The number of the newest log entry that does not fit; read in steps, from the newest on. */
  async function lastToDrop(taskId: string, maxBytes: number): Promise<number | undefined> {
    let room = maxBytes;
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const sizes = await read(({ statements }) => all<LogSize>(statements.logSizes, taskId, before, SIZES));
      for (const { n, bytes } of sizes) {
        room -= bytes;
        if (room < 0) return n;
        before = n;
      }
      if (sizes.length < SIZES) return undefined;
      await nextTurn();
    }
  }
}
