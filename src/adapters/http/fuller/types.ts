import { type FullerArea, type FullerCall, rawReply, read } from "./fuller.js";
import { oneOf } from "./queries.js";

/** The task types there are and what their data objects hold; asking leaves no draft. */
export const types: FullerArea = ({ kernel: { tasks } }) => {
  async function list({ query }: FullerCall): Promise<unknown> {
    const listed = tasks.types();
    if (oneOf(query, "schema", ["false", "true"]) === "false") return listed;
    return Promise.all((await listed).map(({ type }) => tasks.describedType(type)));
  }

  /** The schema as a document of its own, whose `$id` is the address it was asked for by. */
  async function schema({ parameters, request }: FullerCall): Promise<unknown> {
    const { type, schema } = await tasks.describedType(parameters["name"] ?? "");
    const root = request.root ?? `http://${String(request.headers["host"])}`;
    const { $schema, ...rest } = schema;
    const document = { $schema, $id: `${root}/types/${type}/schema`, ...rest };
    return rawReply({
      headers: ["Content-Type", "application/schema+json; charset=utf-8"],
      body: JSON.stringify(document),
    });
  }

  return ["/types", "/task/types"].flatMap((path) => [
    read(path, list),
    read(`${path}/:name`, ({ parameters }) => tasks.describedType(parameters["name"] ?? "")),
    read(`${path}/:name/schema`, schema),
  ]);
};
