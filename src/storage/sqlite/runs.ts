import type { LineResult, Run, RunStatus, RunStore, StoredFile } from "../../kernel/storage.js";
import { noTaskForRun, taken } from "../refusals.js";
import type { Access, Sequenced } from "./open-store.js";
import { type Bound, countOf, one, parsed, type Recorded, recordOf, some } from "./rows.js";

interface RunRow extends Sequenced {
  readonly id: string;
  readonly status: RunStatus;
  readonly revision: number;
  readonly more: string;
}

interface RunPlace {
  readonly run: number;
  readonly task: number;
  readonly status: RunStatus;
}

export function runStore({ read, write, list }: Access): RunStore {
  return {
    async insert(run) {
      const { _id, taskId, status, revision } = run;
      const more = moreOf(run);
      const problem = await write(({ insertRun, getRun }) => {
        if (insertRun.run(_id, status, revision, more, taskId).changes !== 0) return undefined;
        return getRun.get(_id) === undefined ? noTaskForRun() : taken("run");
      });
      if (problem !== undefined) throw problem;
    },
    get: (id) => read(({ statements }) => some(one<RunRow>(statements.getRun, id), runOf)),
    async replace(run) {
      const { _id, status, revision } = run;
      const more = moreOf(run);
      return write(({ updateRun }) => updateRun.run(status, revision, more, _id, revision - 1).changes !== 0);
    },
    delete: (id) => write(({ deleteRun }) => deleteRun.run(id).changes !== 0),
    async *of(taskId, page) {
      for await (const row of list<RunRow>("runsOf", [taskId], page)) yield runOf(row);
    },
    count: (taskId) => read(({ statements }) => countOf(statements.countRuns, taskId)),
    async *lines(runId, page) {
      for await (const row of list<Sequenced & Recorded>("lines", [runId], page)) yield recordOf<LineResult>(row);
    },
    async write(runId, { line, articles = [], rows = [], files = [], log = [] }) {
      // Everything is turned into what will be stored now: the caller may change its objects while the write waits.
      const lineRow = line && [line.key, JSON.stringify(line)];
      const articleRows = articles.map(({ keyword, article }) => [keyword, JSON.stringify(article)]);
      const rowTexts = rows.map((row) => JSON.stringify(row));
      const fileRows = files.map(fileRow);
      const logTexts = log.map((entry) => JSON.stringify(entry));
      return write((statements) => {
        const place = one<RunPlace>(statements.placeOfRun, runId);
        if (place?.status !== "running") return false;
        const { run, task } = place;
        if (lineRow !== undefined) statements.putLine.run(run, ...lineRow);
        for (const row of articleRows) statements.putArticle.run(task, ...row);
        for (const text of rowTexts) statements.insertRow.run(task, run, text);
        for (const row of fileRows) statements.putFile.run(task, ...row);
        for (const text of logTexts) statements.insertLogEntry.run(task, text);
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
  };
}

function runOf({ id, status, revision, more }: RunRow): Run {
  return { _id: id, status, revision, ...parsed<Omit<Run, "_id" | "status" | "revision">>(more, "run", id) };
}

function moreOf({ _id, status, revision, ...more }: Run): string {
  return JSON.stringify(more);
}

function fileRow({ path, type, size, sha256, bytes }: StoredFile): Bound[] {
  return [path, type, size, sha256, new Uint8Array(bytes)];
}
