import { z } from "zod";
import { isPlainObject, type JsonObject, shown } from "../../kernel/index.js";
import { coerced, withoutNulls } from "../../kernel/tasks/options.js";
import { read } from "../../kernel/tasks/reading.js";
import { valueNotes } from "../../kernel/tasks/value-notes.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import { type DefinedTool, resultOf, type Tool, ToolRefused } from "./tool.js";

/** A tool as the server lists and calls it. */
export function defined<Schema extends z.ZodObject>(tool: DefinedTool<Schema>): Tool {
  const { name, title, description, annotations, input } = tool;
  return {
    ...{ name, title, description, annotations },
    inputSchema() {
      const schema = z.toJSONSchema(input, { io: "input" }) as JsonObject;
      return { ...(leanSchema(schema) as JsonObject), additionalProperties: false };
    },
    run: async (given, call) => resultOf(await tool.run(argumentsOf(input, given), call)),
  };
}

/** What the schema makes of the arguments; null means left out. Throws ToolRefused with what is wrong with each. */
function argumentsOf<Schema extends z.ZodObject>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const known = Object.keys(schema.shape);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = nearestName(name, known);
    const names = known.length === 0 ? "The tool takes none." : `There are: ${known.join(", ")}.`;
    throw new ToolRefused(
      `There is no argument "${shown(name, 60)}". ${meant === undefined ? names : `Did you mean "${meant}"?`}`,
    );
  }
  const found = read(schema, withoutNulls(schema, coerced(schema, given)));
  if ("data" in found) return found.data as z.output<Schema>;
  throw new ToolRefused(valueNotes(found.refused).join(" "));
}

/** What the schema of a type refuses of data, a sentence for each value; nothing where they can be used. */
export function dataProblems(schema: z.ZodObject, data: JsonObject): readonly string[] {
  const found = read(schema.partial(), withoutNulls(schema, coerced(schema, data)));
  return "refused" in found ? valueNotes(found.refused) : [];
}

/**
 * A JSON Schema without what a reader learns nothing from, since every model that sees the tools reads it whole: the dialect,
 * bounds of the number format, defaults that are empty, and what is for forms.
 */
export function leanSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(leanSchema);
  if (!isPlainObject(schema)) return schema;
  const lean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === "$schema" || name.startsWith("x-") || (name === "title" && typeof value === "string")) continue;
    if ((name === "maximum" || name === "minimum") && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) continue;
    if (name === "default" && isEmpty(value)) continue;
    lean[name] = name === "default" || name === "enum" || name === "const" ? value : leanSchema(value);
  }
  return lean;
}

function isEmpty(value: unknown): boolean {
  if (value === "" || value === null || value === false || value === 0) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
