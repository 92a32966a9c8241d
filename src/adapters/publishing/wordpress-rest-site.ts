import { isPlainObject } from "../../kernel/values/json.js";
import type { BlogAccount } from "./accounts.js";
import type { Connection } from "./connection.js";
import { blogProblem, codeIn, refusal } from "./problems.js";
import type { BlogAnswer } from "./requests.js";
import { siteAddress } from "./wordpress-address.js";

type Query = Readonly<Record<string, string | number | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** Who the account is at a blog. */
export interface RestUser {
  readonly id: number;
  readonly login: string;
  readonly name: string;
  /** Undefined where the blog does not say. */
  readonly may: ((capability: string) => boolean) | undefined;
}

export interface RestRequest {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly query?: Query;
  /** Sent as JSON. */
  readonly fields?: Fields;
  readonly body?: { readonly type: string; readonly bytes: Uint8Array };
}

/** The REST API of a WordPress that has let the account in. */
export interface RestSite {
  readonly host: string;
  readonly user: RestUser;
  /** Resolves with the answer, whatever its status. */
  ask(route: string, request: RestRequest, signal: AbortSignal): Promise<BlogAnswer>;
  /** The JSON of an answer that went well; throws the error of the port for another. `what` names what was asked for. */
  get(route: string, request: RestRequest, what: string, signal: AbortSignal): Promise<unknown>;
}

/** Codes of a login that is wrong or does not arrive. */
const LOGIN_CODES: ReadonlySet<string> = new Set([
  "incorrect_password",
  "invalid_username",
  "invalid_email",
  "invalid_application_password",
  "application_passwords_disabled",
  "application_passwords_disabled_for_user",
  "rest_not_logged_in",
]);

/** Finds the REST API and logs in. Throws `auth`, `blocked` and, where there is none, bad-input with the fact `rest: "off"`. */
export async function openRest(blog: BlogAccount, connection: Connection, signal: AbortSignal): Promise<RestSite> {
  const home = siteAddress(blog.url);
  const login = Buffer.from(`${blog.username}:${blog.password}`, "utf8").toString("base64");
  if (blog.username.includes(":")) {
    throw blogProblem(
      connection.host,
      "bad-input",
      "cannot be logged in to, because the user name holds a colon. Correct it.",
    );
  }
  let unlike: BlogAnswer | undefined;
  // The second form works without pretty links.
  for (const pretty of [true, false]) {
    const ask: RestSite["ask"] = async (route, { method = "GET", query = {}, fields, body }, within) => {
      const sent = body ?? (fields && { type: "application/json", bytes: Buffer.from(JSON.stringify(fields)) });
      return await connection.send(
        {
          method,
          url: addressOf(home, pretty, route, query),
          changes: method !== "GET",
          headers: { authorization: `Basic ${login}`, ...(sent ? { "content-type": sent.type } : {}) },
          ...(sent ? { body: sent.bytes } : {}),
        },
        within,
      );
    };
    const answer = await ask("/wp/v2/users/me", { query: { context: "edit", _fields: ME } }, signal);
    const user = answer.status === 200 ? userIn(answer.json) : await unnamed(answer, ask, connection.host, signal);
    if (user !== undefined) return siteOf(connection.host, user, ask);
    unlike = answer;
  }
  if (unlike?.status === 200) throw refusal(connection.host, unlike, "the question who is logged in");
  throw restOff(connection.host, unlike);
}

const ME = "id,name,slug,username,capabilities";

function siteOf(host: string, user: RestUser, ask: RestSite["ask"]): RestSite {
  return {
    ...{ host, user, ask },
    async get(route, request, what, signal) {
      const answer = await ask(route, request, signal);
      if (answer.status >= 200 && answer.status < 300 && answer.json !== undefined) return answer.json;
      throw refusal(host, answer, what);
    },
  };
}

function addressOf(home: string, pretty: boolean, route: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(pretty ? given : [["rest_route", route], ...given]).toString();
  if (!pretty) return `${home}?${search}`;
  return `${home}wp-json${route}${search === "" ? "" : `?${search}`}`;
}

function userIn(json: unknown): RestUser | undefined {
  if (!isPlainObject(json) || typeof json["id"] !== "number") return undefined;
  const capabilities = isPlainObject(json["capabilities"]) ? json["capabilities"] : undefined;
  const text = (name: string) => (typeof json[name] === "string" ? json[name] : "");
  return {
    id: json["id"],
    login: text("username") || text("slug"),
    name: text("name"),
    may: capabilities && ((capability) => capabilities[capability] === true),
  };
}

/** The user where a plugin keeps users secret; undefined where there is no API. */
async function unnamed(
  answer: BlogAnswer,
  ask: RestSite["ask"],
  host: string,
  signal: AbortSignal,
): Promise<RestUser | undefined> {
  const code = codeIn(answer.json);
  const isMissing = answer.status === 404 && code !== "rest_no_route";
  if (isMissing || (answer.status === 200 && answer.wall === undefined)) return undefined;
  const mayBeSecret = [401, 403, 404].includes(answer.status) && answer.json !== undefined && !LOGIN_CODES.has(code);
  if (!mayBeSecret) throw refusal(host, answer, "the question who is logged in");
  // Only who is logged in may see drafts.
  const query = { context: "edit", status: "draft", per_page: 1, _fields: "id" };
  const drafts = await ask("/wp/v2/posts", { query }, signal);
  if (drafts.status === 200 && Array.isArray(drafts.json)) return { id: 0, login: "", name: "", may: undefined };
  if (answer.status === 404 && drafts.status === 404) return undefined;
  throw refusal(host, answer.status === 404 ? drafts : answer, "to see drafts");
}

function restOff(host: string, answer: BlogAnswer | undefined): Error {
  const status = answer?.status ?? 0;
  const says = `has no REST API at its address (HTTP ${status}). Check the address, switch the REST API on, or set "api" of its account to xmlrpc.`;
  return blogProblem(host, "bad-input", says, { status, rest: "off" });
}
