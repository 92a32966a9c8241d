import { type RunErrorCode, ScriptoriumError } from "../../kernel/errors.js";
import { isPlainObject, shown } from "../../kernel/values/json.js";
import type { BlogAccount } from "./accounts.js";
import type { BlogAnswer } from "./requests.js";
import { wordsOf } from "./texts.js";

type Facts = Readonly<Record<string, unknown>>;

/** An error of a blog. `says` begins after its host. */
export function blogProblem(host: string, code: RunErrorCode, says: string, facts: Facts = {}): ScriptoriumError {
  return new ScriptoriumError(code, `${host} ${says}`, { host, ...facts });
}

const UNCERTAIN = { uncertain: true };

/** What kept a request from being answered, with the codes of the port. */
export function unreachable(
  error: unknown,
  {
    home,
    host,
    changes,
    maxBytes,
  }: { readonly home: URL; readonly host: string; readonly changes: boolean; readonly maxBytes: number },
): unknown {
  if (!ScriptoriumError.is(error)) return error;
  if (error.code === "ADDRESS_REFUSED") return refusedAddress(error, home);
  const facts = { ...error.facts, host, ...(changes && error.facts["sent"] !== false ? UNCERTAIN : {}) };
  if (error.code === "FETCH_TOO_LARGE") {
    const size = `${Math.round(maxBytes / 1024 / 1024)} MB`;
    const says = `sent an answer of more than ${size}, which is not read. Check that its address is that of the blog.`;
    return blogProblem(host, "server-error", says, facts);
  }
  const isOfNetwork = error.code === "FETCH_FAILED" || error.code === "FETCH_TIMEOUT";
  if (!isOfNetwork) return error;
  return new ScriptoriumError("no-network", error.message, facts, { cause: error });
}

/** Of the account, and not of the one request that was refused. */
function refusedAddress({ code, message, facts }: ScriptoriumError, home: URL): ScriptoriumError {
  const why = / is refused: .*$/s.exec(message)?.[0] ?? " is refused.";
  const address = shown(`${home.origin}${home.pathname}`);
  return new ScriptoriumError(code, `The address ${address} of the account${why}`, { ...facts, url: address });
}

export function wrongRedirect(host: string, to: URL): ScriptoriumError {
  const target = shown(`${to.origin}${to.pathname}`);
  const says = `redirects to ${target}, where the password is not sent. If that is the blog, set the url of its account to that address.`;
  return blogProblem(host, "bad-input", says, { redirect: target });
}

/** The code of an answer in JSON, as WordPress and Ghost give one. */
export function codeIn(json: unknown): string {
  return detailsOf(json).code;
}

function detailsOf(json: unknown): { readonly code: string; readonly message: string } {
  if (!isPlainObject(json)) return { code: "", message: "" };
  const first = Array.isArray(json["errors"]) ? json["errors"][0] : json;
  const details = isPlainObject(first) ? first : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const message = [text(details["message"]), text(details["context"])].filter((part) => part !== "").join(" ");
  return { code: shown(text(details["code"]) || text(details["type"]), 60), message: wordsOf(message) };
}

/** What an answer says that is not the one that was asked for, as the error of the port. `what`: "the post". */
export function refusal(host: string, answer: BlogAnswer, what: string): ScriptoriumError {
  const { status, json, wall, retryAfterMs, changes } = answer;
  const { code, message } = detailsOf(json);
  const facts = { status, ...(code === "" ? {} : { reason: code }) };
  const named = `HTTP ${status}${code === "" ? "" : ` ${code}`}`;
  const said = message === "" ? "" : `: ${message}`;
  const unknown = changes ? UNCERTAIN : {};
  if (status === 429) {
    const waitMs = retryAfterMs === undefined ? {} : { waitMs: retryAfterMs };
    const when = retryAfterMs === undefined ? "later" : `in ${Math.ceil(retryAfterMs / 1000)} seconds`;
    return blogProblem(host, "rate-limited", `asks for fewer requests. Try again ${when}.`, { ...facts, ...waitMs });
  }
  if (wall !== undefined && status !== 401) {
    return walled(host, answer, status >= 400 && status < 500 ? facts : { ...facts, ...unknown });
  }
  if (status === 401 || (status === 403 && isPlainObject(json)))
    return notAllowed(host, answer, named, said, what, facts);
  if (status === 403 || status === 406) return walled(host, answer, facts);
  if (status === 413) {
    const says = `does not take ${what}, because it is too large (HTTP 413). Make it smaller, or raise the upload limit of the server.`;
    return blogProblem(host, "too-large", says, facts);
  }
  if (status >= 500) {
    const waitMs = retryAfterMs === undefined ? {} : { waitMs: retryAfterMs };
    const says = `broke down at ${what} (${named})${said}. Look into the log of the blog, or try again later.`;
    return blogProblem(host, "server-error", says, { ...facts, ...waitMs, ...unknown });
  }
  if (status >= 400) {
    return blogProblem(host, "bad-input", `refused ${what} (${named})${said}. Correct it.`, facts);
  }
  if (answer.isPage) return walled(host, answer, { ...facts, ...unknown });
  const says = `gave an answer to ${what} that cannot be read (HTTP ${status}). Look at the blog, and check its address.`;
  return blogProblem(host, "server-error", says, { ...facts, ...unknown });
}

function notAllowed(
  host: string,
  { status, loginAdvice: advice }: BlogAnswer,
  named: string,
  said: string,
  what: string,
  facts: Facts,
): ScriptoriumError {
  if (status === 401) {
    return blogProblem(host, "auth", `refused the login (${named})${said}. ${advice}`, facts);
  }
  const says = `does not allow the account ${what} (${named})${said}. Give its user a role that may.`;
  return blogProblem(host, "auth", says, facts);
}

/** What to look at where a login is refused: the account, and what its kind of blog takes for a password. */
export function loginAdvice(
  { name, kind, username }: Pick<BlogAccount, "name" | "kind" | "username">,
  way: "api" | "xmlrpc" = "api",
): string {
  const account = `Check the account "${shown(name)}"`;
  if (kind === "ghost") return `${account}: its password is the Admin API key of a custom integration (id:secret).`;
  if (kind !== "wordpress") return `${account}: its password.`;
  const user = username === "" ? "the user name, which is empty," : `the user name "${shown(username)}"`;
  const usual = way === "xmlrpc" ? "the password, the usual one or " : "the password, not the usual one but ";
  return `${account}: ${user} and ${usual}an application password, which WordPress makes under Users, Profile.`;
}

/** A page where an answer in JSON was due: of a security plugin, a firewall, or one to log in. */
function walled(host: string, { status, wall, text }: BlogAnswer, facts: Facts): ScriptoriumError {
  const isLogin = wall?.kind === "sign-in" || /name=["']?(?:log|pwd|password)["']?[\s/>]/i.test(text);
  if (isLogin && status < 400) {
    const says = `answered with a page to log in instead of its API. Take the API out of what its login page protects.`;
    return blogProblem(host, "blocked", says, facts);
  }
  const by = wall?.by === undefined ? "" : ` of ${wall.by}`;
  const says = `answered with a page${by} instead of its API (HTTP ${status}). Let this server pass in its security plugin or firewall.`;
  return blogProblem(host, "blocked", says, facts);
}

/** The blog made something and did not say what. */
export function withoutId(host: string, what: string): ScriptoriumError {
  const says = `took ${what}, but did not say under which id. Look at the blog before it is sent again.`;
  return blogProblem(host, "server-error", says, UNCERTAIN);
}
