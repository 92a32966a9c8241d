export { type Api, type ApiOptions, createApi } from "./api.js";
export type { MountOptions } from "./base-path.js";
export type { EditionName } from "./editions.js";
export { type ApiRequest, type ApiResponse, BodyTooLarge, type Envelope, type RequestBody } from "./envelope.js";
export { fetchHandler } from "./fetch-handler.js";
export { type NodeListenerOptions, nodeListener } from "./node-listener.js";
export { type Action, ROUTES, type Route } from "./routes.js";
export { createApiServer } from "./server.js";
export type { StatusCodes } from "./status.js";
