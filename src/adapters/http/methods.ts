import { type ApiRequest, type ApiResponse, failureBody, failureHeaders, replyHeaders } from "./envelope.js";
import type { ProtocolCode } from "./protocol-codes.js";
import type { Match } from "./routes.js";
import * as wording from "./wording.js";

/** The reply to OPTIONS and to methods that a path does not offer; undefined for those it does. */
export function methodReply(
  request: ApiRequest,
  match: Match<{ readonly acts: boolean }>,
  origin: string | undefined,
): ApiResponse | undefined {
  const { method } = request;
  const { routes } = match;
  if (routes.has(method)) return undefined;
  const reads = routes.get("GET")?.acts === false;
  if (method === "HEAD" && reads) return undefined;
  const allowed = [...routes.keys(), ...(reads ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  if (method === "OPTIONS") {
    const preflight = origin !== undefined && request.headers["access-control-request-method"] !== undefined;
    const grants = preflight
      ? [
          "Access-Control-Allow-Methods",
          allowed,
          "Access-Control-Allow-Headers",
          "content-type, authorization, x-api-key, x-request-id, last-event-id, range, if-range, if-match, if-none-match, mcp-protocol-version, mcp-session-id",
          "Access-Control-Max-Age",
          "600",
        ]
      : [];
    // Browsers ask for this one before they let a page reach a private address (Private Network Access, WICG).
    const privateNetwork =
      request.headers["access-control-request-private-network"] === "true" && preflight
        ? ["Access-Control-Allow-Private-Network", "true"]
        : [];
    return {
      status: 204,
      headers: [...replyHeaders(origin), "Allow", allowed, ...grants, ...privateNetwork],
      body: "",
    };
  }
  return {
    status: 405,
    headers: [...failureHeaders("METHOD_REFUSED" satisfies ProtocolCode, origin), "Allow", allowed],
    body: failureBody(wording.wrongMethod(method, [...routes.keys()].sort().join(" or "))),
  };
}
