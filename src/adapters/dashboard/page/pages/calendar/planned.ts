import { client } from "../../state/client.js";
import { keyOf } from "./days.js";

/** Something that will happen. */
export interface Item {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: "run" | "post";
  readonly title: string;
  readonly taskId: string;
  readonly taskName: string;
  readonly type: string;
  /** Of a post: where it goes and as what. */
  readonly target?: string;
  readonly status?: string;
  readonly file?: string;
  readonly url?: string;
  /** Whether the blog has it already, with its date. */
  readonly isHandedOver?: boolean;
  /** Of a post that can be taken back: the run that has made it, and what its task calls it then. */
  readonly back?: { readonly run: string; readonly post?: string };
}

/** A task with a schedule. */
export interface Scheduled {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly cron: string;
  readonly trouble: string;
  readonly paused: boolean;
  readonly pausedUntil: string;
  readonly waitsForFirstRun: boolean;
  /** When the times that are known end though the schedule goes on; 0 where it does not. */
  readonly knownUntil: number;
}

export interface Planned {
  readonly items: readonly Item[];
  readonly schedules: readonly Scheduled[];
  /** Whether there are more tasks than were looked at. */
  readonly isCut: boolean;
}

/** Next times of each schedule: those of a daily one for four months. */
const TIMES = 120;
const MOST_SCHEDULES = 300;
const MOST_PLANS = 100;
const MOST_ROWS = 1000;
/** Runs that are looked through for the one that has posted: those after it have taken posts back. */
const MOST_RUNS = 30;
/** Calls at once. */
const AT_ONCE = 6;

interface FoundTask {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly data?: { readonly jobCron?: string; readonly jobCronPausedUntil?: string };
}

/** All that the server knows of what will happen. */
export async function planned(signal: AbortSignal): Promise<Planned> {
  const [scheduled, posts] = await Promise.all([schedules(signal), plannedPosts(signal)]);
  const items = [...scheduled.items, ...posts.items].sort((one, other) => one.at - other.at);
  return { items, schedules: scheduled.schedules, isCut: scheduled.isCut || posts.isCut };
}

async function schedules(signal: AbortSignal) {
  const found = await client.find<FoundTask>(
    {
      query: { "data.jobCron": { $exists: true, $nin: ["", null] } },
      projection: { name: 1, type: 1, status: 1, "data.jobCron": 1, "data.jobCronPausedUntil": 1 },
      limit: MOST_SCHEDULES + 1,
    },
    { signal },
  );
  const views = await each(found.slice(0, MOST_SCHEDULES), async (task) => {
    const view = await client.schedule(task._id, { count: TIMES, signal });
    const { _id: id, name, type } = task;
    const { cron, trouble, paused, waitsForFirstRun, next } = view;
    const pausedUntil = task.data?.jobCronPausedUntil ?? "";
    const knownUntil = next.length < TIMES ? 0 : Date.parse(next.at(-1)!);
    const times = waitsForFirstRun ? [] : next;
    return {
      schedule: { id, name, type, cron, trouble, paused, pausedUntil, waitsForFirstRun, knownUntil },
      items: times.map((at): Item => {
        const moment = Date.parse(at);
        return { key: `${id} ${at}`, at: moment, kind: "run", title: name, taskId: id, taskName: name, type };
      }),
    };
  });
  return {
    schedules: views.map(({ schedule }) => schedule),
    items: views.flatMap(({ items }) => items),
    isCut: found.length > MOST_SCHEDULES,
  };
}

type Described = Awaited<ReturnType<typeof client.type>>;

/** A line of `plan.json`, which every task type with a plan of posts writes. */
interface PlanLine {
  readonly at: string;
  readonly file: string;
  readonly title: string;
  readonly target: string;
  readonly status: string;
}

interface PostedRow {
  readonly file?: string;
  readonly blogId?: string;
  readonly postedAt?: string;
  readonly status?: string;
  readonly postId?: string;
  readonly url?: string;
  readonly scheduledFor?: string;
}

/** A post for its task: a file in one blog. */
const postOf = ({ file, blogId }: PostedRow) => `${file} ${blogId}`;
const placeOf = ({ file, scheduledFor = "" }: PostedRow) => `${file} ${Date.parse(scheduledFor)}`;

async function plannedPosts(signal: AbortSignal) {
  const types = await client.call<readonly Described[]>("/types", { query: { schema: "true" }, signal });
  const planning = types.filter(({ schema }) => {
    const groups = (schema["x-groups"] ?? []) as readonly { readonly name: string }[];
    return groups.some(({ name }) => name === "plan");
  });
  /** The task types with a field. */
  const having = (field: string) =>
    new Set(
      planning.filter(({ schema }) => field in ((schema["properties"] ?? {}) as object)).map(({ words }) => words),
    );
  const [runsBack, postsBack] = [having("rollbackRunId"), having("rollbackFiles")];
  const found = await client.find<FoundTask>(
    {
      query: { type: { $in: planning.map(({ words }) => words) }, status: { $ne: "draft" } },
      projection: { name: 1, type: 1, status: 1 },
      sort: "-updatedAt",
      limit: MOST_PLANS + 1,
    },
    { signal },
  );
  const lists = await each(found.slice(0, MOST_PLANS), async (task) => {
    const plan = await planOf(task._id, signal);
    if (plan.every(({ at }) => Date.parse(at) < Date.now())) return [];
    const { run, rows, later } = await posted(task._id, signal);
    // Of a file that goes to several blogs each row has a time of its own.
    const rowOf = new Map(rows.flatMap((row) => [[row.file, row] as const, [placeOf(row), row] as const]));
    return plan.flatMap((line, index) => {
      const row = rowOf.get(placeOf({ file: line.file, scheduledFor: line.at })) ?? rowOf.get(line.file);
      const status = (row && later.get(postOf(row))) ?? row?.status;
      // It was taken back, or somebody has removed it.
      if (status === "deleted" || status === "gone") return [];
      const back =
        run !== undefined && row?.postId && runsBack.has(task.type)
          ? { run, ...(postsBack.has(task.type) ? { post: postOf(row) } : {}) }
          : undefined;
      return [itemOf(task, line, row, { index, status: status ?? line.status, back })];
    });
  });
  return { items: lists.flat(), isCut: found.length > MOST_PLANS };
}

/** The rows of the last run that has posted, and by its posts what became of them in later ones, which took some of them back. */
async function posted(id: string, signal: AbortSignal) {
  const { runs } = await client.runs(id, { limit: MOST_RUNS }, { signal });
  const later = new Map<string, string | undefined>();
  for (const { _id: run } of runs) {
    const { rows } = await client.results<PostedRow>(id, { run, limit: MOST_ROWS }, { signal });
    if (rows.some(({ scheduledFor, postedAt }) => scheduledFor || postedAt)) return { run, rows, later };
    for (const row of rows) if (!later.has(postOf(row))) later.set(postOf(row), row.status);
  }
  return { run: undefined, rows: [], later };
}

function itemOf(
  task: FoundTask,
  line: PlanLine,
  row: PostedRow | undefined,
  { index, status, back }: { readonly index: number; readonly status: string; readonly back: Item["back"] },
): Item {
  const { _id: taskId, name: taskName, type } = task;
  return {
    key: `${taskId} plan ${index}`,
    at: Date.parse(line.at),
    kind: "post",
    title: line.title || line.file,
    ...{ taskId, taskName, type, target: line.target, file: line.file },
    status,
    ...(row?.url ? { url: row.url } : {}),
    isHandedOver: Boolean(row?.postId),
    ...(back ? { back } : {}),
  };
}

async function planOf(id: string, signal: AbortSignal): Promise<readonly PlanLine[]> {
  try {
    const plan: unknown = await (await client.file(id, "plan.json", { signal })).json();
    const isLine = (one: unknown): one is PlanLine =>
      typeof one === "object" && one !== null && "at" in one && !Number.isNaN(Date.parse(String(one.at)));
    return Array.isArray(plan) ? plan.filter(isLine) : [];
  } catch (error) {
    // Most tasks have none, and what is no JSON is none.
    if (error instanceof SyntaxError || (error as Error).name === "NotFoundError") return [];
    throw error;
  }
}

/** A few at a time, in their order. */
async function each<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  let next = 0;
  const worker = async () => {
    while (next < all.length) {
      const index = next;
      next += 1;
      results[index] = await work(all[index]!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

/** What a day shows: many runs of one task are one line. */
export interface DayLine {
  readonly item: Item;
  /** How often on this day. */
  readonly count: number;
}

const MANY = 3;

export function byDay(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  return Map.groupBy(items, ({ at }) => keyOf(at));
}

export function linesOf(items: readonly Item[]): readonly DayLine[] {
  const often = new Map<string, number>();
  for (const { kind, taskId } of items) if (kind === "run") often.set(taskId, (often.get(taskId) ?? 0) + 1);
  const said = new Set<string>();
  return items.flatMap((item) => {
    const count = item.kind === "run" ? (often.get(item.taskId) ?? 1) : 1;
    if (count <= MANY) return [{ item, count: 1 }];
    if (said.has(item.taskId)) return [];
    said.add(item.taskId);
    return [{ item, count }];
  });
}
