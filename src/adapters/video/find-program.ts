import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { ScriptoriumError } from "../../kernel/index.js";

/** Where yt-dlp is: at the path of the settings, else in the folders of PATH. Throws no-provider where it is not. */
export async function findYtDlp(path: string): Promise<string> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const places = path === "" ? folders.map((folder) => join(folder, "yt-dlp")) : [path];
  for (const place of places) {
    if (isAbsolute(place) && (await isProgram(place))) return place;
  }
  const message =
    path === ""
      ? "yt-dlp is not installed. Install it, or give its path in the options of the provider."
      : "There is no program at the path that the settings give for yt-dlp. Correct it.";
  throw new ScriptoriumError("no-provider", message, { provider: "video" });
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
