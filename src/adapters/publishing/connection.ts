import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import type { BlogAccount } from "./accounts.js";
import { loginAdvice, unreachable, wrongRedirect } from "./problems.js";
import type { BlogAnswer, BlogRequest, Requester } from "./requests.js";

/** Sends to one blog and to no other host, with its password if it has one. */
export interface Connection {
  readonly host: string;
  /** Resolves with the answer, whatever its status. Throws the errors of the port for a blog that cannot be reached. */
  send(request: BlogRequest, signal: AbortSignal): Promise<BlogAnswer>;
}

export interface ConnectionOptions {
  readonly requester: Requester;
  /** For one request with its answer. @default 60000 */
  readonly timeoutMs?: number;
  /** Of one answer. @default 8 MiB */
  readonly maxBytes?: number;
}

const MOST_REDIRECTS = 5;

/** Throws bad-input for an address that cannot be used. */
export function connect(blog: BlogAccount, options: ConnectionOptions): Connection {
  const { requester, timeoutMs = 60_000, maxBytes = 8 * 1024 * 1024 } = options;
  const home = readAddress(blog);
  const host = shown(home.host);

  async function send(request: BlogRequest, signal: AbortSignal): Promise<BlogAnswer> {
    let url = new URL(request.url);
    for (let hops = 0; ; hops += 1) {
      const answer = await requester
        .send(url.href, {
          ...{ method: request.method, timeoutMs, maxBytes, signal },
          headers: { accept: "application/json, */*;q=0.5", ...request.headers },
          ...(request.body === undefined ? {} : { body: request.body }),
        })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw unreachable(error, { home, host, changes: request.changes, maxBytes });
        });
      const to = redirectOf(answer, url);
      if (to === undefined) return { ...read(answer), changes: request.changes, loginAdvice: loginAdvice(blog) };
      const keepsMethod = request.method === "GET" || answer.status === 307 || answer.status === 308;
      if (!staysWith(url, to) || !keepsMethod || hops >= MOST_REDIRECTS) throw wrongRedirect(host, to);
      url = to;
    }
  }

  return { host, send };
}

function read(answer: Awaited<ReturnType<Requester["send"]>>): Omit<BlogAnswer, "changes" | "loginAdvice"> {
  const { status, text, retryAfterMs, wall } = answer;
  const isPage = /html/i.test(answer.headers["content-type"] ?? "");
  return { status, text, json: parsed(text), isPage, retryAfterMs, wall };
}

/** JSON, also behind a warning that a plugin of the blog has printed before it. */
function parsed(text: string): unknown {
  const body = text.replace(/^\ufeff/, "").trim();
  const start = body.search(/\{"|\[\{"|\[\]$/);
  for (const one of [body, ...(start > 0 ? [body.slice(start)] : [])]) {
    try {
      return JSON.parse(one);
    } catch {
      // The next, or none.
    }
  }
  return undefined;
}

function redirectOf(answer: { status: number; headers: Readonly<Record<string, string>> }, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  return URL.parse(answer.headers["location"] ?? "", from.href) ?? undefined;
}

/** The password may go on being sent: to the same origin, or to the same site made safe. */
function staysWith(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  return from.protocol === "http:" && from.port === "" && to.origin === `https://${from.hostname}`;
}

function readAddress(blog: BlogAccount): URL {
  const url = URL.parse(blog.url);
  const facts = { blog: blog.id };
  if (url === null || !/^https?:$/.test(url.protocol) || /[\u0000-\u0020\u007f\\]/.test(blog.url)) {
    throw new ScriptoriumError(
      "bad-input",
      `The address of blog "${shown(blog.name)}" cannot be used. Write it like https://blog.example in its account.`,
      facts,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ScriptoriumError(
      "bad-input",
      `The address of blog "${shown(blog.name)}" holds a user name or password. Take them out, and store them in its account.`,
      facts,
    );
  }
  // A webhook is only signed with its secret.
  if (url.protocol === "http:" && blog.kind !== "webhook" && !blog.allowHttp) {
    throw new ScriptoriumError(
      "bad-input",
      `The address of blog "${shown(blog.name)}" begins with http://, so its password would be sent in the clear. Write https://, or allow it with "allowHttp": true in its account.`,
      facts,
    );
  }
  return url;
}
