import { badField } from "../../engines/pages/fields.js";
import { type FolderProvider, ScriptoriumError } from "../../kernel/index.js";

/** Throws bad-input for a folder that is given and is not there, or not one the server may read. */
export async function refuseFolder(folder: string, field: string, folders: FolderProvider | undefined): Promise<void> {
  if (folder.trim() === "") return;
  try {
    await folders?.check?.(folder.trim());
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    throw badField(field, error.message, error);
  }
}

/** A check of folders that asks for each only once. */
export function askedOnce(check: (folder: string) => Promise<void>): (folder: string) => Promise<void> {
  const asked = new Map<string, Promise<void>>();
  return (folder) => {
    const known = asked.get(folder) ?? check(folder);
    asked.set(folder, known);
    return known;
  };
}
