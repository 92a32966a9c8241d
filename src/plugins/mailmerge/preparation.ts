import { badField } from "../../engines/pages/fields.js";
import { type Random, ScriptoriumError, seedOf, shown } from "../../kernel/index.js";
import { outputFormats } from "./checks.js";
import { Merge } from "./merge.js";
import type { Context, OutputFormat, ReadingContext } from "./options.js";
import { isWhole } from "./pages/page.js";
import { openTable } from "./tables/source.js";
import type { Table } from "./tables/table.js";
import { placeOf } from "./tables/table-files.js";

/** The table of a task and its templates, read for each other. */
export interface RunState {
  readonly table: Table;
  readonly merge: Merge;
  readonly formats: readonly OutputFormat[];
  /** The text of the template. */
  readonly body: string;
}

export type LineContext = Context & { readonly state: RunState };

/** Throws bad-input for a table and a template that do not fit each other, or cannot be read. */
export async function prepared(context: ReadingContext & { readonly random: Random }): Promise<RunState> {
  const { options, log, random } = context;
  const body = await templateOf(context);
  const table = await openTable(context);
  const { header } = table;
  const [twice] = header.twice;
  if (twice !== undefined)
    log.warn(
      `Column "${shown(twice)}" is in the header more than once. Its name means the first; the others have their numbers.`,
    );
  if (options.mode === "single" && isWhole(body))
    log.warn(
      "The template is a whole HTML document, so that the file has one for each row. Leave out what is around <body>.",
    );
  const formats = outputFormats(options);
  const merge = new Merge(body, options, formats, header, seedOf(random) ?? "", (message) => log.warn(message));
  return { table, merge, formats, body };
}

async function templateOf({ options, providers, signal }: ReadingContext): Promise<string> {
  if (options.template.trim() !== "") return options.template;
  const file = options.templateFile.trim();
  if (file === "")
    throw new ScriptoriumError("no-input", "There is no template. Set template or templateFile.", {
      field: "template",
    });
  if (providers.folder === undefined)
    throw new ScriptoriumError("no-provider", "This server reads no folders. Set template instead of templateFile.");
  const text = await providers.folder.read(...placeOf(file), { signal });
  if (text.trim() === "") throw badField("templateFile", `The template ${shown(file)} is empty. Write it.`);
  return text;
}
