import type { ChainTree } from "../../kernel/attendants/chain/tree.js";
import type { ScheduleView } from "../../kernel/attendants/schedule/view.js";
import type {
  Article,
  ContentListing,
  DescribedType,
  JsonObject,
  KeptLogEntry,
  ListedType,
  NewWebhook,
  ShownAccount,
  ShownDelivery,
  ShownRun,
  Task,
  TaskData,
  TaskId,
  TaskPost,
  TaskSummary,
  TaskType,
  Webhook,
  WebhookChanges,
} from "../../kernel/index.js";
import type { ListedSetting } from "../../kernel/values/listed-setting.js";
import type { AccountTest, DescribedKind, ImportedAccounts } from "../accounts/index.js";
import type * as given from "./options.js";
import type * as results from "./results.js";

type Call = given.CallOptions;

/**
 * One method for each operation of docs/http-api.md; the additional routes are in the fuller edition only. A method resolves
 * with the `result` of the envelope and rejects with a ScriptoriumClientError, or with the reason of a signal that aborted.
 * Calls that only read are tried again when no reply came; calls that act never are.
 */
export interface ScriptoriumClient {
  /** Name and version of the server. */
  index(call?: Call): Promise<{ readonly name: string; readonly version: string }>;
  /** Resolves when the server is ready. */
  test(call?: Call): Promise<null>;

  /** The text as spintax. */
  spin(body: given.SpinBody, call?: Call): Promise<string>;
  /** The text in other words, as spintax. Fuller edition. */
  paraphrase(body: given.ParaphraseBody, call?: Call): Promise<string>;
  aboutMe(body: given.AboutMeBody, call?: Call): Promise<string>;

  /** Article creators with the keywords that have content. */
  projects(page?: given.ListOptions, call?: Call): Promise<readonly results.Project[]>;
  summaries(filter?: given.FilterOptions, call?: Call): Promise<readonly TaskSummary[]>;
  /** Whole tasks. */
  documents(filter?: given.FilterOptions, call?: Call): Promise<readonly Task[]>;
  /** Tasks that match a query, with what the projection leaves of them. Fuller edition. */
  find<Found = JsonObject>(search?: given.FindOptions, call?: Call): Promise<readonly Found[]>;
  groups(call?: Call): Promise<readonly string[]>;

  /** A new draft. The reduced edition has article creators only. */
  create<Type extends TaskType>(type: Type, call?: Call): Promise<results.CreatedTask<Type>>;
  data<Type extends TaskType = string>(id: TaskId<Type>, call?: Call): Promise<TaskData<Type>>;
  /** Merges into the data object. In the reduced edition: replaces all of it and sets the task running. */
  setData<Type extends TaskType = string>(
    id: TaskId<Type>,
    data: TaskPost<Type>,
    options?: given.SetDataOptions,
  ): Promise<null>;
  /** As `data`, with the version that `setData` takes; empty in the reduced edition. */
  versionedData<Type extends TaskType = string>(id: TaskId<Type>, call?: Call): Promise<results.VersionedData<Type>>;
  /** The id of the copy. */
  duplicate<Type extends TaskType = string>(id: TaskId<Type>, call?: Call): Promise<TaskId<Type>>;
  /** Succeeds also when there is no such task. */
  delete(id: string, call?: Call): Promise<null>;
  status(id: string, call?: Call): Promise<TaskSummary>;

  /** Sets the task running. With `wait` it resolves when the run is at rest or the time is over: `status` says which. */
  run(id: string, options: given.RunOptions & { readonly wait: number }): Promise<TaskSummary>;
  run(id: string, options?: given.RunOptions): Promise<TaskSummary | null>;
  /** Always begins a new run. */
  restart(id: string, options?: given.RestartOptions): Promise<results.BegunRun>;
  /** Works the failed lines of the last run again. */
  retry(id: string, options?: given.RunOptions): Promise<results.BegunRun>;
  /** Fuller edition. */
  abort(id: string, call?: Call): Promise<null>;
  /**
   * Resolves when the task is at rest, whatever its status is then; starts no run. Goes on when the server is restarted.
   * Rejects with a TimeoutError when the time is over. Asks the reduced edition again and again.
   */
  waitForCompletion(id: string, options?: given.WaitForOptions): Promise<results.SettledTask>;

  /** With `wait`, in seconds, it resolves when the task is at rest or the time is over. */
  progress(id: string, options?: Call & { readonly wait?: number }): Promise<results.TaskProgress>;
  runs(id: string, options?: given.RunsOptions, call?: Call): Promise<results.RunList>;
  /** One run, the last one by default. */
  runOf(id: string, run?: string, call?: Call): Promise<ShownRun>;
  /** Has a run kept whatever its age, or no longer. */
  keep(id: string, run?: string, keep?: boolean, call?: Call): Promise<ShownRun>;
  /** How the lines of a run ended. */
  lines(id: string, options?: given.LinesOptions, call?: Call): Promise<results.LineList>;
  /** What a run did in the outside world. */
  effects(id: string, options?: given.OfRun & given.PageOptions, call?: Call): Promise<results.EffectList>;
  /** The newest entries of the log, or those after a number; oldest first. */
  log(id: string, options?: given.LogOptions, call?: Call): Promise<readonly KeptLogEntry[]>;
  /** All entries of the log, oldest first; with `follow` also those to come, until the task is at rest or the signal aborts. */
  logs(id: string, options?: given.LogsOptions): AsyncGenerator<KeptLogEntry, void>;
  /** A page of the rows, 100 by default. */
  results<Row = JsonObject>(id: string, options?: given.ResultsOptions, call?: Call): Promise<results.ResultPage<Row>>;
  /** All rows, fetched in pages as they are asked for. */
  rows<Row = JsonObject>(id: string, options?: given.RowsOptions): AsyncGenerator<Row, void>;
  /** The rows as a file. */
  exported(id: string, format: given.ExportFormat, options?: given.ExportOptions, call?: Call): Promise<Response>;
  /**
   * What happens, as it happens, until the signal aborts. Connects again where it left off; `stream.reset` says that some of
   * it is missing.
   */
  events(options?: given.EventsOptions): AsyncGenerator<results.ClientEvent, void>;

  /** The files of the task; with `run` those that a run has put out, as it left them. */
  files(id: string, page?: given.OfRun & given.PageOptions, call?: Call): Promise<results.FileList>;
  /** A file; with `run` as a run left it, while that is kept. */
  file(id: string, path: string, options?: given.FileOptions): Promise<Response>;
  /** All files in one archive. */
  zip(id: string, call?: Call): Promise<Response>;
  /** The feed that the task publishes. */
  feed(id: string, call?: Call): Promise<Response>;
  /** What is stored for a keyword, or for the first one there is. */
  article(id: string, keyword?: string, call?: Call): Promise<Article>;
  /** What a task has stored; with a path that file, or that keyword's content. */
  content(id: string, path?: undefined, call?: Call): Promise<ContentListing>;
  content(id: string, path: string, call?: Call): Promise<results.FileContent | Article>;

  /** When the task runs next: its next five times, or as many as `count` says. */
  schedule(id: string, options?: Call & { readonly count?: number }): Promise<ScheduleView>;
  previewSchedule(
    schedule: { readonly cron: string; readonly timezone?: string },
    call?: Call,
  ): Promise<results.SchedulePreview>;
  /** What a run would make of a little of the task's input. Stores nothing. */
  tryTask(id: string, body: JsonObject, call?: Call): Promise<JsonObject>;
  /** The tasks it is chained with. */
  tree(id: string, call?: Call): Promise<ChainTree>;

  types(call?: Call): Promise<readonly ListedType[]>;
  type(name: TaskType, call?: Call): Promise<DescribedType>;

  readonly webhooks: {
    list(page?: given.PageOptions, call?: Call): Promise<readonly Webhook[]>;
    /** The only reply that has its secret in the open. */
    create(webhook: NewWebhook, call?: Call): Promise<Webhook>;
    get(id: string, call?: Call): Promise<Webhook>;
    change(id: string, changes: WebhookChanges, call?: Call): Promise<Webhook>;
    delete(id: string, call?: Call): Promise<null>;
    deliveries(
      id: string,
      options?: given.PageOptions & { readonly state?: ShownDelivery["state"] },
      call?: Call,
    ): Promise<readonly ShownDelivery[]>;
    delivery(id: string, call?: Call): Promise<ShownDelivery>;
    /** Sends the same body again, as a new delivery. */
    replay(id: string, call?: Call): Promise<ShownDelivery>;
  };
  /** Accounts of all kinds. */
  readonly accounts: AccountCalls<ShownAccount, { readonly kind?: string }>;
  /** The kinds of accounts that can be made, with what each is made of. */
  accountKinds(call?: Call): Promise<readonly DescribedKind[]>;
  /** Blogs alone, each written as one object. */
  readonly blogs: AccountCalls<JsonObject & { readonly id: string; readonly name: string }>;

  /** Resolves when the process is alive. */
  health(call?: Call): Promise<null>;
  /** Resolves when the server can work; `verbose` also asks the providers. */
  ready(options: Call & { readonly verbose: true }): Promise<results.Readiness>;
  ready(options?: Call & { readonly verbose?: boolean }): Promise<results.Readiness | null>;
  /** What the server is doing. */
  serverStatus(call?: Call): Promise<results.ServerStatus>;
  /** Figures in the text format of Prometheus. */
  metrics(call?: Call): Promise<string>;
  /** The settings of the server and where each comes from; an UnsupportedError from one that is part of a program. */
  settings(call?: Call): Promise<readonly ListedSetting[]>;

  /** Any other call that is answered by an envelope. */
  call<T = unknown>(path: `/${string}`, call?: given.RawCall): Promise<T>;
}

export interface AccountCalls<Shown, Filter = unknown> {
  list(options?: given.PageOptions & { readonly group?: string } & Filter, call?: Call): Promise<readonly Shown[]>;
  create(account: JsonObject, call?: Call): Promise<Shown>;
  get(id: string, call?: Call): Promise<Shown>;
  change(id: string, changes: JsonObject, call?: Call): Promise<Shown>;
  delete(id: string, call?: Call): Promise<null>;
  /** Logs in and changes nothing. */
  test(id: string, call?: Call): Promise<AccountTest>;
  import(body: given.ImportBody, options?: given.ImportOptions): Promise<Omit<ImportedAccounts, "notes">>;
}
