import {
  type ErrorCode,
  isPlainObject,
  type Json,
  type JsonObject,
  type Kernel,
  type Logger,
  type MachineProvider,
  type MailerProvider,
  noContent,
  type ProviderChecks,
  type PublisherProvider,
  type RunErrorCode,
  ScriptoriumError,
  type StoredFile,
  squashed,
  type Task,
  type TaskFilter,
  type TaskSearch,
  type TextResult,
  taskNotFound,
  warningLogger,
} from "../../kernel/index.js";
import { summaryOf } from "../../kernel/task.js";
import type { ExportFormats } from "../../kernel/values/export-formats.js";
import { defined } from "../../kernel/values/json.js";
import type { ListedSetting } from "../../kernel/values/listed-setting.js";
import { loadedOnce } from "../../kernel/values/loaded-once.js";
import type { ApiAbout } from "./api-about.js";
import { EDITIONS, type Edition, type EditionName } from "./editions.js";
import {
  type ApiRequest,
  type ApiResponse,
  BodyTooLarge,
  ClientGone,
  failureBody,
  failureHeaders,
  listBody,
  type Pieces,
  replyHeaders,
  successBody,
} from "./envelope.js";
import {
  type FullerArea,
  type FullerRoute,
  fullerReply,
  fullerRoutes,
  isForMcp,
  type MetricsPage,
  mcpRefusal,
} from "./fuller/index.js";
import { originIn } from "./fuller/queries.js";
import { createGuard, type GuardOptions } from "./guard.js";
import { type BodyLimits, BodyRefused, jsonBody, objectBody } from "./json-body.js";
import type { McpDoor } from "./mcp-door.js";
import { methodReply } from "./methods.js";
import { isForPage, type PageDoor, pageFileIn } from "./page-door.js";
import type { ProtocolCode } from "./protocol-codes.js";
import { Query } from "./query.js";
import { type RequestWatch, type WatchedRequest, watched } from "./request-watch.js";
import { type Action, createRouter, ROUTES, type Route, type RouteInfo, type Router } from "./routes.js";
import { RunWaits } from "./run-waits.js";
import { type StatusCodes, statusOf, statusOfRefusedBody } from "./status.js";
import type { TextCallName } from "./text-calls.js";
import type { unreadMembers } from "./unread.js";
import * as wording from "./wording.js";

export interface ApiOptions extends GuardOptions {
  readonly edition?: EditionName;
  readonly statusCodes?: StatusCodes;
  /** Puts the merged data object into the result of a data post; null otherwise. */
  readonly returnUpdatedData?: boolean;
  /** Leaves `notes` out of every reply, for clients that refuse a member they do not know. The reduced edition has none. */
  readonly strictEnvelope?: boolean;
  /** Shows the secrets of data objects in the replies of data and create calls, instead of masks. */
  readonly revealSecrets?: boolean;
  /** Largest body of text and search calls, in bytes; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Largest body of a data post, in bytes; 8 MiB by default. */
  readonly maxDataBytes?: number;
  /** Shown by `GET /`. */
  readonly version?: string;
  /** The formats of results besides JSON, and zip archives; none by default. */
  readonly exports?: ExportFormats;
  /** Lets `GET /status` report on the machine. */
  readonly machine?: MachineProvider;
  /** Lets `GET /readyz?verbose` say which providers are set and whether they answer. */
  readonly providers?: ProviderChecks;
  /** Let accounts of blogs and of mail be tested. */
  readonly publisher?: PublisherProvider;
  readonly mailer?: MailerProvider;
  /** What `GET /metrics` sends; without it there is no such route. */
  readonly metrics?: MetricsPage;
  /** What `GET /settings` answers, where the server has settings of its own; without it there is no such route. */
  readonly settings?: () => readonly ListedSetting[];
  /** Called for every request, around its answer. */
  readonly watch?: RequestWatch;
  /** What `POST /mcp` answers by; `false` switches it off. */
  readonly mcp?: McpDoor | false;
  /** The page for browsers, in the fuller edition; none by default. `false` switches that of `createScriptorium` off. */
  readonly dashboard?: PageDoor | false;
  /** Further routes of the fuller edition, such as `openApiDoor`. */
  readonly doors?: readonly FullerArea[];
  /** Receives internal errors, of which callers see a reference; `warningLogger` by default. */
  readonly logger?: Logger;
}

/** The HTTP API as plain data in, plain data out. */
export interface Api {
  /** Answers every request, whatever it holds; at once where nothing has to be waited for. Throws and rejects never. */
  handle(request: ApiRequest): ApiResponse | Promise<ApiResponse>;
  /** Whether a path is one of the API's. A host uses it to keep its own routes next to them. */
  owns(path: string): boolean;
  /** What a description of the API is made of. */
  readonly about: ApiAbout;
}

interface Call {
  readonly request: ApiRequest;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Further headers of the reply, names and values in turn. */
  readonly headers: string[];
}

/** A whole body, or one in pieces. */
type Body = string | Promise<string | Pieces>;

/** Ids that can exist; others are unknown without a look at the storage. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const NO_QUERY = new Query();

const textCalls = loadedOnce(() => import("./text-calls.js"));
const unreadNotes = loadedOnce(() => import("./unread.js"));
const pageReplies = loadedOnce(() => import("./page-reply.js"));

/** The elements of the lists. */
const SUMMARY = { group: "group", name: "name", type: "type", status: "status", id: "_id" } as const;
const PROJECT = { keywords: "keywords", group: "group", name: "name", type: "title", id: "_id" } as const;

export function createApi(kernel: Kernel, options: ApiOptions = {}): Api {
  const edition = EDITIONS[options.edition ?? "fuller"];
  const statusCodes = options.statusCodes ?? "classic";
  const logger = options.logger ?? warningLogger;
  const admit = createGuard(options);
  const textLimits: BodyLimits = { maxBytes: options.maxBodyBytes ?? 1024 * 1024, maxValues: 20_000 };
  const dataLimits: BodyLimits = { maxBytes: options.maxDataBytes ?? 8 * 1024 * 1024, maxValues: 200_000 };
  const { tasks, content, text } = kernel;
  const { version = "", exports, machine, providers, publisher, mailer, metrics, settings, mcp } = options;
  const waits = new RunWaits(kernel);
  const hasNotes = edition.hasFullerRoutes && options.strictEnvelope !== true;
  const fullerOnes = edition.hasFullerRoutes
    ? fullerRoutes(
        {
          ...{ kernel, logger, version, knownForm, waits, hasNotes },
          ...{ about: () => about },
          ...defined({ exports, machine, providers, publisher, mailer, metrics, settings, mcp }),
        },
        options.doors,
      )
    : [];
  const about: ApiAbout = {
    edition: options.edition ?? "fuller",
    version,
    routes: [...ROUTES.map((one) => infoOf(one, true)), ...fullerOnes.map((one) => infoOf(one, false))],
    needsKey: Boolean(options.apiKey),
  };
  const route = inEdition(edition, createRouter<Route | FullerRoute>([...ROUTES, ...fullerOnes]));

  const notedBody = async (query: Query, result: unknown, notes: readonly string[] = []) =>
    successBody(result, hasNotes ? [...(await query.notes()), ...notes] : []);
  const textBody = (query: Query, { text, notes }: TextResult) => notedBody(query, text, notes);

  const spoken = async (name: TextCallName, { request, query }: Call) => {
    const body = await objectBody(request, name, textLimits);
    const { TEXT_CALLS } = await textCalls();
    const made = await TEXT_CALLS[name](text, body, request);
    return textBody(query, { ...made, notes: [...(await unread(body, name)), ...made.notes] });
  };

  const acts = (path: string) => [...(route(path)?.routes.values() ?? [])].some((one) => one.acts);

  const unread = async (...asked: Parameters<typeof unreadMembers>) =>
    hasNotes ? (await unreadNotes()).unreadMembers(...asked) : [];

  const filterNotes = async (filter: TaskFilter, search: TaskSearch) => {
    const { status, type } = filter;
    const { query, projection, sort } = search;
    return hasNotes && (status || type || query || projection || sort) ? tasks.filterNotes(filter, search) : [];
  };

  const list = async (
    query: Query,
    items: AsyncIterable<object | string | Uint8Array>,
    notes: readonly string[] = [],
  ): Promise<string | Pieces> => {
    const broken = (error: unknown) => logger.error("A list broke off in the middle.", error);
    return listBody(items, broken, hasNotes ? [...(await query.notes()), ...notes] : []);
  };

  const actions: Readonly<Record<Action, (call: Call) => Body>> = {
    index: () => successBody({ name: "Scriptorium", version }),
    test: () => successBody(null),

    spin: (call) => spoken("spin", call),
    paraphrase: (call) => spoken("paraphrase", call),
    aboutMe: (call) => spoken("aboutme", call),
    aboutMeByQuery: async ({ request, query }) => {
      if (!query.get("keyword")?.trim()) throw new BodyRefused(wording.missingKeyword("/aboutme"));
      const { TEXT_CALLS } = await textCalls();
      const given = ["keyword", "voice", "seed"].filter((name) => query.has(name));
      const body = Object.fromEntries(given.map((name) => [name, query.get(name)]));
      return textBody(query, await TEXT_CALLS.aboutme(text, body, request));
    },

    projects: async ({ query }) => {
      const page = pageIn(query);
      return list(query, tasks.listed({ type: "articlecreator" }, PROJECT, page), await filterNotes({}, page));
    },
    article: async ({ parameters, query }) => {
      const { id = "", keyword } = parameters;
      if (!ID.test(id)) throw noContent(id, keyword);
      return notedBody(query, await content.article(id, keyword));
    },
    summaries: async ({ query }) => {
      const filter = filterIn(query);
      const page = pageIn(query);
      return list(query, tasks.listed(filter, SUMMARY, page), await filterNotes(filter, page));
    },
    documents: async ({ query }) => {
      const filter = filterIn(query);
      const page = pageIn(query);
      return list(query, tasks.texts(filter, page), await filterNotes(filter, page));
    },
    search: async ({ request, query }) => {
      const body = await objectBody(request, "find", textLimits);
      const { query: filter, projection, skip, limit, sort } = body;
      const search = { ...pageIn(query), query: filter, projection, ...defined({ skip, limit, sort }) };
      const notes = [...(await unread(body, "find")), ...(await filterNotes({}, search))];
      return list(query, tasks.texts({}, search), notes);
    },
    groups: async ({ query }) => notedBody(query, await tasks.groups()),
    status: async ({ parameters, query }) => notedBody(query, [await tasks.summary(knownForm(parameters["id"]))]),
    delete: async ({ parameters, query }) => {
      const { id = "" } = parameters;
      if (ID.test(id)) await tasks.delete(id);
      return notedBody(query, null);
    },
    readData: async ({ parameters, query, headers }) => {
      if (!edition.hasFullerRoutes) return notedBody(query, await dataOf(await existing(parameters)));
      const { task, version } = await tasks.versioned(knownForm(parameters["id"]));
      headers.push("ETag", `"${version}"`, "Access-Control-Expose-Headers", "ETag");
      return notedBody(query, await dataOf(task));
    },
    postData: async ({ parameters, request, query }) => {
      const { id } = parameters;
      // An empty update is no mistake: clients send one to see whether the task is there.
      const body = await jsonBody(request, "data", dataLimits);
      const posted = body === undefined ? {} : body;
      if (!isPlainObject(posted)) throw new BodyRefused(wording.notAnObject("data"));
      const known = knownForm(id);
      // Checked by the kernel: whatever is not JSON is refused there.
      const data = posted as JsonObject;
      const task = edition.postReplacesAndRuns
        ? await tasks.replaceData(known, data)
        : await tasks.patch(known, data, {
            ...versionIn(request),
            replace: query.get("replace")?.split(",") ?? [],
            ...(query.get("nulls") === "remove" && { nulls: "remove" }),
          });
      if (edition.postReplacesAndRuns) await tasks.run(known, { origin: "api" });
      // What was taken out is not there to be noted.
      const kept = Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(task.data, name)));
      const notes = hasNotes ? await tasks.notesOn(task, kept) : [];
      return notedBody(query, options.returnUpdatedData ? await dataOf(task) : null, notes);
    },
    duplicate: async ({ parameters, query }) =>
      notedBody(query, (await tasks.duplicate(knownForm(parameters["id"])))._id),
    run: async ({ request, parameters, query }) => {
      const id = knownForm(parameters["id"]);
      const asked = { request, query: edition.hasFullerRoutes ? query : NO_QUERY };
      const origin = originIn(asked.query);
      const { task, hasWaited, notes } = await waits.after(asked, () => tasks.run(id, { origin }));
      return notedBody(query, hasWaited ? summaryOf(task) : null, notes);
    },
    abort: async ({ parameters, query }) => {
      await tasks.abort(knownForm(parameters["id"]));
      return notedBody(query, null);
    },
    create: async ({ parameters, query }) => {
      const task = await tasks.create(parameters["taskname"] ?? "");
      return notedBody(query, { id: task._id, data: await dataOf(task) });
    },
    content: async ({ parameters, query }) => {
      const task = await existing(parameters);
      const { path = "" } = parameters;
      if (path === "") return notedBody(query, await content.listing(task));
      const file = await content.file(task._id, path);
      return notedBody(query, file ? fileResult(file) : await content.article(task._id, path));
    },
  };

  async function existing(parameters: Call["parameters"]): Promise<Task> {
    return tasks.existing(knownForm(parameters["id"]));
  }

  async function dataOf(task: Task): Promise<JsonObject> {
    return options.revealSecrets ? tasks.revealed(task._id) : task.data;
  }

  function failure(error: unknown, { id, method }: WatchedRequest, path: string): Failure {
    if (error instanceof BodyRefused) {
      return { status: statusOfRefusedBody(statusCodes), code: "BODY_REFUSED", message: error.message };
    }
    if (error instanceof BodyTooLarge) {
      return { status: 413, code: "BODY_TOO_LARGE", message: wording.tooLarge(error.maxBytes) };
    }
    if (error instanceof ClientGone) {
      return { status: 400, code: "REQUEST_BROKEN", message: wording.BROKEN_REQUEST[400]! };
    }
    if (ScriptoriumError.is(error)) {
      if (error.cause !== undefined) logger.warn(`${error.code}: ${String(error.cause)}`, { requestId: id });
      return { status: statusOf(error, statusCodes), code: error.code, message: wording.messageOf(error) };
    }
    logger.error(`${method} ${path}: internal error (ref ${id})`, error, { requestId: id });
    return { status: 500, code: "INTERNAL", message: wording.internal(id) };
  }

  const page = (edition.hasFullerRoutes && options.dashboard) || undefined;
  const isPages = (request: ApiRequest, path: string) =>
    page !== undefined && (isForPage(request, path) || pageFileIn(request, path) !== undefined);

  const refusal = (reply: ApiResponse, request: ApiRequest) =>
    edition.hasFullerRoutes && isForMcp(request) ? mcpRefusal(reply, request) : reply;

  return {
    about,
    owns: (path) =>
      route(path) !== undefined || (page !== undefined && pageFileIn({ method: "GET" }, path) !== undefined),
    handle: watched(options.watch, logger, (request, seen) => {
      const admitted = admit(request, acts, (path) => isPages(request, path));
      if ("status" in admitted) return refusal(admitted, request);
      const { path, query, origin } = admitted;
      if (page !== undefined && isPages(request, path)) {
        seen.route = path === "/" ? "/" : "/dashboard/*path";
        return pageReplies()
          .then(({ pageReply }) => pageReply(page, request, path, origin))
          .catch((error) => failureReply(failure(error, seen, path), origin));
      }
      const match = route(path);
      const failed = (error: unknown): ApiResponse => failureReply(failure(error, seen, path), origin);
      if (match === undefined) {
        const message = wording.noRoute(request.method, path);
        return failureReply({ status: 404, code: "ROUTE_UNKNOWN", message }, origin);
      }
      seen.route = match.routes.values().next().value?.path;
      const refused = methodReply(request, match, origin);
      if (refused !== undefined) return refusal(refused, request);
      try {
        const found = match.routes.get(request.method === "HEAD" ? "GET" : request.method)!;
        seen.route = found.path;
        const { parameters } = match;
        const asked = query === "" ? NO_QUERY : new Query(query);
        if ("reply" in found) {
          const call = { request, parameters, query: asked };
          return fullerReply(found, call, {
            limits: found.isLarge ? dataLimits : textLimits,
            origin,
            logger,
            noted: (result, notes) => notedBody(asked, result, notes),
          }).catch(failed);
        }
        const own: string[] = [];
        const body = actions[found.action]({ request, parameters, query: asked, headers: own });
        if (typeof body === "string") return { status: 200, headers: replyHeaders(origin), body };
        return body.then(
          (settled): ApiResponse => ({ status: 200, headers: [...replyHeaders(origin), ...own], body: settled }),
          failed,
        );
      } catch (error) {
        return failed(error);
      }
    }),
  };
}

interface Failure {
  readonly status: number;
  readonly code: ErrorCode | RunErrorCode | ProtocolCode;
  readonly message: string;
}

function failureReply({ status, code, message }: Failure, origin: string | undefined): ApiResponse {
  return { status, headers: failureHeaders(code, origin), body: failureBody(message) };
}

/** What the reduced edition lacks is unknown there: `/project/abort/x` is not the keyword `x` of a project `abort`. */
function inEdition<R extends Route | FullerRoute>(
  { hasFullerRoutes, onlyType }: Edition,
  router: Router<R>,
): Router<R> {
  if (hasFullerRoutes) return router;
  return (path) => {
    const match = router(path);
    if (match === undefined) return undefined;
    const isOffered = (route: R) =>
      "action" in route &&
      !route.fuller &&
      (route.action !== "create" || squashed(match.parameters["taskname"] ?? "") === onlyType);
    const routes = new Map(match.routes.entries().filter(([, route]) => isOffered(route)));
    return routes.size > 0 ? { ...match, routes } : undefined;
  };
}

function infoOf(route: Route | FullerRoute, isClassic: boolean): RouteInfo {
  const { method, path, acts } = route;
  return { method, path, acts, isClassic, fuller: "fuller" in route ? route.fuller : true };
}

/** The version that a post asks for; none with `*`, which is any. */
function versionIn({ headers }: ApiRequest): { readonly version?: string } {
  const asked = headers["if-match"];
  if (typeof asked !== "string" || asked.trim() === "*") return {};
  return { version: asked.trim().replace(/^"(.*)"$/, "$1") };
}

function filterIn(query: URLSearchParams): TaskFilter {
  const filter: Record<string, string> = {};
  for (const name of ["group", "name", "type", "status"]) {
    const value = query.get(name);
    if (value) filter[name] = value;
  }
  return filter;
}

function pageIn(query: URLSearchParams): { skip?: string; limit?: string; sort?: string } {
  return defined({
    skip: query.get("skip") || undefined,
    limit: query.get("limit") || undefined,
    sort: query.get("sort") || undefined,
  });
}

function fileResult({ path, type, size, sha256, bytes }: StoredFile): Json {
  // Not every type with "xml" in it is text: those of office documents are archives.
  const isText = /^text\/|[/+](?:json|xml)(?:;|$)/.test(type);
  const encoded = isText
    ? { encoding: "utf-8", content: Buffer.from(bytes).toString("utf8") }
    : { encoding: "base64", content: Buffer.from(bytes).toString("base64") };
  return { path, type, size, sha256, ...encoded };
}

function knownForm(id = ""): string {
  if (ID.test(id)) return id;
  throw taskNotFound(id);
}
