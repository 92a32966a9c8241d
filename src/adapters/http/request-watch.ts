import { randomBytes } from "node:crypto";
import type { Logger } from "../../kernel/index.js";
import type { ApiRequest, ApiResponse } from "./envelope.js";

type Reply = ApiResponse | Promise<ApiResponse>;

/** A request as those see it who watch the API. */
export interface WatchedRequest {
  /** What the client named it by `X-Request-Id`, or a name of ours. */
  readonly id: string;
  readonly method: string;
  /** Path and query, still encoded. The query may hold the API key. */
  readonly target: string;
  readonly headers: ApiRequest["headers"];
  /** The path of its route as in the table of routes; known when it is answered, and undefined where no route is reached. */
  route: string | undefined;
}

/** Called with every request; calls `answer` once, and gives what that gives. */
export type RequestWatch = (request: WatchedRequest, answer: () => Reply) => Reply;

/** Ids that clients may give: whatever cannot break a line of a log or of a header. */
const GIVEN_ID = /^[\w.:+/=-]{1,128}$/;

/** Answers with the id of the request in `X-Request-Id`, told to whoever watches, and in the log at level debug. */
export function watched(
  watch: RequestWatch | undefined,
  logger: Logger,
  answer: (request: ApiRequest, seen: WatchedRequest) => Reply,
): (request: ApiRequest) => Reply {
  const start = randomBytes(4).toString("hex");
  let count = 0;
  const idOf = (given: unknown): string => {
    if (typeof given === "string" && GIVEN_ID.test(given)) return given;
    count = (count + 1) >>> 0;
    return start + count.toString(16).padStart(8, "0");
  };
  return (request) => {
    const { method, target, headers } = request;
    const seen: WatchedRequest = { id: idOf(headers["x-request-id"]), method, target, headers, route: undefined };
    const begun = logger.debug === undefined ? 0 : performance.now();
    const ended = (reply: ApiResponse): ApiResponse => {
      if (logger.debug !== undefined) logAccess(logger, seen, reply.status, performance.now() - begun);
      return { ...reply, headers: [...reply.headers, "X-Request-Id", seen.id] };
    };
    const reply = watch === undefined ? answer(request, seen) : watch(seen, () => answer(request, seen));
    return reply instanceof Promise ? reply.then(ended) : ended(reply);
  };
}

/** Without the query, which may hold the key. */
function logAccess(logger: Logger, { id, method, target, route }: WatchedRequest, status: number, ms: number): void {
  const [path = ""] = target.split("?", 1);
  const milliseconds = Number(ms.toFixed(2));
  logger.debug?.(`${method} ${path} ${status} in ${milliseconds} ms`, {
    ...{ requestId: id, method, path, status, milliseconds },
    ...(route === undefined ? {} : { route }),
  });
}
