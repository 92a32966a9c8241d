import { EVENT_NAMES } from "../../../kernel/events.js";
import * as s from "../json-schema.js";
import { alias, type Operation, type Operations } from "../operation.js";

const stream: Operation = {
  id: "events",
  tag: "events",
  summary: "Streams the events of all tasks as they happen",
  about: `Server-sent events with the names ${EVENT_NAMES.map((name) => `\`${name}\``).join(", ")}; \`stream.reset\` says that some were missed.`,
  query: {
    types: s.text("Only these events, separated by commas."),
    lastEventId: s.text("The id of the last event that the client has; the header wins."),
  },
  headers: { "last-event-id": s.text("The id of the last event that the client has.") },
  raw: { "text/event-stream": { about: "The stream, which ends when the client or the server does." } },
  errors: ["QUERY_REFUSED"],
};
const types: Operation = {
  id: "listTypes",
  tag: "types",
  summary: "Lists the task types",
  query: {
    schema: s.choice(["false", "true"], "Whether each comes with fields, defaults and JSON Schema.", {
      default: "false",
    }),
  },
  result: s.list(s.anyOf(s.ref("ListedType"), s.ref("DescribedType"))),
};
const type: Operation = {
  id: "taskType",
  tag: "types",
  summary: "Says what the data object of a task type holds",
  result: s.ref("DescribedType"),
  errors: ["TASK_TYPE_UNKNOWN"],
};
const schema: Operation = {
  id: "taskTypeSchema",
  tag: "types",
  summary: "Sends the JSON Schema of a task type's data object",
  about: "It has all that a form needs: titles, groups (`x-group`), examples, and which fields are basic (`x-basic`).",
  raw: { "application/schema+json": { about: "The schema (2020-12).", schema: s.anyObject() } },
  errors: ["TASK_TYPE_UNKNOWN"],
};

/** The server itself, its events and its task types. */
export const server: Operations = {
  "GET /healthz": { id: "alive", tag: "server", summary: "Says that the process is alive", result: s.nothing },
  "GET /readyz": {
    id: "ready",
    tag: "server",
    summary: "Says whether the server can work",
    about: "503 while it cannot. With `verbose` the result says which providers are set and whether they answer.",
    query: { verbose: s.text("Anything but `false` asks the providers, too.") },
    result: s.orNull(s.ref("Readiness")),
    errors: ["NOT_STARTED", "STORAGE_FAILED"],
  },
  "GET /status": {
    id: "serverStatus",
    tag: "server",
    summary: "Says how busy the server and its machine are",
    result: s.ref("ServerStatus"),
  },
  "GET /settings": {
    id: "settings",
    tag: "server",
    summary: "Lists the settings of the server and where each comes from",
    about: "Secrets are masked. A server that is part of a program has no such list.",
    result: s.list(s.ref("Setting")),
  },
  "GET /metrics": {
    id: "metrics",
    tag: "server",
    summary: "Sends figures for Prometheus",
    about: "OpenMetrics where `Accept` asks for it.",
    headers: { accept: s.text("The formats that the client takes.") },
    raw: {
      "text/plain": { about: "The text format 0.0.4." },
      "application/openmetrics-text": { about: "OpenMetrics 1.0." },
    },
  },
  "POST /mcp": {
    id: "mcp",
    tag: "server",
    summary: "Answers the Model Context Protocol",
    about:
      "One message of JSON-RPC 2.0, or a list of at most 50. A notification is answered with 202 and no body, and every error " +
      "is an error object of JSON-RPC.",
    body: {
      schema: s.anyOf(s.anyObject(), s.list(s.anyObject())),
      example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    },
    raw: {
      "application/json": { about: "The answer.", schema: s.anyOf(s.anyObject(), s.list(s.anyObject())) },
      "text/event-stream": { about: "Progress and the answer, where the client takes a stream." },
    },
    failure: s.object(
      {
        jsonrpc: { const: "2.0", type: "string" },
        id: s.orNull({ type: ["string", "integer", "number"] }),
        error: s.object({ code: s.whole("Of JSON-RPC."), message: s.text("What is wrong, and what to do.") }),
      },
      "The error object of JSON-RPC.",
    ),
    others: { 202: "A notification was taken." },
  },
  "GET /events": stream,
  "GET /events/:id": {
    ...stream,
    id: "taskEvents",
    summary: "Streams the events of one task as they happen",
    errors: ["QUERY_REFUSED", "TASK_NOT_FOUND"],
  },
  "GET /types": types,
  "GET /task/types": alias(types),
  "GET /types/:name": type,
  "GET /task/types/:name": alias(type),
  "GET /types/:name/schema": schema,
  "GET /task/types/:name/schema": alias(schema),
  "GET /openapi.json": {
    id: "openApi",
    tag: "server",
    summary: "Sends this document",
    query: {
      edition: s.choice(["fuller", "reduced"], "The edition of the interface that is described.", {
        default: "fuller",
      }),
    },
    raw: { "application/json": { about: "OpenAPI 3.1.", schema: s.anyObject() } },
    errors: ["QUERY_REFUSED"],
  },
  "GET /docs": {
    id: "docs",
    tag: "server",
    summary: "Shows a page to read this document and to try the calls",
    raw: { "text/html": { about: "The page." } },
  },
  "GET /docs/:file": {
    id: "docsFile",
    tag: "server",
    summary: "Sends a script, style or picture of that page",
    raw: {
      "text/javascript": { about: "A script." },
      "text/css": { about: "A style." },
      "image/png": { about: "A picture.", schema: {} },
    },
    errors: ["FILE_NOT_FOUND"],
  },
};
