export { SchemaForm, type SchemaFormProps } from "./form.js";
export { changesOf, type ObjectValue, problemsOf, type Schema, type Value } from "./schema.js";
