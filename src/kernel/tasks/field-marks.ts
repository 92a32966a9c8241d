import type { z } from "zod";

/** The groups that forms show fields in, in their order, with their titles. Fields of a task type that name none are in `main`. */
export const FIELD_GROUPS = {
  general: "General",
  main: "Main settings",
  sources: "Sources",
  search: "Search",
  text: "Text",
  ai: "Language models",
  rewriting: "Spinning and translating",
  images: "Images",
  inserts: "Links, headings, categories and tags",
  articles: "Articles to take",
  plan: "Plan of posts",
  extraction: "Content of pages",
  output: "Output",
  browser: "Browser",
  web: "Requests to the web",
  run: "Runs",
  schedule: "Schedule",
  chain: "Chain",
  notifications: "Notifications",
} as const;
export type FieldGroup = keyof typeof FIELD_GROUPS;

/** What a form shows of a field besides its meaning, which is the schema's description. */
export interface FieldMarks {
  /** Made of the name of the field when absent. */
  readonly title?: string;
  readonly group?: FieldGroup;
  /** Shown to a newcomer; the others are for those who look for more. */
  readonly basic?: true;
  /** Values that the schema takes. */
  readonly examples?: readonly unknown[];
}

/** The field with these marks; others that it has are kept. The same as `.meta({ group: "output", basic: true })`. */
export function marked<Schema extends z.ZodType>(schema: Schema, marks: FieldMarks): Schema {
  // A schema with metadata is a clone, of the same type.
  return schema.meta({ ...schema.meta(), ...marks } as z.GlobalMeta) as Schema;
}

/** One of the few fields that a newcomer needs, with values such as it may have. */
export function basic<Schema extends z.ZodType>(schema: Schema, ...examples: readonly unknown[]): Schema {
  return marked(schema, { basic: true, ...(examples.length > 0 ? { examples } : {}) });
}

/** Fields that a form shows together, but for those that name a group of their own. */
export function inGroup<const Fields extends Readonly<Record<string, z.ZodType>>>(
  group: FieldGroup,
  fields: Fields,
): Fields {
  const marks = Object.entries(fields).map(([name, schema]) => [name, marked(schema, { group, ...groupOf(schema) })]);
  return Object.fromEntries(marks) as Fields;
}

function groupOf(schema: z.ZodType): { group?: FieldGroup } {
  const group = schema.meta()?.["group"];
  return typeof group === "string" && Object.hasOwn(FIELD_GROUPS, group) ? { group: group as FieldGroup } : {};
}
