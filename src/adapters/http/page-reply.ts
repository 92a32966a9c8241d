import {
  type ApiRequest,
  type ApiResponse,
  failureBody,
  failureHeaders,
  mergedHeaders,
  replyHeaders,
} from "./envelope.js";
import { type PageDoor, pageFileIn } from "./page-door.js";
import type { ProtocolCode } from "./protocol-codes.js";
import * as wording from "./wording.js";

/** What a request for the page or for one of its files is answered. */
export async function pageReply(
  door: PageDoor,
  request: ApiRequest,
  path: string,
  origin: string | undefined,
): Promise<ApiResponse> {
  const name = pageFileIn(request, path);
  const reply = name === undefined ? await door.page(request) : await door.file(name, request);
  if (reply === undefined) {
    const headers = failureHeaders("ROUTE_UNKNOWN" satisfies ProtocolCode, origin);
    return { status: 404, headers, body: failureBody(wording.noRoute(request.method, path)) };
  }
  const { status = 200, headers, body } = reply;
  return { status, headers: mergedHeaders(replyHeaders(origin), headers), body };
}
