import type { Json, JsonObject } from "../../kernel/index.js";
import { PATH_PARAMETERS } from "./areas/shared.js";
import * as s from "./json-schema.js";
import type { Operation } from "./operation.js";

/** The operation as OpenAPI has it. */
export function described(
  operation: Operation,
  path: string,
  { hasNotes }: { readonly hasNotes: boolean },
): JsonObject {
  const { id, tag, summary, about, body, errors = [], aliasOf } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: about ?? `${summary}.`,
    ...(aliasOf === undefined ? {} : { "x-alias-of": aliasOf }),
    ...(errors.length === 0 ? {} : { "x-errors": [...errors] }),
    parameters: parametersOf(operation, path),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: body.optional !== true,
            content: { "application/json": { schema: body.schema, example: (body.example ?? {}) as Json } },
          },
        }),
    responses: responsesOf(operation, hasNotes),
  };
}

function parametersOf({ query = {}, headers = {}, tag }: Operation, path: string): JsonObject[] {
  const ids = { webhooks: "The id of the webhook or delivery.", accounts: "The id of the account." };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: (name === "id" && ids[tag as keyof typeof ids]) || PATH_PARAMETERS[name] || name,
    schema: { type: "string" },
  }));
  const others = (place: string, parameters: Readonly<Record<string, JsonObject>>) =>
    Object.entries(parameters).map(([name, { description, "x-required": required, ...schema }]) => ({
      name,
      in: place,
      ...(required === true ? { required } : {}),
      description: description ?? name,
      schema,
    }));
  return [...inPath, ...others("query", query), ...others("header", headers)];
}

function responsesOf(operation: Operation, hasNotes: boolean): JsonObject {
  const { result, raw = {}, others = {}, summary, failure: ownFailure } = operation;
  const own = Object.fromEntries(
    Object.entries(raw).map(([type, { schema = { type: "string" } }]) => [type, { schema }]),
  );
  const failed = ownFailure ?? s.ref("Failure");
  const envelope = result === undefined ? failed : s.anyOf(success(result, hasNotes), failed);
  // JSON that is no envelope, or the one of a failure.
  const json = own["application/json"];
  const content = {
    ...own,
    "application/json": { schema: json === undefined ? envelope : s.anyOf(json.schema as JsonObject, envelope) },
  };
  const forms = Object.entries(raw).map(([type, { about }]) => `\`${type}\`: ${about}`);
  const failure: JsonObject =
    ownFailure === undefined
      ? { $ref: "#/components/responses/Failure" }
      : { description: "The call failed.", content: { "application/json": { schema: ownFailure } } };
  return {
    "200": { description: [`${summary}.`, ...forms].join("\n\n"), content },
    ...Object.fromEntries(
      Object.entries(others).map(([status, description]) => [status, otherOf(status, description, own)]),
    ),
    "4XX": failure,
    "5XX": failure,
  };
}

function otherOf(status: string, description: string, content: JsonObject): JsonObject {
  return status.startsWith("2") ? { description, content } : { description };
}

/** The envelope of a success. */
function success(result: JsonObject, hasNotes: boolean): JsonObject {
  return s.object({
    success: { const: true, type: "boolean" },
    message: s.nothing,
    result,
    ...(hasNotes ? { "notes?": s.texts("What a person should know about it.") } : {}),
  });
}
