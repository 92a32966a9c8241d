import type { JsonObject, TaskSummary } from "../../kernel/index.js";
import { createCalls } from "./calls.js";
import type { AccountCalls, ScriptoriumClient } from "./client-type.js";
import { createFollowing } from "./following.js";
import type { CallOptions, ClientOptions, ImportOptions, RawCall, RunOptions } from "./options.js";
import { path, segments } from "./path.js";
import type { BegunRun } from "./results.js";

type Call = CallOptions | undefined;

/** A client of a server. Connects to nothing before the first call. Throws TypeError for an address that is none. */
export function createClient(options: ClientOptions = {}): ScriptoriumClient {
  const calls = createCalls(options);
  const { settled, ...following } = createFollowing(calls, options);
  const { result } = calls;

  const get = <T>(at: string, query?: object, call?: Call) => result<T>(at, { ...call, ...(query ? { query } : {}) });
  /** A GET that changes something. */
  const act = <T>(at: string, call?: RawCall) => result<T>(at, { ...call, reads: false });
  const post = <T>(at: string, body: unknown, call?: RawCall) => result<T>(at, { ...call, method: "POST", body });
  const remove = (at: string, call?: Call) => result<null>(at, { ...call, method: "DELETE" });
  const reply = async (at: string, call?: RawCall) => (await calls.open(at, call)).response;

  /** A call that may wait for a run has that much longer. */
  const patient = ({ wait, origin, ...call }: RunOptions): RawCall => {
    const { timeoutMs = options.timeoutMs ?? 120_000 } = call;
    const longer = wait && timeoutMs ? { timeoutMs: timeoutMs + wait * 1000 } : {};
    return { ...call, ...longer, query: { wait, origin } };
  };

  async function run(id: string, wanted: RunOptions = {}): Promise<TaskSummary> {
    const { wait, signal } = wanted;
    const begun = await act<TaskSummary | null>(path`/project/run/${id}`, patient(wanted));
    if (wait === undefined || begun) return begun as TaskSummary;
    // The reduced edition does not wait.
    await settled(id, { timeoutMs: wait * 1000, ...(signal ? { signal } : {}) });
    return status(id, wanted);
  }

  async function status(id: string, call?: Call): Promise<TaskSummary> {
    return (await get<[TaskSummary]>(path`/project/status/${id}`, undefined, call))[0];
  }

  const accountCalls = (base: string) => ({
    list: (query?: object, call?: Call) => get(base, query, call),
    create: (account: JsonObject, call?: Call) => post(base, account, call),
    get: (id: string, call?: Call) => get(base + path`/${id}`, undefined, call),
    change: (id: string, changes: JsonObject, call?: Call) => post(base + path`/${id}`, changes, call),
    delete: (id: string, call?: Call) => remove(base + path`/${id}`, call),
    test: (id: string, call?: Call) => post(base + path`/${id}/test`, {}, call),
    import: (body: unknown, { kind, whole, dryRun, ...call }: ImportOptions = {}) =>
      post(`${base}/import`, body, { ...call, query: { kind, whole, dryRun } }),
  });

  return {
    index: (call) => get("/", undefined, call),
    test: (call) => get("/test", undefined, call),
    spin: (body, call) => post("/spin", body, call),
    paraphrase: (body, call) => post("/paraphrase", body, call),
    aboutMe: (body, call) => post("/aboutme", body, call),

    projects: (page, call) => get("/projects", page, call),
    summaries: (filter, call) => get("/all-projects", filter, call),
    documents: (filter, call) => get("/task/find", filter, call),
    find: (search = {}, call) => post("/projects/find", search, call),
    groups: (call) => get("/task/groups", undefined, call),

    create: (type, call) => act(path`/create/${type}`, call),
    data: (id, call) => get(path`/project/data/${id}`, undefined, call),
    setData: (id, data, { version, replace, nulls, ...call } = {}) =>
      post(path`/project/data/${id}`, data, {
        ...call,
        query: { replace: replace?.join(",") || undefined, nulls },
        ...(version ? { headers: { "if-match": `"${version}"` } } : {}),
      }),
    versionedData: async (id, call) => {
      let version = "";
      const onHeaders = (headers: Headers) => {
        version = headers.get("etag")?.slice(1, -1) ?? "";
      };
      return { data: await result(path`/project/data/${id}`, { ...call, onHeaders }), version };
    },
    duplicate: (id, call) => act(path`/project/duplicate/${id}`, call),
    delete: (id, call) => act(path`/project/delete/${id}`, call),
    status,

    run,
    restart: (id, { overrides, ...wanted } = {}) =>
      post<BegunRun>(path`/task/restart/${id}`, overrides ? { overrides } : {}, patient(wanted)),
    retry: (id, wanted = {}) => post<BegunRun>(path`/task/retry/${id}`, { only: "failed" }, patient(wanted)),
    abort: (id, call) => post(path`/project/abort/${id}`, {}, call),

    progress: (id, wanted = {}) => result(path`/task/progress/${id}`, patient(wanted)),
    runs: (id, query, call) => get(path`/task/runs/${id}`, query, call),
    runOf: (id, run = "last", call = undefined) => get(path`/task/run/${id}/${run}`, undefined, call),
    keep: (id, run = "last", keep = true, call = undefined) => post(path`/task/keep/${id}/${run}`, { keep }, call),
    lines: (id, query, call) => get(path`/task/lines/${id}`, query, call),
    effects: (id, query, call) => get(path`/task/effects/${id}`, query, call),
    log: (id, query, call) => get(path`/task/log/${id}`, query, call),
    results: (id, query, call) => get(path`/task/results/${id}`, query, call),
    exported: (id, format, query, call) => reply(path`/task/results/${id}`, { ...call, query: { ...query, format } }),
    ...following,

    files: (id, page, call) => get(path`/task/files/${id}`, page, call),
    file: (id, name, { range, run, ...call } = {}) =>
      reply(path`/task/files/${id}/` + segments(name), {
        ...call,
        query: { run },
        headers: range ? { range: `bytes=${range[0]}-${range[1] ?? ""}` } : {},
      }),
    zip: (id, call) => reply(path`/task/zip/${id}`, call),
    feed: (id, call) => reply(path`/task/feed/${id}`, call),
    article: (id, keyword, call) =>
      get(path`/project/${id}` + (keyword === undefined ? "" : path`/${keyword}`), undefined, call),
    content: (id: string, name?: string, call?: Call) =>
      get<never>(path`/task/content/${id}/` + (name === undefined ? "" : segments(name)), undefined, call),

    schedule: (id, { count, ...call } = {}) => get(path`/task/schedule/${id}`, { count }, call),
    previewSchedule: (schedule, call) => post("/task/schedule/preview", schedule, call),
    tryTask: (id, body, call) => post(path`/task/try/${id}`, body, call),
    tree: (id, call) => get(path`/task/tree/${id}`, undefined, call),

    types: (call) => get("/types", undefined, call),
    type: (name, call) => get(path`/types/${name}`, undefined, call),

    webhooks: {
      list: (page, call) => get("/webhooks", page, call),
      create: (webhook, call) => post("/webhooks", webhook, call),
      get: (id, call) => get(path`/webhooks/${id}`, undefined, call),
      change: (id, changes, call) => post(path`/webhooks/${id}`, changes, call),
      delete: (id, call) => remove(path`/webhooks/${id}`, call),
      deliveries: (id, query, call) => get(path`/webhooks/${id}/deliveries`, query, call),
      delivery: (id, call) => get(path`/deliveries/${id}`, undefined, call),
      replay: (id, call) => post(path`/deliveries/${id}/replay`, {}, call),
    },
    accounts: accountCalls("/accounts") as AccountCalls<never, never>,
    accountKinds: (call) => get("/account-kinds", undefined, call),
    blogs: accountCalls("/blogs") as AccountCalls<never, never>,

    health: (call) => get("/healthz", undefined, call),
    ready: ({ verbose, ...call } = {}) => get<never>("/readyz", verbose ? { verbose } : undefined, call),
    serverStatus: (call) => get("/status", undefined, call),
    metrics: async (call) => (await reply("/metrics", call)).text(),
    settings: (call) => get("/settings", undefined, call),
    call: (at, call) => result(at, call),
  };
}
