export { SchemaForm } from "./form.js";
export { type ObjectValue, problemsOf, type Schema, type Value } from "./schema.js";
