export { createClient } from "./client.js";
export type { AccountCalls, ScriptoriumClient } from "./client-type.js";
export {
  type ClientErrorCode,
  NotFoundError,
  NotReachableError,
  RefusedError,
  ScriptoriumClientError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedReplyError,
  UnsupportedError,
} from "./errors.js";
export type * from "./options.js";
export type * from "./results.js";
