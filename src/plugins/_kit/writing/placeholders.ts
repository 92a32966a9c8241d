import { badField } from "../../../engines/pages/fields.js";
import { shown } from "../../../kernel/index.js";

const PLACE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The template with what the names stand for, in any case. Throws bad-input for one that stands for nothing. */
export function filled(template: string, values: Readonly<Record<string, string>>, field: string): string {
  const byName = new Map(Object.entries(values).map(([name, value]) => [name.trim().toLowerCase(), value]));
  return template.replace(PLACE, (_whole, name: string) => {
    const value = byName.get(name.toLowerCase());
    if (value !== undefined) return value.trim();
    const known = [...byName.keys()].map((one) => `{{${one}}}`).join(", ");
    throw badField(field, `${field} has {{${shown(name)}}}, which stands for nothing. Use ${shown(known)}.`);
  });
}
