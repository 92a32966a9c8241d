import { badField } from "../../../engines/pages/fields.js";
import { shown, type TranslatorProvider, type WriterProvider } from "../../../kernel/index.js";

/** Throws bad-input for a name that no translation service of the server has; `others` are values of the field that are no names. */
export function refuseUnknownService(
  field: string,
  name: string,
  translator: Pick<TranslatorProvider, "names">,
  others: readonly string[],
): void {
  const names = translator.names?.() ?? [];
  if (names.includes(name)) return;
  throw badField(
    field,
    `${field} is "${shown(name)}", and no translation service of this server has that name. Use one of ${[...others, ...names].join(", ")}.`,
  );
}

/** Throws bad-input for a name that no language model of the server has. */
export function refuseUnknownWriter(given: string, writer: Pick<WriterProvider, "names">): void {
  const name = given.trim();
  const names = writer.names?.();
  if (name === "" || names === undefined || names.includes(name)) return;
  throw badField(
    "writerProvider",
    `writerProvider is "${shown(name)}", and no language model of this server has that name. Use one of ${names.join(", ")}, or leave it empty for the first.`,
  );
}
