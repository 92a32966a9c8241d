import type { RunErrorCode, ScriptoriumError } from "../../kernel/errors.js";
import { isPlainObject } from "../../kernel/values/json.js";
import type { BlogAccount } from "./accounts.js";
import type { Connection } from "./connection.js";
import { blogProblem, loginAdvice, refusal } from "./problems.js";
import { folded, wordsOf } from "./texts.js";
import { siteAddress } from "./wordpress-address.js";
import { type RpcValue, rpcAnswer, rpcCall } from "./xml-rpc.js";

/** A fault that a blog answered with. It has done nothing. */
export class RpcFault extends Error {
  constructor(
    readonly code: number,
    readonly says: string,
    /** What to look at where the login is refused. */
    readonly loginAdvice: string,
  ) {
    super(`${code}`);
  }
}

/** The XML-RPC of a WordPress that has let the account in. */
export interface RpcSite {
  readonly host: string;
  readonly url: string;
  readonly user: {
    readonly id: number;
    readonly login: string;
    readonly name: string;
    readonly roles: readonly string[];
  };
  /** Calls a method of one blog. Throws RpcFault, and the errors of the port. */
  call(method: string, params: readonly RpcValue[], what: string, signal: AbortSignal): Promise<unknown>;
}

/** Methods that change something, so that a lost answer leaves open whether it was done. */
const CHANGING = /^wp\.(?:new|edit|delete|upload)/;

/** Logs in over XML-RPC. Throws `auth`, `blocked`, and bad-input where it is switched off. */
export async function openXmlRpc(blog: BlogAccount, connection: Connection, signal: AbortSignal): Promise<RpcSite> {
  const { host } = connection;
  const url = siteAddress(blog.url);
  const send = async (method: string, params: readonly RpcValue[], what: string, within: AbortSignal) => {
    const answer = await connection.send(
      {
        method: "POST",
        url: `${url}xmlrpc.php`,
        changes: CHANGING.test(method),
        headers: { "content-type": "text/xml; charset=utf-8", accept: "text/xml, */*;q=0.5" },
        body: rpcCall(method, params),
      },
      within,
    );
    const read = rpcAnswer(answer.text);
    if (read === undefined) {
      if (answer.status === 404 || answer.status === 405) throw off(host, answer.status);
      throw refusal(host, answer, what);
    }
    if ("fault" in read) throw new RpcFault(read.fault.code, read.fault.says, loginAdvice(blog, "xmlrpc"));
    return read.value;
  };
  const login = [blog.username, blog.password];
  const blogs = await translated(host, "to log in", () => send("wp.getUsersBlogs", login, "the login", signal));
  const own = blogOf(blogs, url);
  if (own === undefined)
    throw blogProblem(host, "auth", "lets the account in, but shows it no blog. Give its user a role there.");
  const id = String(own["blogid"] ?? "1");
  const call: RpcSite["call"] = (method, params, what, within) => send(method, [id, ...login, ...params], what, within);
  const profile = await translated(host, "to see its profile", () =>
    call("wp.getProfile", [["user_id", "username", "display_name", "roles"]], "the profile", signal),
  );
  const { user_id, username, display_name, roles } = isPlainObject(profile) ? profile : {};
  return {
    ...{ host, url, call },
    user: {
      id: Number(user_id) || 0,
      login: String(username ?? blog.username),
      name: String(display_name ?? ""),
      roles: Array.isArray(roles) ? roles.map(String) : [],
    },
  };
}

/** Does a call; a fault is thrown as the error of the port. */
export async function translated<T>(host: string, what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof RpcFault ? faultProblem(host, error, what) : error;
  }
}

function faultProblem(host: string, { code, says, loginAdvice: advice }: RpcFault, what: string): ScriptoriumError {
  const facts = { fault: code };
  const said = says === "" ? "" : `: ${wordsOf(says)}`;
  if (code === 405 || code === -32601) return off(host, code);
  if (code === 403) {
    return blogProblem(host, "auth", `refused the login (XML-RPC 403)${said}. ${advice}`, facts);
  }
  if (code === 401) {
    const advice = "Give its user a role that may.";
    return blogProblem(host, "auth", `does not allow the account ${what} (XML-RPC 401)${said}. ${advice}`, facts);
  }
  const kind: RunErrorCode = code === 503 ? "server-error" : "bad-input";
  return blogProblem(host, kind, `refused ${what} (XML-RPC ${code})${said}. Correct it.`, facts);
}

function off(host: string, status: number): ScriptoriumError {
  const says = `has XML-RPC switched off, or not at its address (${status}). Switch it on, or set "api" of its account to rest.`;
  return blogProblem(host, "bad-input", says, { status, xmlrpc: "off" });
}

/** In a network of blogs the one at the address; else the first. */
function blogOf(blogs: unknown, url: string): Record<string, unknown> | undefined {
  const all = Array.isArray(blogs) ? blogs.filter(isPlainObject) : [];
  const place = (address: unknown) =>
    folded(String(address ?? ""))
      .replace(/^https?:\/\//, "")
      .replace(/\/+$/, "");
  return all.find((one) => place(one["url"]) === place(url)) ?? all[0];
}
