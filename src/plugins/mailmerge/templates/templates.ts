import { badField } from "../../../engines/pages/fields.js";
import { shown } from "../../../kernel/index.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { MailMergeOptions } from "../options.js";
import { SLASH } from "../pages/file-names.js";
import type { Header } from "../tables/header.js";
import { frontMatterIn } from "./front-matter.js";
import { asHtmlTemplate, kindOf, type TemplateKind } from "./html-template.js";
import { escapedMarkdown, literalParts } from "./markdown-cells.js";
import { type Style, styleOf } from "./placeholders.js";
import { type Filling, Template, type TemplateRules } from "./template.js";

/** The templates of a task, read for the columns of its table. */
export interface Templates {
  readonly kind: TemplateKind;
  readonly style: Style;
  readonly title: Template;
  readonly fileName: Template;
  /** Writes HTML; undefined where nobody wants it. */
  readonly html: Template | undefined;
  /** Writes what heads a template of Markdown; undefined where nothing does, or nobody wants HTML. */
  readonly frontMatter: Template | undefined;
  /** Writes plain text or Markdown, of a template that is such. */
  readonly text: Template | undefined;
  /** As `text`, with the cells escaped; undefined where nobody wants Markdown of it. */
  readonly markdown: Template | undefined;
}

type OwnNames = NonNullable<TemplateRules["own"]>;

const number = ({ number: row }: Filling) => String(row);
const IN_BODY: OwnNames = new Map([["row", number]]);
const TITLE: OwnNames = new Map([["title", ({ title }: Filling) => title]]);

/** `body` is the text of the template. Throws bad-input. */
export function templatesFor(
  body: string,
  options: MailMergeOptions,
  header: Header,
  warn: (message: string) => void,
): Templates {
  const { placeholderStyle, resolveSpintax: spintax, onMissing, listSeparator, outputFormats } = options;
  const style = placeholderStyle === "auto" ? styleOf(body, header) : placeholderStyle;
  const raw = rawColumns(options, header);
  const kind = kindOf(body, options.template.trim() === "" ? options.templateFile : "", raw.size > 0);
  const rules = { header, style, spintax, onMissing, listSeparator, escaped: asIs, raw };
  const wants = (format: string) => outputFormats.some((one) => one.trim().toLowerCase() === format);
  const wantsHtml = kind === "html" || wants("html");
  const htmlBody = kind === "html" ? body : asHtmlTemplate(body, kind, rules);
  // The column of that name wins, as far as there is one.
  const inBody = { ...rules, own: ownIn(header, new Map([...IN_BODY, ...TITLE])) };
  const html = wantsHtml ? new Template(htmlBody, { ...inBody, escaped: escapedHtml }, "template") : undefined;
  const head = kind === "md" && wantsHtml ? frontMatterIn(body) : "";
  const frontMatter = head === "" ? undefined : new Template(head, inBody, "template");
  const text = kind === "html" ? undefined : new Template(body, inBody, "template");
  const inMarkdown = { ...inBody, escaped: escapedMarkdown, literal: literalParts(body) };
  const markdown = kind !== "html" && wants("md") ? new Template(body, inMarkdown, "template") : undefined;
  const inTitle = { ...rules, own: ownIn(header, IN_BODY), style: styleIn(options.titleTemplate, style) };
  const title = new Template(options.titleTemplate, inTitle, "titleTemplate");
  // The title of the page wins over a column here, as the usual name is made of it.
  const ofName = { own: new Map([...ownIn(header, IN_BODY), ...TITLE]), escaped: withoutSlashMarks };
  const inName = { ...rules, ...ofName, spintax: false, onMissing: "empty" as const };
  const named = options.fileNameTemplate.replaceAll(SLASH, "").replace(/(?<!\{\{\s*|\[)\//g, SLASH);
  const fileName = new Template(named, { ...inName, style: styleIn(named, style) }, "fileNameTemplate");
  for (const [field, one] of [
    ["the template", (html ?? text)!],
    ["titleTemplate", title],
    ["fileNameTemplate", fileName],
  ] as const)
    refuseUnknown(field, one, header, onMissing, warn);
  return { kind, style, title, fileName, html, frontMatter, text, markdown };
}

/** Curly braces mean a column in every style where a title or a name is made, as they do by default. */
function styleIn(template: string, style: Style): Style {
  return template.includes("{{") ? "curly" : style;
}

function ownIn(header: Header, own: OwnNames): OwnNames {
  return new Map([...own].filter(([name]) => header.named(name) === undefined));
}

function rawColumns({ htmlColumns }: MailMergeOptions, header: Header): ReadonlySet<number> {
  const places = new Set<number>();
  for (const name of htmlColumns.map((one) => one.trim()).filter((one) => one !== "")) {
    const column = header.find(name);
    if (column === undefined) {
      throw badField(
        "htmlColumns",
        `Column "${shown(name)}" of htmlColumns is not in the CSV header (${header.listed}). Use one of them.`,
      );
    }
    places.add(column);
  }
  return places;
}

function refuseUnknown(
  where: string,
  { unknown }: Template,
  header: Header,
  onMissing: MailMergeOptions["onMissing"],
  warn: (message: string) => void,
): void {
  const [first] = unknown;
  if (first === undefined) return;
  const what = `Column "${shown(first)}" used in ${where} is not in the CSV header (${header.listed}).`;
  if (onMissing === "fail-row") {
    const nearest = nearestName(first, header.names);
    const remedy =
      nearest === undefined || nearest === "" ? "Correct the name, or add the column." : `Did you mean "${nearest}"?`;
    throw badField(where === "the template" ? "template" : where, `${what} ${remedy}`);
  }
  warn(`${what} Its place ${onMissing === "keep" ? "stays as it is" : "is empty"} in every row.`);
}

const asIs = (text: string) => text;
const withoutSlashMarks = (text: string) => text.replaceAll(SLASH, "");
