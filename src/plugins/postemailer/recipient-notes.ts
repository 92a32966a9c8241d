import { counted } from "../_kit/counted.js";
import { BODY_NAMES, placeholdersIn } from "./message.js";
import type { PostEmailerOptions } from "./options.js";
import type { BadRecipient, Recipient } from "./recipients.js";

/** What is said of lines that name nobody; empty without any. */
export function noteOnBad(bad: readonly BadRecipient[]): string {
  const [first] = bad;
  if (first === undefined) return "";
  return `${bad.length} of the lines of recipientsFile cannot be written to. The first: ${first.problem} Correct it.`;
}

/** By template, what is said of columns in it whose cells are empty for some of the recipients. */
export function notesOnEmptyCells(
  options: Pick<PostEmailerOptions, "subjectTemplate" | "bodyTemplate">,
  recipients: readonly Recipient[],
): readonly { readonly field: string; readonly message: string }[] {
  return (["subjectTemplate", "bodyTemplate"] as const).flatMap((field) =>
    placeholdersIn(options[field])
      .map((name) => name.toLowerCase())
      .filter((name) => !BODY_NAMES.includes(name))
      .flatMap((name) => {
        const empty = recipients.filter(({ fields }) => fields[name] === "");
        const [first] = empty;
        if (first === undefined) return [];
        const message = `{${name}} in ${field} is empty for ${counted(empty.length, "recipient")} of ${recipients.length}, the first ${first.address}. Fill it in recipientsFile, or take it out of ${field}.`;
        return [{ field, message }];
      }),
  );
}
