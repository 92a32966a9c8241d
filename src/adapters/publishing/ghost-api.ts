import { createHmac } from "node:crypto";
import { ScriptoriumError } from "../../kernel/errors.js";
import { isPlainObject, shown } from "../../kernel/values/json.js";
import type { BlogAccount } from "./accounts.js";
import type { Connection } from "./connection.js";
import { refusal } from "./problems.js";
import type { BlogAnswer } from "./requests.js";

export interface GhostRequest {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly query?: Readonly<Record<string, string | number>>;
  readonly fields?: unknown;
  readonly body?: { readonly type: string; readonly bytes: Uint8Array };
}

/** The Admin API of a Ghost. */
export interface GhostApi {
  readonly host: string;
  /** Resolves with the answer, whatever its status. */
  ask(path: string, request: GhostRequest, signal: AbortSignal): Promise<BlogAnswer>;
  /** What stands under `name` of an answer that went well; throws the error of the port for another. */
  list(path: string, name: string, request: GhostRequest, what: string, signal: AbortSignal): Promise<Fields[]>;
}

type Fields = Readonly<Record<string, unknown>>;

const LIFE_SECONDS = 300;

/** `now` is the time by which tokens are made out. Throws `auth` for a key that is none. */
export function ghostApi(blog: BlogAccount, connection: Connection, now: () => Date): GhostApi {
  const [, id = "", secret = ""] = /^([0-9a-f]{24}):([0-9a-f]{64})$/i.exec(blog.password.trim()) ?? [];
  if (id === "") {
    throw new ScriptoriumError(
      "auth",
      `The password of blog "${shown(blog.name)}" is no Admin API key of Ghost. Copy the key (id:secret) of a custom integration.`,
      { blog: blog.id },
    );
  }
  const home = blog.url
    .replace(/[?#].*$/, "")
    .replace(/\/ghost(?:\/.*)?$/, "")
    .replace(/\/+$/, "");

  const ask: GhostApi["ask"] = async (path, { method = "GET", query = {}, fields, body }, signal) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    const sent =
      body ??
      (fields === undefined ? undefined : { type: "application/json", bytes: Buffer.from(JSON.stringify(fields)) });
    return await connection.send(
      {
        method,
        url: `${home}/ghost/api/admin/${path}${search === "" ? "" : `?${search}`}`,
        changes: method !== "GET",
        headers: {
          authorization: `Ghost ${tokenOf(id, Buffer.from(secret, "hex"), now())}`,
          "accept-version": "v5.0",
          ...(sent ? { "content-type": sent.type } : {}),
        },
        ...(sent ? { body: sent.bytes } : {}),
      },
      signal,
    );
  };

  return {
    host: connection.host,
    ask,
    async list(path, name, request, what, signal) {
      const answer = await ask(path, request, signal);
      const { json, status } = answer;
      const members = isPlainObject(json) ? json[name] : undefined;
      if (status < 200 || status > 299 || !Array.isArray(members)) throw refusal(connection.host, answer, what);
      return members.filter(isPlainObject);
    },
  };
}

/** A JSON web token with a short life. */
function tokenOf(id: string, secret: Uint8Array, now: Date): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const issued = Math.floor(now.getTime() / 1000);
  const head = part({ alg: "HS256", typ: "JWT", kid: id });
  const body = part({ iat: issued, exp: issued + LIFE_SECONDS, aud: "/admin/" });
  const signature = createHmac("sha256", secret).update(`${head}.${body}`).digest("base64url");
  return `${head}.${body}.${signature}`;
}
