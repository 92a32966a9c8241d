import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { createApi } from "../../src/adapters/http/index.js";
import { createRouter } from "../../src/adapters/http/routes.js";
import { openApi } from "../../src/adapters/openapi/document.js";
import { openApiDoor } from "../../src/adapters/openapi/index.js";
import type { Json, JsonObject, Kernel } from "../../src/kernel/index.js";

/** A reply as a test got it. */
export interface Recorded {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** The document of the fuller edition, without task types: what replies hold does not depend on them. */
const loaded = (async () => {
  const kernel = { tasks: { types: async () => [] } } as unknown as Kernel;
  const { about } = createApi(kernel, { doors: [openApiDoor], settings: () => [] });
  const document = await openApi({ kernel, ...about });
  const ajv = new Ajv2020({
    strict: false,
    formats: { "date-time": (text: string) => !Number.isNaN(Date.parse(text)) },
  });
  ajv.addSchema({ $id: "api", ...(closed(document) as JsonObject) });
  const paths = document["paths"] as Record<string, Record<string, JsonObject>>;
  const routes = Object.entries(paths).flatMap(([template, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      template,
      // As in the tables, the id of these may be left out.
      path: template
        .replace(/^(\/(?:project|task)\/\w+\/)\{id\}$/, "$1:id?")
        .replace(/\{path\}$/, "*path")
        .replace(/\{(\w+)\}/g, ":$1"),
    })),
  );
  return { ajv, paths, find: createRouter(routes) };
})();

/** Of a schema, one that takes no members that it does not name: what is not described is a mistake of the description. */
function closed(json: Json): Json {
  if (Array.isArray(json)) return json.map(closed);
  if (typeof json !== "object" || json === null) return json;
  const members = Object.fromEntries(Object.entries(json as JsonObject).map(([name, value]) => [name, closed(value)]));
  const isObject = (json as JsonObject)["type"] === "object" && Object.hasOwn(json, "properties");
  return isObject && !Object.hasOwn(json, "additionalProperties")
    ? { ...members, additionalProperties: false }
    : members;
}

const compiled = new Map<string, ValidateFunction>();

/** Throws where a JSON reply is another one than the document says. Replies of paths that it does not have are failures. */
export async function matchDocument({ method, target, status, contentType, text }: Recorded): Promise<void> {
  if (text === "" || !/^application\/(?:schema\+)?json(?:;|$)/.test(contentType ?? "")) return;
  const { ajv, paths, find } = await loaded;
  const path = target.replace(/[?#].*$/s, "");
  const routes = find(path)?.routes;
  // A method that a path does not have is refused as its others are.
  const route =
    routes?.get(method === "HEAD" ? "GET" : method) ?? (status < 400 ? undefined : [...(routes?.values() ?? [])][0]);
  const pointer = route ? pointerOf(paths, route, status, contentType!) : "#/components/schemas/Failure";
  if (pointer === undefined) {
    throw new Error(`${method} ${target}: the document has no reply with the status ${status} and type ${contentType}`);
  }
  let validate = compiled.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `api${pointer}` });
    compiled.set(pointer, validate);
  }
  if (validate(JSON.parse(text))) return;
  const problems = ajv.errorsText(validate.errors, { separator: "\n" });
  throw new Error(`${method} ${target} ${status} is not as the document says:\n${problems}\n${text.slice(0, 1000)}`);
}

function pointerOf(
  paths: Record<string, Record<string, JsonObject>>,
  { method, template }: { readonly method: string; readonly template: string },
  status: number,
  contentType: string,
): string | undefined {
  const responses = paths[template]![method.toLowerCase()]!["responses"] as Record<string, JsonObject>;
  const name = status >= 400 ? "4XX" : String(status);
  // A route that the edition does not have is refused with the envelope, whatever the fuller one answers with.
  if (status === 404 || responses[name]?.["$ref"] !== undefined) return "#/components/schemas/Failure";
  const media = contentType.split(";")[0]!;
  const content = responses[name]?.["content"] as JsonObject | undefined;
  const named = content && [media, "*/*"].find((type) => Object.hasOwn(content, type));
  if (named === undefined) return undefined;
  const steps = ["paths", template, method.toLowerCase(), "responses", name, "content", named, "schema"];
  return `#/${steps.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
}
