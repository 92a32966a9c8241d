interface RouteTo<A> {
  readonly method: "GET" | "POST";
  /** `:name` is one segment, `:name?` one or none, `*name` all that are left, at least none. */
  readonly path: string;
  /** What it does; `api.ts` has one function for each. */
  readonly action: A;
  /** True when it changes something: then HEAD, prefetches and pages of other sites are refused. */
  readonly acts: boolean;
  /** Only in the fuller edition. */
  readonly fuller: boolean;
}

const get = <A extends string>(path: string, action: A): RouteTo<A> => ({
  method: "GET",
  path,
  action,
  acts: false,
  fuller: false,
});
const act = <A extends string>(path: string, action: A): RouteTo<A> => ({ ...get(path, action), acts: true });
const post = <A extends string>(path: string, action: A): RouteTo<A> => ({ ...act(path, action), method: "POST" });
const fuller = <A>(route: RouteTo<A>): RouteTo<A> => ({ ...route, fuller: true });

/**
 * Every route, in the order of the specification, the aliases that clients use behind it. Literal segments beat
 * parameters, so `/project/delete/` is a delete without an id and never the project called `delete`.
 */
export const ROUTES = [
  get("/", "index"),
  get("/test", "test"),
  post("/spin", "spin"),
  fuller(post("/paraphrase", "paraphrase")),
  post("/aboutme", "aboutMe"),
  get("/projects", "projects"),
  get("/project/:id/:keyword?", "article"),
  get("/all-projects", "summaries"),
  fuller(post("/projects/find", "search")),
  get("/project/status/:id?", "status"),
  act("/project/delete/:id?", "delete"),
  get("/project/data/:id?", "readData"),
  post("/project/data/:id?", "postData"),
  act("/project/duplicate/:id?", "duplicate"),
  act("/project/run/:id?", "run"),
  fuller(act("/project/abort/:id?", "abort")),
  fuller(post("/project/abort/:id?", "abort")),
  act("/create/:taskname?", "create"),

  get("/aboutme", "aboutMeByQuery"),
  get("/task/aboutme", "aboutMeByQuery"),
  post("/task/aboutme", "aboutMe"),
  get("/all-tasks", "summaries"),
  get("/task/find", "documents"),
  get("/task/groups", "groups"),
  get("/task/status/:id?", "status"),
  act("/task/delete/:id?", "delete"),
  get("/task/data/:id?", "readData"),
  post("/task/data/:id?", "postData"),
  act("/task/duplicate/:id?", "duplicate"),
  act("/task/start/:id?", "run"),
  fuller(act("/task/abort/:id?", "abort")),
  fuller(post("/task/abort/:id?", "abort")),
  get("/task/content/:id?/*path", "content"),
] as const;

/** What a description of the interface needs to know of a route. */
export interface RouteInfo {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly acts: boolean;
  /** One of the specification or its aliases, and not one of our own. */
  readonly isClassic: boolean;
  /** Only in the fuller edition. */
  readonly fuller: boolean;
}

export type Action = (typeof ROUTES)[number]["action"];
export type Route = RouteTo<Action>;

/** What the router needs to know of a route. */
interface Routed {
  readonly method: string;
  readonly path: string;
}

interface Node<R> {
  readonly literals: Map<string, Node<R>>;
  parameter?: { readonly name: string; readonly node: Node<R> };
  rest?: { readonly name: string; readonly routes: Map<string, R> };
  readonly routes: Map<string, R>;
}

export interface Match<R = Route> {
  /** By method. */
  readonly routes: ReadonlyMap<string, R>;
  /** Decoded. A parameter that was left out is absent. */
  readonly parameters: Readonly<Record<string, string>>;
}

export type Router<R = Route> = (path: string) => Match<R> | undefined;

/** Finds the routes of a raw path: split first, then every segment decoded once. One trailing slash changes nothing. */
export function createRouter<R extends Routed>(routes: readonly R[]): Router<R> {
  const root = node<R>();
  for (const route of routes) add(root, route.path.split("/").slice(1), route);
  const plain = new Map(routes.filter(({ path }) => !/[:*]/.test(path)).map(({ path }) => [path, find(root, path)!]));
  return (path) => plain.get(path) ?? find(root, path);
}

function node<R>(): Node<R> {
  return { literals: new Map(), routes: new Map() };
}

function add<R extends Routed>(at: Node<R>, segments: readonly string[], route: R): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || segment === "") {
    at.routes.set(route.method, route);
  } else if (segment.startsWith("*")) {
    at.rest ??= { name: segment.slice(1), routes: new Map() };
    at.rest.routes.set(route.method, route);
  } else if (segment.startsWith(":")) {
    if (segment.endsWith("?")) add(at, [], route);
    at.parameter ??= { name: segment.replace(/^:|\?$/g, ""), node: node() };
    add(at.parameter.node, rest, route);
  } else {
    const next = at.literals.get(segment) ?? node<R>();
    at.literals.set(segment, next);
    add(next, rest, route);
  }
}

function find<R extends Routed>(root: Node<R>, path: string): Match<R> | undefined {
  const segments = (path.length > 1 && path.endsWith("/") ? path.slice(1, -1) : path.slice(1)).split("/");
  const parameters: Record<string, string> = {};
  let at = root;
  for (const [index, segment] of segments.entries()) {
    if (path === "/") break;
    const literal = at.literals.get(segment);
    if (literal) at = literal;
    else if (at.parameter) {
      parameters[at.parameter.name] = decoded(segment);
      at = at.parameter.node;
    } else if (at.rest) {
      parameters[at.rest.name] = segments.slice(index).map(decoded).join("/");
      return { routes: at.rest.routes, parameters };
    } else return undefined;
  }
  const routes = at.routes.size > 0 ? at.routes : at.rest?.routes;
  return routes && routes.size > 0 ? { routes, parameters } : undefined;
}

/** A segment that is no valid encoding is kept as it is: it is merely unknown. */
function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
