import type { JsonObject, Kernel } from "../../kernel/index.js";
import { EDITIONS, type EditionName } from "../http/editions.js";
import type { RouteInfo } from "../http/routes.js";
import { REDUCED } from "./areas/classic.js";
import { OPERATIONS } from "./areas/index.js";
import { COMPONENTS } from "./components.js";
import * as s from "./json-schema.js";
import { type Operation, TAGS } from "./operation.js";
import { described } from "./operation-object.js";
import { dataSchemas } from "./task-data.js";

export interface DocumentParts {
  readonly kernel: Pick<Kernel, "tasks">;
  /** All that the server has. */
  readonly routes: readonly RouteInfo[];
  readonly edition: EditionName;
  readonly version: string;
  /** Whether calls need a key. */
  readonly needsKey: boolean;
}

const ABOUT = `Every reply is an envelope of \`success\`, \`message\` and \`result\`, but for files, tables and streams, which are sent as they are.
A call that fails has \`success\` false and says in \`message\` what is wrong and what to do. Unless the server is set otherwise, the HTTP
status is 200 whatever the envelope says; only what is wrong with the request itself has another one: 401 for a wrong key, 403 for a
refused host or origin, 404 for an unknown path, 405 for a wrong method, 413 for a body that is too large, 503 while the server
is not ready.`;
const NOTES = " What a person should know about a success is in `notes`, a list of sentences.";

/** The OpenAPI document (3.1) of one edition of the interface, without its servers. */
export async function openApi(parts: DocumentParts): Promise<JsonObject> {
  const { kernel, edition, version, needsKey } = parts;
  const isFuller = edition === "fuller";
  const { onlyType } = EDITIONS[edition];
  const types = (await kernel.tasks.types()).filter(({ type }) => onlyType === undefined || type === onlyType);
  const data = await dataSchemas(await Promise.all(types.map(({ type }) => kernel.tasks.describedType(type))));
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { method, operation, path } of operationsOf(parts)) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: described(operation, path, { hasNotes: isFuller }) };
  }
  const security: JsonObject[] = [{ apikey: [] }, { bearer: [] }, { xApiKey: [] }];
  return {
    openapi: "3.1.0",
    info: {
      title: "Scriptorium",
      summary: isFuller ? "Content automation over HTTP" : "Content automation over HTTP, reduced edition",
      description: ABOUT.replaceAll("\n", " ") + (isFuller ? NOTES : ""),
      version: version === "" ? "0" : version,
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: usedTags(paths),
    security: needsKey ? security : [...security, {}],
    paths,
    components: {
      schemas: usedSchemas(paths, { ...COMPONENTS, ...data }),
      responses: {
        Failure: {
          description: "The call failed: `message` says why and what to do.",
          content: { "application/json": { schema: s.ref("Failure") } },
        },
      },
      securitySchemes: {
        apikey: { type: "apiKey", in: "query", name: "apikey" },
        bearer: { type: "http", scheme: "bearer" },
        xApiKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
      },
    },
  };
}

interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The operations of the routes that the edition has. A route that nothing is said of is in the document all the same. */
function operationsOf({ routes, edition }: DocumentParts): readonly Placed[] {
  const isFuller = edition === "fuller";
  return routes
    .filter(({ isClassic, fuller }) => isFuller || (isClassic && !fuller))
    .flatMap(({ method, path }) => {
      const said = OPERATIONS[`${method} ${path}`] ?? undescribed(method, path);
      return (Array.isArray(said) ? (said as readonly Operation[]) : [said as Operation]).map((one) => {
        const operation = isFuller ? one : { ...one, ...REDUCED[one.aliasOf ?? one.id] };
        return { method, operation, path: operation.path ?? templateOf(path) };
      });
    });
}

function undescribed(method: string, path: string): Operation {
  const words = path.match(/\w+/g) ?? ["root"];
  const id = [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  return { id, tag: "server", summary: `${method} ${path}`, result: s.anything() };
}

/** `/task/files/:id?/*path` is `/task/files/{id}/{path}`. */
export function templateOf(path: string): string {
  return path.replace(/[:*](\w+)\??/g, "{$1}");
}

function usedTags(paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>): JsonObject[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap(({ tags }) => tags as string[]));
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

/** Of the schemas, those that operations lead to. */
function usedSchemas(paths: object, schemas: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  const used = new Set(["Failure"]);
  const follow = (text: string) => {
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([\w.-]+)/g)) {
      if (used.has(name) || schemas[name] === undefined) continue;
      used.add(name);
      follow(JSON.stringify(schemas[name]));
    }
  };
  follow(JSON.stringify(paths));
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}
