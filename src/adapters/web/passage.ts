import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import type { WebPassage, WebPassageWay } from "../../kernel/providers.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { bare, portOf } from "./addresses.js";
import { asksForPause, errorOf } from "./answers.js";
import type { Connections } from "./connect.js";
import type { ListedCookie } from "./cookies.js";
import type { Credentials } from "./credentials.js";
import { failure, type Limits } from "./failures.js";
import type { Politeness } from "./politeness.js";
import type { ProxyPool } from "./proxies.js";
import { hostOf, type Sending } from "./redirects.js";
import { refusalOf } from "./refusals.js";
import { readRetryAfter } from "./retrying.js";

export interface PassageParts {
  readonly userAgent: string;
  readonly credentials: Credentials | undefined;
  readonly limits: Limits;
  readonly politeness: Politeness;
  readonly now: () => Date;
  /** Throws ADDRESS_REFUSED. */
  readonly read: (text: string) => URL;
  readonly connections: Connections;
  readonly proxies: ProxyPool | undefined;
  readonly sendItself: (request: Sending) => Promise<Dispatcher.ResponseData>;
  readonly cookies: () => Promise<readonly ListedCookie[]>;
  /** How long the host of a page is to be left alone before it. Rejects where robots.txt forbids it. */
  readonly permit: (url: URL, signal: AbortSignal) => Promise<number>;
  readonly place: <T>(
    url: URL,
    signal: AbortSignal,
    delayMs: number,
    begin: () => Promise<T>,
  ) => Promise<{ readonly begun: T; readonly done: () => void }>;
}

/** The way out for a browser; see `WebPassage`. */
export function createPassage(parts: PassageParts): WebPassage {
  const { credentials, limits, politeness, now, read, permit } = parts;

  const failureOf = async <T>(url: URL, signal: AbortSignal, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw signal.aborted ? signal.reason : failure(error, url, limits);
    }
  };

  return {
    userAgent: parts.userAgent,
    open(): WebPassageWay {
      const way = parts.proxies?.way();
      return {
        async tunnel(host, port, signal) {
          const url = read(`http://${host}:${port}/`);
          const socket = await failureOf(
            url,
            signal,
            way?.tunnel(url, signal) ?? direct(parts.connections, url, signal),
          );
          // Whoever listens for "readable" would keep the data from flowing.
          socket.removeAllListeners("readable");
          return socket;
        },
        async forward({ url: text, signal, ...request }) {
          const url = read(text);
          const sending = { ...request, headers: { ...request.headers }, url, signal };
          const answer = await failureOf(url, signal, way?.send(sending) ?? parts.sendItself(sending));
          return { status: answer.statusCode, headers: answer.headers, body: answer.body };
        },
      };
    },
    headersFor(text) {
      const url = URL.parse(text);
      return url === null ? {} : (credentials?.headersFor(url) ?? {});
    },
    async cookies() {
      const all = await parts.cookies();
      return all.filter(({ given, domain, path, secure }) => {
        const url = URL.parse(`${secure ? "https" : "http"}://${domain.replace(/^\./, "")}${path}`);
        const twin = secure ? null : URL.parse(`https://${domain.replace(/^\./, "")}${path}`);
        return !given || [url, twin].some((place) => place !== null && credentials?.reach(place) === true);
      });
    },
    async check(text, signal) {
      await permit(read(text), signal);
    },
    async visit(text, signal, begin) {
      const url = read(text);
      return await parts.place(url, signal, await permit(url, signal), begin);
    },
    judged({ url: text, status, headers = {}, text: html }) {
      const url = new URL(text);
      const refusal = refusalOf({ status, headers, text: html, url: text });
      const retryAfterMs = readRetryAfter(headers["retry-after"] ?? "", now());
      if (retryAfterMs !== undefined && asksForPause(status)) {
        politeness.hold(hostOf(url), retryAfterMs, `it answered ${status}`);
      }
      const signedIn = credentials?.headersFor(url)["authorization"] !== undefined;
      const error = errorOf(url, { status, refusal, retryAfterMs, signedIn, good: status >= 200 && status <= 299 });
      return { ...(refusal === undefined ? {} : { refusal }), ...(error === undefined ? {} : { error }) };
    },
    failure(text, errno) {
      const error = failure({ code: errno }, new URL(text), limits);
      return error instanceof Error ? error : new Error(String(error));
    },
  };
}

function direct({ connect }: Connections, url: URL, signal: AbortSignal): Promise<Socket> {
  const [hostname, port] = [bare(url.hostname), portOf(url)];
  const opening = new Promise<Socket>((resolve, reject) => {
    connect({ hostname, host: `${hostname}:${port}`, protocol: "http:", port: String(port) }, (error, socket) => {
      if (socket !== null) resolve(socket as Socket);
      else reject(error);
    });
  });
  return untilAborted(signal, opening).catch((error: unknown) => {
    opening.then(
      (late) => late.destroy(),
      () => {},
    );
    throw error;
  });
}
