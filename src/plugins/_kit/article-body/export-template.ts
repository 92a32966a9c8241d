import { z } from "zod";
import { slug } from "../slug.js";
import { USUAL_PARAGRAPH } from "./html.js";
import type { BodyLook } from "./look.js";

/** How the files of articles are shaped: the field `exportTemplate` of task types that write articles. */
export const exportTemplate = z.looseObject({
  fileName: z.string().max(300).default("{slug}"),
  paragraph: z.string().max(2000).default(USUAL_PARAGRAPH),
  separator: z.string().max(2000).default(""),
  newline: z.string().min(1).max(20).default("\n"),
  append: z.boolean().default(false),
  stripHtml: z.boolean().default(false),
  unspin: z.boolean().default(true),
});

export type ExportTemplate = z.output<typeof exportTemplate>;

export const EXPORT_TEMPLATE_MEANING =
  "Shape of the files. `fileName`: of `{slug}` (the keyword, and the number of a later article), `{keyword}`, `{title}`, `{n}` and `{date}`; without `{slug}` it gets `-{slug}` behind it, unless `append` is on. `paragraph`: a paragraph of html, `{s}` for its text. `append`: articles whose file has one name stand in it one after the other, `separator` behind each, and those of a later run behind them; json is a line each. `newline`: what ends a line. `stripHtml`: no tags anywhere; html files hold plain text. `unspin`: false leaves all variants of reworded sentences in html and txt files, as spintax.";

/** What the placeholders of a file name stand for. */
export interface FileNameValues {
  readonly slug: string;
  readonly keyword: string;
  readonly title: string;
  readonly n: number;
  readonly date: string;
}

/** The name of a file without ending; what is no placeholder stays. */
export function exportedName({ fileName, append }: ExportTemplate, values: FileNameValues): string {
  if (fileName.trim() === "{slug}") return values.slug;
  const template = append || fileName.includes("{slug}") ? fileName : `${fileName}-{slug}`;
  const filled = template.replace(/\{(slug|keyword|title|n|date)\}/g, (_, name: keyof FileNameValues) =>
    String(values[name]),
  );
  return slug(filled);
}

/** The look that the template asks for; one that changes nothing leaves it as it is. */
export function withTemplate(look: BodyLook, template: ExportTemplate): BodyLook {
  return {
    ...look,
    paragraph: template.paragraph,
    spun: !template.unspin,
    fragment: template.append,
  };
}
