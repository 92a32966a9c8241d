import type { z } from "zod";
import type { Kernel } from "../../../kernel/index.js";
import { commonFields } from "../../../kernel/tasks/common-fields.js";

/** The schema of a type's data object, with the fields that every type has; undefined for a type that is not installed. */
export async function schemaOfType({ plugins }: Kernel, type: string): Promise<z.ZodObject | undefined> {
  const entry = plugins.find(type);
  if (entry === undefined) return undefined;
  const { options } = await plugins.plugin(entry);
  const common = await commonFields();
  return options.extend({ ...common.partial({ jobName: true }).shape, ...options.shape });
}
