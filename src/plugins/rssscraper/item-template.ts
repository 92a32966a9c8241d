import { badField } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";
import { escapedHtml } from "../../kernel/values/escaped-text.js";
import { nearestName } from "../../kernel/values/nearest-name.js";

const TEMPLATE_FIELDS = ["title", "content", "url", "author", "date", "categories", "source"] as const;
export type TemplateFields = Readonly<Record<(typeof TEMPLATE_FIELDS)[number], string>>;

/** Fills the fields of one item in. */
export type ItemTemplate = (fields: TemplateFields) => string;

const PLACE = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g;

/** The places of a template that are to be filled in. */
export function placesOf(template: string): readonly string[] {
  return template.match(PLACE) ?? [];
}

/**
 * A template of HTML with `{{title}}` and the like, filled in one pass: what is filled in is never looked at again. All but
 * `content`, which is HTML already, is escaped. Throws bad-input for a field that there is not.
 */
export function itemTemplate(template: string): ItemTemplate {
  for (const [place, name = ""] of template.matchAll(PLACE)) {
    if (isField(name.toLowerCase())) continue;
    const nearest = nearestName(name, TEMPLATE_FIELDS);
    const meant = nearest === undefined ? "" : ` Did you mean {{${nearest}}}?`;
    throw badField(
      "itemTemplate",
      `The itemTemplate has ${shown(place)}, but there is no such field.${meant} There are ${TEMPLATE_FIELDS.join(", ")}.`,
    );
  }
  return (fields) =>
    template.replace(PLACE, (_, name: string) => {
      const field = name.toLowerCase() as (typeof TEMPLATE_FIELDS)[number];
      return field === "content" ? fields.content : escapedHtml(fields[field]);
    });
}

function isField(name: string): name is (typeof TEMPLATE_FIELDS)[number] {
  return (TEMPLATE_FIELDS as readonly string[]).includes(name);
}

/** Throws bad-input for a field in single braces, which are no placeholder and stay as they are. */
export function refuseSingleBraces(template: string): void {
  const [place, name = ""] =
    [...template.matchAll(/(?<!\{)\{\s*([a-z]+)\s*\}(?!\})/gi)].find(([, name = ""]) => isField(name.toLowerCase())) ??
    [];
  if (place === undefined) return;
  throw badField(
    "itemTemplate",
    `The itemTemplate has ${shown(place)}, which stays as it is. Write {{${name}}} for the field.`,
  );
}
