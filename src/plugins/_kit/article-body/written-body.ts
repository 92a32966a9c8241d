import type { JsonObject } from "../../../kernel/index.js";
import type { ExportTemplate } from "./export-template.js";
import { withTemplate } from "./export-template.js";
import { asHtml } from "./html.js";
import { asJson } from "./json.js";
import type { BodyFormat, BodyLook } from "./look.js";
import { asMarkdown } from "./markdown.js";
import type { ArticleBody } from "./model.js";
import { asText } from "./plain.js";

/** The article as the content of a file. `more` are members of the JSON file that replace or join its own. */
export function renderedBody(body: ArticleBody, format: BodyFormat, look: BodyLook, more: JsonObject = {}): string {
  if (format === "html") return asHtml(body, look);
  if (format === "md") return asMarkdown(body, look);
  if (format === "json") return asJson(body, more, look.fragment === true);
  return asText(body, { ...look, spun: format === "spintax" || look.spun === true });
}

/** As `renderedBody`, in the shape that an export template gives to files. */
export function exportedBody(
  body: ArticleBody,
  format: BodyFormat,
  look: BodyLook,
  template: ExportTemplate,
  more: JsonObject = {},
): string {
  const shaped = withTemplate(look, template);
  const content =
    template.stripHtml && format !== "json"
      ? renderedBody(withoutHtml(body), format === "html" ? "txt" : format, shaped)
      : renderedBody(body, format, shaped, more);
  const separator = template.append && format !== "json" && template.separator !== "" ? `${template.separator}\n` : "";
  const whole = content + separator;
  // A line of JSON ends as it must for its readers.
  return format === "json" || template.newline === "\n" ? whole : whole.replaceAll("\n", () => template.newline);
}

function withoutHtml(body: ArticleBody): ArticleBody {
  const blocks = body.blocks.filter(({ kind }) => kind !== "html" && kind !== "video" && kind !== "image");
  return { ...body, blocks };
}

/** What the name of a file of the format ends with. */
export function fileEnding(format: BodyFormat, template: ExportTemplate): string {
  return format === "json" && template.append ? "jsonl" : format;
}
