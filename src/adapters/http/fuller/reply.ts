import { isPlainObject, type JsonObject, type Logger } from "../../../kernel/index.js";
import {
  type ApiRequest,
  type ApiResponse,
  CODE_HEADER,
  mergedHeaders,
  replyHeaders,
  withErrorReport,
} from "../envelope.js";
import { type BodyLimits, BodyRefused, jsonBody } from "../json-body.js";
import { type ExpectedBody, notAnObject, postJson } from "../wording.js";
import { type FullerCall, type FullerRoute, isRawReply, NotedReply } from "./fuller.js";

interface ReplyParts {
  readonly limits: BodyLimits;
  /** The allowed origin that asked, if one did. */
  readonly origin: string | undefined;
  readonly logger: Logger;
  /** The body of a success. */
  noted(result: unknown, notes: readonly string[]): Promise<string>;
}

/** What one of our own routes answers; rejects with its error. */
export async function fullerReply(
  route: FullerRoute,
  call: Omit<FullerCall, "object" | "objectOrList">,
  { limits, origin, logger, noted }: ReplyParts,
): Promise<ApiResponse> {
  const example = route.example ?? "{}";
  const objectOrList = () => postedValue(call.request, example, limits);
  const object = async () => {
    const value = await objectOrList();
    if (Array.isArray(value)) throw new BodyRefused(notAnObject(example));
    return value as JsonObject;
  };
  const reply = await route.reply({ ...call, object, objectOrList });
  if (!isRawReply(reply)) {
    const body = reply instanceof NotedReply ? await noted(reply.result, reply.notes) : await noted(reply ?? null, []);
    return { status: 200, headers: replyHeaders(origin), body };
  }
  const { status = 200, headers, body } = reply;
  const broken = (error: unknown) => logger.error(`A reply of ${route.path} broke off in the middle.`, error);
  return {
    status,
    headers: [...mergedHeaders(replyHeaders(origin), headers), ...exposed(origin)],
    body: typeof body === "string" ? body : withErrorReport(body, broken),
  };
}

/** Who posts nothing need not say what kind of nothing it is. */
async function postedValue(
  request: ApiRequest,
  example: ExpectedBody,
  limits: BodyLimits,
): Promise<JsonObject | readonly unknown[]> {
  const { method, target, headers, body } = request;
  const isUntyped = headers["content-type"] === undefined || headers["content-length"] === "0";
  const typed = { ...headers, "content-type": "application/json" };
  const value = await jsonBody(isUntyped ? { method, target, headers: typed, body } : request, example, limits);
  if (value === undefined) return {};
  if (!isPlainObject(value) && !Array.isArray(value)) {
    throw new BodyRefused(isUntyped ? postJson(example) : notAnObject(example));
  }
  // The parser of a host makes an empty object of no body.
  if (isUntyped && Object.keys(value).length > 0) throw new BodyRefused(postJson(example));
  return value as JsonObject | readonly unknown[];
}

/** What a page of an allowed origin may read of a file's headers. */
function exposed(origin: string | undefined): readonly string[] {
  if (origin === undefined) return [];
  return ["Access-Control-Expose-Headers", `Accept-Ranges, Content-Disposition, Content-Range, ETag, ${CODE_HEADER}`];
}
