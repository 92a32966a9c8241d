import { badField } from "../../engines/pages/fields.js";
import { type FolderProvider, ScriptoriumError } from "../../kernel/index.js";

/** Throws bad-input for a folder that is given and is not one the server may read; whether it is there is not looked at. */
export async function refuseFolder(folder: string, field: string, folders: FolderProvider | undefined): Promise<void> {
  if (folder.trim() === "") return;
  try {
    await folders?.check?.(folder.trim());
  } catch (error) {
    if (!ScriptoriumError.is(error) || error.code !== "FOLDER_REFUSED") throw error;
    throw badField(field, error.message, error);
  }
}
