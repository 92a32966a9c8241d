import { z } from "zod";
import { answeredJson } from "../../engines/writing/answered-json.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";

/** Reads an answer as JSON of a schema. */
export interface AnswerSchema {
  /** The JSON as it fits, or a sentence of what is wrong with it. */
  read(answer: string): { readonly json: string } | { readonly wrong: string };
}

const known = new WeakMap<object, AnswerSchema>();

/** Throws `bad-input` for a schema that cannot be used. */
export function answerSchema(schema: Readonly<Record<string, unknown>>): AnswerSchema {
  const made = known.get(schema) ?? reading(schema);
  known.set(schema, made);
  return made;
}

function reading(schema: Readonly<Record<string, unknown>>): AnswerSchema {
  let type: z.ZodType;
  try {
    type = z.fromJSONSchema(schema);
  } catch (cause) {
    throw new ScriptoriumError(
      "bad-input",
      "The JSON Schema of the answer cannot be used. Correct its types and references.",
      { field: "schema" },
      { cause },
    );
  }
  return {
    read(answer) {
      let value: unknown;
      try {
        value = answeredJson(answer);
      } catch {
        return { wrong: "It is no JSON." };
      }
      const parsed = type.safeParse(value);
      if (parsed.success) return { json: JSON.stringify(value) };
      const wrong = parsed.error.issues
        .slice(0, 3)
        .map(({ path, message }) => `${path.length === 0 ? "the whole" : path.join(".")}: ${message}`)
        .join("; ");
      return { wrong: `It does not fit the JSON Schema: ${shown(wrong, 300)}.` };
    },
  };
}
