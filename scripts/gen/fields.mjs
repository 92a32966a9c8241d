// The fields of a schema as types, tables and comments show them.
import { z } from "zod";

/** Each with its name, JSON Schema, meaning and the JSON of its default. */
export function fieldsOf(schema, where) {
  const { properties } = z.toJSONSchema(schema, { io: "input" });
  return Object.entries(properties).map(([name, json]) => {
    if (!json.description) throw new Error(`${where}: the field ${name} has no .describe()`);
    return { name, json, meaning: json.description, value: jsonOf(json.default) };
  });
}

function jsonOf(value) {
  return Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(", ")}]` : JSON.stringify(value);
}

/** The type of a JSON Schema in TypeScript; nested objects begin at this indentation. */
export function typeOf(json, indent = "") {
  if (json.enum) return json.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (json.anyOf) return json.anyOf.map((one) => typeOf(one, indent)).join(" | ");
  switch (json.type) {
    case "string":
    case "boolean":
    case "null":
      return json.type;
    case "integer":
    case "number":
      return "number";
    case "array": {
      const item = typeOf(json.items, indent);
      return `readonly ${/ \| /.test(item) && json.items.type !== "object" ? `(${item})` : item}[]`;
    }
    case "object":
      return json.properties ? literalOf(json.properties, indent) : recordOf(json, indent);
    default:
      throw new Error(`No type is known for ${JSON.stringify(json)}`);
  }
}

// What else may be posted to an object that takes more members is left out: a misspelled name is then an error.
function literalOf(properties, indent) {
  const deeper = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, json]) => `${deeper}readonly ${name}?: ${typeOf(json, deeper)};\n`,
  );
  return `{\n${members.join("")}${indent}}`;
}

function recordOf({ additionalProperties }, indent) {
  // zod describes any JSON by a definition that refers to itself.
  if (additionalProperties.$ref) return "JsonObject";
  return `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`;
}

/** The type in words, for people. */
export function typeInWords(json) {
  if (json.enum) return json.enum.map((value) => `\`${value}\``).join(", ");
  if (json.anyOf) return json.anyOf.map(typeInWords).join(" or ");
  if (json.type === "array") return `list of ${plural(json.items)}`;
  if (json.type === "boolean") return "true or false";
  if (json.type === "string") return "text";
  if (json.type === "integer" || json.type === "number") return `${json.type}${rangeOf(json)}`;
  return json.type;
}

function plural(json) {
  if (json.enum) return typeInWords(json);
  return { string: "texts", integer: "integers", object: "objects" }[json.type];
}

function rangeOf({ minimum, maximum }) {
  const least = minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const most = maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (least === undefined && most === undefined) return "";
  const written = (number) => number.toLocaleString("en-US");
  return most === undefined ? `, at least ${written(least)}` : `, ${written(least)} to ${written(most)}`;
}

/** A comment of the code, at most 120 characters wide. */
export function comment(text, indent) {
  const safe = text.replaceAll("*/", "*\\/");
  const line = `${indent}/** ${safe} */\n`;
  if (line.length <= 121) return line;
  const lines = [];
  for (const word of safe.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && indent.length + 3 + longer.length <= 120) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return `${indent}/**\n${lines.map((one) => `${indent} * ${one}\n`).join("")}${indent} */\n`;
}
